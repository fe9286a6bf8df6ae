"""The table of an event against a slow one, and by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import play, shuffled
from tournaments.pairing.base import Bye, Field, Meeting, Missed
from tournaments.pairing.pods import Pods
from tournaments.pairing.swiss import Swiss
from tournaments.standings.table import Row, standings


def test_a_round_robin_of_four_by_hand() -> None:
    # 1 beats 2 and 3, 4 beats 1 and ties 2; 2 beats 3; 3 beats 4.
    meetings = (
        Meeting(1, 1, (1, 2), (2, 0)),
        Meeting(1, 2, (3, 4), (2, 0)),
        Meeting(2, 1, (4, 1), (2, 0)),
        Meeting(2, 2, (2, 3), (2, 0)),
        Meeting(3, 1, (1, 3), (2, 0)),
        Meeting(3, 2, (2, 4), (1, 1)),
    )
    assert standings(entrants=(1, 2, 3, 4), meetings=meetings, byes=(), seats=2) == (
        # 1 has beaten 3 and 2; 4 has beaten 4 and tied 3, 2 has beaten 2 and tied 3.
        Row(place=1, entrant=1, points=4, played=3, wins=2, buchholz=8, sonneborn_berger=2 * 3 + 2 * 2),
        Row(place=2, entrant=4, points=3, played=3, wins=1, buchholz=9, sonneborn_berger=2 * 4 + 3),
        Row(place=3, entrant=2, points=3, played=3, wins=1, buchholz=9, sonneborn_berger=2 * 2 + 3),
        Row(place=4, entrant=3, points=2, played=3, wins=1, buchholz=10, sonneborn_berger=2 * 3),
    )


def test_equals_share_a_place_and_stand_by_seed() -> None:
    meetings = (Meeting(1, 1, (4, 1), (1, 1)), Meeting(1, 2, (3, 2), (2, 0)))
    rows = standings(entrants=(1, 2, 3, 4), meetings=meetings, byes=(), seats=2)
    assert [(row.place, row.entrant) for row in rows] == [(1, 3), (2, 1), (2, 4), (4, 2)]


def test_before_the_first_round_all_are_first() -> None:
    rows = standings(entrants=(1, 2, 3), meetings=(), byes=(), seats=2)
    assert [(row.place, row.entrant, row.points) for row in rows] == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]


def test_who_withdrew_stays_in_the_table() -> None:
    meetings = (Meeting(1, 1, (1, 2), (0, 2)), Meeting(2, 1, (1, 3), (2, 0)))
    rows = standings(entrants=(1, 2, 3), meetings=meetings, byes=(Bye(1, 3, 2),), seats=2)
    assert [(row.entrant, row.points, row.played, row.wins) for row in rows if row.entrant == 2] == [(2, 2, 1, 1)]
    assert len(rows) == 3


def test_a_win_is_standing_alone_on_top() -> None:
    meetings = (Meeting(1, 1, (1, 2, 3), (3, 3, 0)), Meeting(2, 1, (1, 2, 3), (0, 4, 2)))
    rows = standings(entrants=(1, 2, 3), meetings=meetings, byes=(), seats=3)
    assert {row.entrant: row.wins for row in rows} == {1: 0, 2: 1, 3: 0}


def test_the_order_of_tie_breaks_is_the_events() -> None:
    # Both on 2: 1 by two ties, 2 by a win and a loss.
    meetings = (
        Meeting(1, 1, (1, 3), (1, 1)),
        Meeting(1, 2, (2, 4), (0, 2)),
        Meeting(2, 1, (1, 4), (1, 1)),
        Meeting(2, 2, (2, 3), (2, 0)),
    )

    def first_two(*order: str) -> list[tuple[int, int]]:
        rows = standings(entrants=(1, 2, 3, 4), meetings=meetings, byes=(), seats=2, order=order)
        return [(row.place, row.entrant) for row in rows[1:3]]

    assert first_two("wins") == [(2, 2), (3, 1)]
    assert first_two() == [(2, 1), (2, 2)]
    assert first_two("sonneborn_berger", "wins") == [(2, 1), (3, 2)]


def slow(field: Field) -> list[tuple[int, ...]]:
    """(place, entrant, points, buchholz, sonneborn_berger, wins), pair by pair from the definitions."""
    lines = []
    for entrant in field.entrants:
        own = field.score(entrant)
        total = berger = wins = 0
        for round_ in range(1, field.round):
            table = next((m for m in field.meetings if m.round == round_ and entrant in m.entrants), None)
            if table is None:
                total += own * (field.seats - 1)
                # Byes of these events bring all or nothing.
                full = any(bye.round == round_ and bye.entrant == entrant and bye.points for bye in field.byes)
                berger += 2 * own * (field.seats - 1) * full
                continue
            mine = table.ranks[table.entrants.index(entrant)]
            below = 0
            for other, rank in zip(table.entrants, table.ranks, strict=True):
                if other != entrant:
                    total += field.score(other)
                    berger += field.score(other) * (2 if mine < rank else 1 if mine == rank else 0)
                    below += mine < rank
            wins += below == len(table.entrants) - 1
            total += own * (field.seats - len(table.entrants))
            berger += own * (field.seats - len(table.entrants))
        lines.append((own, total, berger, wins, entrant))
    lines.sort(key=lambda line: (*(-value for value in line[:4]), line[4]))
    return [
        (1 + sum(other[:4] > line[:4] for other in lines), line[4], line[0], line[1], line[2], line[3])
        for line in lines
    ]


@given(st.sampled_from([2, 3, 4, 6]), st.integers(3, 20), st.integers(0, 10**6), st.sampled_from([0, 15]))
@settings(max_examples=40)
def test_it_is_the_slow_one(seats: int, entrants: int, seed: int, absent: int) -> None:
    format_ = Swiss() if seats == 2 else Pods()
    for field, _ in play(format_, entrants, 5, seats=seats, seed=seed, absent=absent):
        mixed = shuffled(field, seed)
        rows = standings(entrants=field.entrants, meetings=mixed.meetings, byes=mixed.byes, seats=seats)
        assert [
            (row.place, row.entrant, row.points, row.buchholz, row.sonneborn_berger, row.wins) for row in rows
        ] == slow(field)


@given(st.integers(2, 20), st.integers(0, 10**6))
@settings(max_examples=20)
def test_byes_by_own_wish_may_be_left_out(entrants: int, seed: int) -> None:
    for field, _ in play(Swiss(), entrants, 5, seed=seed, absent=20):
        paired = [bye for bye in field.byes if bye.kind is Missed.PAIRING]
        last = max([m.round for m in field.meetings] + [bye.round for bye in paired], default=0)
        if last == field.round - 1:
            rows = [
                standings(entrants=field.entrants, meetings=field.meetings, byes=byes, seats=2)
                for byes in (field.byes, paired)
            ]
            assert rows[0] == rows[1]


def test_it_rejects_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="order: 'elo' is not one of buchholz, sonneborn_berger, wins"):
        standings(entrants=(1, 2), meetings=(), byes=(), seats=2, order=("elo",))
    with pytest.raises(ValueError, match="round 1 table 1: 3 entrants at a table of 2 seats"):
        standings(entrants=(1, 2, 3), meetings=(Meeting(1, 1, (1, 2, 3), (4, 2, 0)),), byes=(), seats=2)
    with pytest.raises(ValueError, match="round 1: 2 is there twice"):
        standings(entrants=(1, 2), meetings=(Meeting(1, 1, (1, 2), (2, 0)),), byes=(Bye(1, 2, 2),), seats=2)
