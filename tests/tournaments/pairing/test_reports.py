"""What users of other pairing systems have reported in public, each with the right outcome here."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.pairing.events import play, shuffled
from tests.tournaments.pairing.histories import eventful
from tournaments.pairing.base import Bye, Field, Meeting, Missed, Pairings
from tournaments.pairing.swiss import Swiss


def field(entrants: int, round_: int, meetings: tuple[Meeting, ...] = (), byes: tuple[Bye, ...] = ()) -> Field:
    numbers = tuple(range(1, entrants + 1))
    return Field(numbers, frozenset(numbers), 2, round_, 9, meetings, byes)


def tables(pairings: Pairings) -> list[set[int]]:
    return [set(table.entrants) for table in pairings.tables]


@pytest.mark.parametrize("entrants", [3, 5, 7, 9, 15])
def test_the_same_entry_draws_several_byes(entrants: int) -> None:
    """Nobody has a second before everyone has had one, however long the event."""
    rested: Counter[int] = Counter()
    for now, pairings in play(Swiss(), entrants, 2 * entrants, seed=entrants):
        (rest,) = pairings.byes
        assert rested[rest.entrant] == min(rested[entrant] for entrant in now.entrants)
        rested[rest.entrant] += 1
    assert set(rested.values()) == {2}


def test_a_half_point_bye_fails_to_block_a_second() -> None:
    # 5 is last on one point, from a requested bye; 3 and 4 have two and no bye.
    meetings = (Meeting(1, 1, (1, 2), (0, 2)), Meeting(1, 2, (3, 4), (1, 1)), Meeting(2, 1, (1, 3), (2, 0)))
    byes = (Bye(1, 5, 1, kind=Missed.REQUESTED), Bye(2, 2, 1, kind=Missed.REQUESTED))
    byes += (Bye(2, 4, 0, kind=Missed.ABSENT), Bye(2, 5, 0, kind=Missed.ABSENT))
    pairings = Swiss().pair(field(5, 3, meetings, byes))
    assert pairings.byes[0].entrant == 3
    assert "first by fewest byes (0), lowest score (1)" in pairings.byes[0].why


def test_a_forfeit_win_counts_as_a_bye_and_a_round_missed_by_own_wish_does_not() -> None:
    won = (Meeting(1, 1, (5, 1), (2, 0), forfeit=True), Meeting(1, 2, (3, 4), (2, 0)), Meeting(2, 1, (3, 5), (2, 0)))
    byes = (Bye(1, 2, 0, kind=Missed.ABSENT), Bye(2, 2, 0, kind=Missed.ABSENT))
    byes += (Bye(2, 1, 2, kind=Missed.GRANTED), Bye(2, 4, 2))
    pairings = Swiss().pair(field(5, 3, won, byes))
    # 2 has no points and two unplayed rounds, but no bye; 5 has won a forfeit, 1 and 4 have had byes.
    assert pairings.byes[0].entrant == 2
    assert pairings.byes[0].points == 2


def test_leaving_for_a_round_earns_no_bye() -> None:
    now = field(4, 2, (Meeting(1, 1, (1, 2), (2, 0)),), (Bye(1, 3, 2), Bye(1, 4, 0, kind=Missed.ABSENT)))
    assert now.score(4) == 0
    assert Swiss().pair(now).byes == ()


def test_entries_with_byes_meet_each_other_too_often() -> None:
    """Half-point byes put four on a score of their own. They meet each other once at most, then others."""
    asked = {1, 4, 7, 10}
    meetings: list[Meeting] = []
    byes = [Bye(1, entrant, 1, kind=Missed.REQUESTED) for entrant in sorted(asked)]
    numbers = tuple(range(1, 13))
    among: Counter[frozenset[int]] = Counter()
    for round_ in range(1, 7):
        present = frozenset(numbers) - (asked if round_ == 1 else set())
        past = tuple(byes) if round_ > 1 else ()
        pairings = Swiss().pair(Field(numbers, present, 2, round_, 6, tuple(meetings), past))
        for number, table in enumerate(pairings.tables, 1):
            among[frozenset(table.entrants)] += 1
            meetings.append(Meeting(round_, number, table.entrants, (1, 1)))
    # All others draw as well: the four stay equal among themselves, all rounds long.
    inside = [pair for pair in among if pair <= asked]
    assert len(inside) <= 6
    assert max(among.values()) == 1


def test_the_lowest_entry_draws_all_later_byes() -> None:
    """One that loses every match rests once; then the next lowest do."""
    numbers = tuple(range(1, 8))
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for round_ in range(1, 6):
        pairings = Swiss().pair(Field(numbers, frozenset(numbers), 2, round_, 6, tuple(meetings), tuple(byes)))
        byes += [Bye(round_, rest.entrant, rest.points) for rest in pairings.byes]
        for number, (a, b) in enumerate((table.entrants for table in pairings.tables), 1):
            meetings.append(Meeting(round_, number, (a, b), (2, 0) if a < b else (0, 2)))
    assert byes[0].entrant == 7
    assert len({bye.entrant for bye in byes}) == 5


def test_random_order_hurts_the_top_tables() -> None:
    """The order of a score group is that of seeds: the first has the first of the lower half, not one drawn by lot."""
    now = field(16, 1)
    assert tables(Swiss().pair(now)) == [{place, place + 8} for place in range(1, 9)]
    won = tuple(Meeting(1, place, (place, place + 8), (2, 0)) for place in range(1, 9))
    assert tables(Swiss().pair(field(16, 2, won)))[:4] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    for table in Swiss().pair(field(16, 2, won)).tables[:4]:
        assert table.why.startswith("both on 2 points")


def test_a_rematch_although_avoidable() -> None:
    # 3 and 4 lead and have met; 1 and 2 have not, but must not meet, for then 3 and 4 would meet again.
    meetings = (
        Meeting(1, 1, (3, 4), (1, 1)),
        Meeting(1, 2, (1, 5), (2, 0)),
        Meeting(1, 3, (2, 6), (2, 0)),
        Meeting(2, 1, (3, 5), (1, 1)),
        Meeting(2, 2, (4, 6), (1, 1)),
        Meeting(3, 1, (3, 6), (1, 1)),
        Meeting(3, 2, (4, 5), (1, 1)),
        Meeting(4, 1, (5, 6), (1, 1)),
    )
    pairings = Swiss().pair(replace(field(6, 5, meetings), present=frozenset({1, 2, 3, 4})))
    assert {1, 2} not in tables(pairings)
    assert pairings.notes == ()
    assert "the 2 left on 3 points cannot all be paired there" in pairings.tables[0].why


def test_a_forfeit_is_no_meeting() -> None:
    past = (Meeting(1, 1, (1, 2), (2, 0), forfeit=True), Meeting(1, 2, (3, 4), (2, 0)))
    past += (Meeting(2, 1, (1, 3), (1, 1)), Meeting(2, 2, (2, 4), (1, 1)))
    past += (Meeting(3, 1, (1, 4), (1, 1)), Meeting(3, 2, (2, 3), (1, 1)))
    pairings = Swiss().pair(field(4, 4, past))
    assert {1, 2} in tables(pairings)
    assert "REMATCH" not in next(table.why for table in pairings.tables if 1 in table.entrants)
    assert "REMATCH of round 1" in next(table.why for table in pairings.tables if 3 in table.entrants)


def test_everybody_withdraws_but_two() -> None:
    pairings = Swiss().pair(replace(field(9, 2, (Meeting(1, 1, (1, 2), (2, 0)),)), present=frozenset({1, 9})))
    assert tables(pairings) == [{1, 9}]


def test_generation_replayed_doubles_pairings() -> None:
    """Pairing is a function: once more, and in another order of the same past, it is the same."""
    for now, pairings in eventful(Swiss(), 24, 7, seed=5):
        assert Swiss().pair(now) == pairings
        again = shuffled(now, 3)
        assert Swiss().pair(replace(again, barred=now.barred)) == pairings
