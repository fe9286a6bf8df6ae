"""The table of an event: order, places, and what a row holds."""

from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import die, play, shuffled
from tests.tournaments.standings.events import made_up
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.pairing.swiss import Swiss
from tournaments.standings.table import Row, standings

# 1 beats 2 and 3, 4 beats 1 and ties with 2; 2 beats 3; 3 beats 4.
FOUR = (
    Meeting(1, 1, (1, 2), (2, 0)),
    Meeting(1, 2, (3, 4), (2, 0)),
    Meeting(2, 1, (4, 1), (2, 0)),
    Meeting(2, 2, (2, 3), (2, 0)),
    Meeting(3, 1, (1, 3), (2, 0)),
    Meeting(3, 2, (2, 4), (1, 1)),
)


def test_four_by_hand() -> None:
    order = ("buchholz", "sonneborn_berger", "wins")

    def row(place: int, entrant: int, points: int, won: int, *values: int) -> Row:
        named = MappingProxyType(dict(zip(order, values, strict=True)))
        return Row(place, entrant, points, 3, won, values, named)

    assert standings(entrants=(1, 2, 3, 4), meetings=FOUR, byes=(), seats=2, order=order) == (
        row(1, 1, 4, 2, 8, 2 * 3 + 2 * 2, 2),
        row(2, 4, 3, 1, 9, 2 * 4 + 3, 1),  # beat 1, tied with 2
        row(3, 2, 3, 1, 9, 2 * 2 + 3, 1),  # beat 3, tied with 4
        row(4, 3, 2, 1, 10, 2 * 3, 1),
    )


def test_equals_share_a_place_and_stand_by_seed() -> None:
    meetings = (Meeting(1, 1, (4, 1), (1, 1)), Meeting(1, 2, (3, 2), (2, 0)))
    rows = standings(entrants=(1, 2, 3, 4), meetings=meetings, byes=(), seats=2)
    assert [(row.place, row.entrant) for row in rows] == [(1, 3), (2, 1), (2, 4), (4, 2)]


def test_before_the_first_round_all_are_first() -> None:
    rows = standings(entrants=(1, 2, 3), meetings=(), byes=(), seats=2)
    assert [(row.place, row.entrant, row.points) for row in rows] == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]
    assert set(rows[0].tie_breaks.values()) == {0}


def test_who_withdrew_stays_in_the_table() -> None:
    meetings = (Meeting(1, 1, (1, 2), (0, 2)), Meeting(2, 1, (1, 3), (2, 0)))
    rows = standings(entrants=(1, 2, 3), meetings=meetings, byes=(Bye(1, 3, 2),), seats=2)
    assert [(row.entrant, row.points, row.played, row.won) for row in rows if row.entrant == 2] == [(2, 2, 1, 1)]
    assert len(rows) == 3


def test_a_win_is_standing_alone_on_top_at_a_table() -> None:
    meetings = (Meeting(1, 1, (1, 2, 3), (3, 3, 0)), Meeting(2, 1, (1, 2, 3), (0, 4, 2)))
    rows = standings(entrants=(1, 2, 3), meetings=meetings, byes=(), seats=3)
    assert {row.entrant: row.won for row in rows} == {1: 0, 2: 1, 3: 0}


def test_forfeits_are_not_played_and_count_as_wins_in_the_tie_break_alone() -> None:
    meetings = (Meeting(1, 1, (1, 2), (2, 0), forfeit=True), Meeting(2, 1, (1, 2), (2, 0)))
    rows = standings(entrants=(1, 2), meetings=meetings, byes=(), seats=2, order=("wins", "wins_played"))
    assert [(row.played, row.won, row.values) for row in rows] == [(1, 1, (2, 1)), (1, 0, (0, 0))]


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
    assert first_two("sonneborn_berger", "wins") == [(2, 1), (3, 2)]
    assert first_two() == [(2, 1), (2, 2)]


def test_direct_encounter_is_among_those_tied_where_it_stands() -> None:
    # 2 beat 1, 3 beat 2, 1 beat 3: all on 4. 1 and 2 have a win more than 3, who tied with 4 twice.
    meetings = (
        Meeting(1, 1, (2, 1), (2, 0)),
        Meeting(1, 2, (3, 4), (1, 1)),
        Meeting(2, 1, (3, 2), (2, 0)),
        Meeting(2, 2, (1, 4), (2, 0)),
        Meeting(3, 1, (1, 3), (2, 0)),
        Meeting(3, 2, (2, 4), (2, 0)),
        Meeting(4, 1, (3, 4), (1, 1)),
    )
    byes = (Bye(4, 1, 0), Bye(4, 2, 0))

    def placed(*order: str) -> list[tuple[int, int]]:
        rows = standings(entrants=(1, 2, 3, 4), meetings=meetings, byes=byes, seats=2, order=order)
        return [(row.place, row.entrant) for row in rows]

    assert placed("direct_encounter") == [(1, 1), (1, 2), (1, 3), (4, 4)]
    assert placed("wins", "direct_encounter") == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert placed("direct_encounter", "wins", "direct_encounter") == [(1, 2), (2, 1), (3, 3), (4, 4)]
    (row, *_) = standings(
        entrants=(1, 2, 3, 4),
        meetings=meetings,
        byes=byes,
        seats=2,
        order=("direct_encounter", "wins", "direct_encounter"),
        also=("koya",),
    )
    assert row.values == (0, 2, 1)
    assert row.tie_breaks == {"direct_encounter": 0, "wins": 2, "koya": 2}


@given(st.sampled_from([2, 3, 4, 6]), st.integers(0, 10**9), st.integers(0, 10**9))
@settings(max_examples=25)
def test_the_order_in_which_results_are_read_is_of_no_matter(seats: int, seed: int, mix: int) -> None:
    event = made_up(seed, seats)
    rows = standings(**event)
    mixed = event | {
        "entrants": tuple(reversed(event["entrants"])),
        "meetings": tuple(sorted(event["meetings"], key=lambda m: die(1 << 32, mix, m.round, m.table))),
        "byes": tuple(sorted(event["byes"], key=lambda b: die(1 << 32, mix, b.round, b.entrant))),
    }
    assert standings(**mixed) == rows
    points = [row.points for row in rows]
    assert points == sorted(points, reverse=True)
    keys = [(row.points, *row.values) for row in rows]
    assert [row.place for row in rows] == [1 + sum(other > key for other in keys) for key in keys]


@given(st.integers(2, 20), st.integers(0, 10**6))
@settings(max_examples=15)
def test_rounds_missed_by_own_wish_may_be_left_out(entrants: int, seed: int) -> None:
    for field, _ in play(Swiss(), entrants, 5, seed=seed, absent=20):
        mixed = shuffled(field, seed)
        some = [bye for bye in mixed.byes if bye.kind is not Missed.ABSENT]
        rows = [
            standings(entrants=field.entrants, meetings=mixed.meetings, byes=byes, seats=2, rounds=field.round - 1)
            for byes in (field.byes, some)
        ]
        assert rows[0] == rows[1]


def test_game_points_count_in_the_products_and_the_ranks_in_wins() -> None:
    # Game points 5 and 3 of 8, but the match was awarded to the second.
    meeting = Meeting(1, 1, (1, 2), (5, 3), (1, 0))
    rows = standings(entrants=(1, 2), meetings=[meeting], byes=(), seats=2, win=8, order=("sonneborn_berger", "wins"))
    assert [(row.entrant, row.points, row.values) for row in rows] == [(1, 5, (5 * 3, 0)), (2, 3, (3 * 5, 1))]


def test_it_rejects_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="order: 'elo' is not one of buchholz, buchholz_cut1,"):
        standings(entrants=(1, 2), meetings=(), byes=(), seats=2, order=("elo",))
    with pytest.raises(ValueError, match="also: 'direct_encounter' depends on who is tied; put it into the order"):
        standings(entrants=(1, 2), meetings=(), byes=(), seats=2, also=("direct_encounter",))
    with pytest.raises(ValueError, match="round 1 table 1: 3 entrants at a table of 2 seats"):
        standings(entrants=(1, 2, 3), meetings=(Meeting(1, 1, (1, 2, 3), (4, 2, 0)),), byes=(), seats=2)
    with pytest.raises(ValueError, match="round 1: 2 is there twice"):
        standings(entrants=(1, 2), meetings=(Meeting(1, 1, (1, 2), (2, 0)),), byes=(Bye(1, 2, 2),), seats=2)
    with pytest.raises(ValueError, match="round 2 table 1: not one of rounds 1 to 1"):
        standings(entrants=(1, 2), meetings=(Meeting(2, 1, (1, 2), (2, 0)),), byes=(), seats=2, rounds=1)
    with pytest.raises(ValueError, match="round 3: a bye of 2, not in one of rounds 1 to 2"):
        standings(entrants=(1, 2), meetings=(), byes=(Bye(3, 2, 2),), seats=2, rounds=2)
    with pytest.raises(ValueError, match="edition: '2019' is not one of 2026, 2024"):
        standings(entrants=(1, 2), meetings=(), byes=(), seats=2, edition="2019")
    with pytest.raises(ValueError, match="ratings: -3 of 2 is below 0"):
        standings(entrants=(1, 2), meetings=(), byes=(), seats=2, ratings={1: 4, 2: -3})
    with pytest.raises(ValueError, match="ratings: 2 has none"):
        standings(entrants=(1, 2), meetings=(), byes=(), seats=2, ratings={1: 4}, order=("average_rating",))
