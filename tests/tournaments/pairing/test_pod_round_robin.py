"""Pod round robin: whole events, absences, late entries, what is said."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import play, shuffled
from tournaments.pairing.base import CannotPair, Field, Meeting, Missed, Pairings
from tournaments.pairing.pod_round_robin import PodRoundRobin

FORMAT = PodRoundRobin()


def met(rounds: Iterable[Pairings]) -> Counter[tuple[int, ...]]:
    tables = (table for pairings in rounds for table in pairings.tables)
    return Counter(pair for table in tables for pair in combinations(sorted(table.entrants), 2))


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(9, 3, 4), (15, 3, 7), (16, 4, 5), (15, 4, 5), (25, 5, 6)])
def test_everyone_meets_everyone_once(entrants: int, seats: int, rounds: int) -> None:
    plan = FORMAT.plan(entrants, seats)
    assert (plan.rounds, plan.most) == (rounds, rounds)
    assert plan.warning(rounds) is None
    found = [pairings for _, pairings in play(FORMAT, entrants, rounds, seats=seats)]
    assert met(found) == Counter(combinations(range(1, entrants + 1), 2))
    assert not any(pairings.byes for pairings in found)
    seat = Counter((one, seat) for p in found for t in p.tables for seat, one in enumerate(t.entrants))
    assert max(seat.values()) <= rounds // seats + 2


def test_what_the_plan_says() -> None:
    assert FORMAT.plan(9, 3).note == (
        "everyone can meet everyone in 4 rounds at best; 36 pairs 1 times (sum of squares 36, which is the least"
        " possible)"
    )
    plan = FORMAT.plan(6, 3)
    assert (plan.rounds, plan.most) == (3, 1)
    assert plan.note.endswith(
        "3 pairs 0 times, 6 pairs 1 times, 6 pairs 2 times (sum of squares 30, at least 24 by pigeonhole)"
    )
    assert plan.warning(3) is not None
    with pytest.raises(CannotPair, match="Pod round robin is for at most 200 entrants, not 201; pods serve more"):
        FORMAT.plan(201, 4)


@given(st.integers(3, 11), st.integers(3, 6), st.integers(0, 10**6), st.sampled_from([0, 15]))
@settings(max_examples=10, deadline=None)
def test_whole_events(entrants: int, seats: int, seed: int, absent: int) -> None:
    """Everyone once, sizes legal (the format checks both), byes as few as can be, the same from any order."""
    for field, pairings in play(FORMAT, entrants, 4, seats=seats, seed=seed, absent=absent):
        present = len(field.present)
        assert len(pairings.byes) == (present % 3 if seats == 3 else int((present, seats) == (5, 4)))
        assert all(rest.kind is Missed.PAIRING and rest.points == field.win_points for rest in pairings.byes)
        assert FORMAT.pair(shuffled(field, seed)) == pairings


def test_byes_are_shared_out() -> None:
    rests = Counter(rest.entrant for _, p in play(FORMAT, 7, 7, seats=3) for rest in p.byes)
    assert rests == Counter(range(1, 8))


def test_an_absent_entrant_leaves_an_empty_seat() -> None:
    numbers = tuple(range(1, 17))
    whole = FORMAT.pair(Field(numbers, frozenset(numbers), 4, 1, 5))
    field = Field(numbers, frozenset(numbers) - {6}, 4, 1, 5)
    pairings = FORMAT.pair(field)
    assert [set(table.entrants) for table in pairings.tables] == [set(table.entrants) - {6} for table in whole.tables]
    assert not pairings.byes
    assert "1 of 4 seats empty" in next(table.why for table in pairings.tables if len(table.entrants) == 3)


def test_a_round_is_the_same_whatever_was_played_by_the_schedule() -> None:
    rounds = list(play(FORMAT, 16, 5, seats=4))
    field = rounds[4][0]
    alone = FORMAT.pair(Field(field.entrants, field.present, 4, 5, 5))
    assert [set(t.entrants) for t in alone.tables] == [set(t.entrants) for t in rounds[4][1].tables]


def test_after_late_entries_rounds_are_drawn_from_what_was_played() -> None:
    numbers = tuple(range(1, 10))
    # Two rounds of nine at three, then seven enter: by the schedule of sixteen they would meet again.
    meetings: list[Meeting] = []
    for (_, pairings), _ in zip(play(FORMAT, 9, 4, seats=3), range(2), strict=False):
        meetings += (
            Meeting(1 + len(meetings) // 3, number, table.entrants, (2, 2, 2))
            for number, table in enumerate(pairings.tables, 1)
        )
    more = (*numbers, *range(10, 16))
    pairings = FORMAT.pair(Field(more, frozenset(more), 3, 3, 7, tuple(meetings)))
    before = {frozenset(pair) for meeting in meetings for pair in combinations(meeting.entrants, 2)}
    assert before.isdisjoint(frozenset(pair) for table in pairings.tables for pair in combinations(table.entrants, 2))
    assert pairings.notes == (
        "most of what was played is not of a schedule for these entrants and rounds; drawn from it instead",
    )


def test_it_says_how_even_the_schedule_is_and_that_barred_pairs_meet() -> None:
    numbers = tuple(range(1, 10))
    pairings = FORMAT.pair(Field(numbers, frozenset(numbers), 3, 1, 4, barred=frozenset(combinations(numbers, 2))))
    assert pairings.notes[0] == (
        "the schedule of 4 rounds: 36 pairs 1 times (sum of squares 36, which is the least possible)"
    )
    assert len(pairings.notes) == 1 + 9
    assert pairings.notes[1].endswith("are barred but meet: here everyone meets everyone")
