"""Pods: sizes of tables, who rests, who meets again, who sits where."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import play, shuffled
from tournaments.pairing.base import Bye, CannotPair, Field, Meeting, Missed
from tournaments.pairing.pods import Pods, table_sizes


@pytest.mark.parametrize(
    ("present", "seats", "sizes"),
    [
        (3, 4, (3,)),
        (4, 4, (4,)),
        (5, 4, (4,)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (12, 4, (4, 4, 4)),
        (7, 3, (3, 3)),
        (8, 3, (3, 3)),
        (5, 6, (5,)),
        (7, 6, (4, 3)),
        (13, 6, (6, 4, 3)),
        (16, 5, (5, 5, 3, 3)),
    ],
)
def test_worked_sizes(present: int, seats: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(present, seats) == sizes


def every_size(present: int, seats: int) -> Iterator[tuple[int, ...]]:
    for tables in range(1, present // 3 + 1):
        for sizes in combinations_with_replacement(range(seats, 2, -1), tables):
            if sum(sizes) <= present:
                yield sizes


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_sizes_are_better(seats: int) -> None:
    for present in range(3, 26):

        def worth(sizes: tuple[int, ...], present: int = present) -> tuple[int, int, int]:
            short = [size for size in sizes if size < seats]
            return present - sum(sizes), len(short), max(short, default=0) - min(short, default=0)

        sizes = table_sizes(present, seats)
        assert worth(sizes) == min(map(worth, every_size(present, seats)))
        assert list(sizes) == sorted(sizes, reverse=True)


def test_fewer_than_three_are_no_table() -> None:
    with pytest.raises(CannotPair, match="present: 2 are fewer than the 3"):
        table_sizes(2, 4)
    with pytest.raises(CannotPair, match="2 present, Pods needs at least 3"):
        Pods().pair(Field((1, 2), frozenset({1, 2}), 4, 1, 1))
    with pytest.raises(CannotPair, match="seats: 7 is not one of 3, 4, 5, 6"):
        Pods().pair(Field((1, 2, 3), frozenset({1, 2, 3}), 7, 1, 1))


@given(st.integers(3, 20), st.integers(3, 6), st.integers(0, 10**6), st.sampled_from([0, 10]))
@settings(max_examples=20)
def test_whole_events(entrants: int, seats: int, seed: int, absent: int) -> None:
    byes: Counter[int] = Counter()
    for field, pairings in play(Pods(), entrants, 6, seats=seats, seed=seed, absent=absent):
        assert tuple(len(table.entrants) for table in pairings.tables) == table_sizes(len(field.present), seats)
        resting = {rest.entrant for rest in pairings.byes}
        # No second bye while someone present has had fewer, and the lowest scores first.
        for rest in resting:
            for other in field.present - resting:
                assert (byes[rest], field.score(rest)) <= (byes[other], field.score(other))
        assert all(rest.points == 2 * (seats - 1) for rest in pairings.byes)
        byes.update(resting)
        assert Pods().pair(shuffled(field, seed)) == pairings


@given(st.integers(6, 60), st.integers(3, 6), st.integers(0, 10**6))
@settings(max_examples=60)
def test_nobody_meets_again_up_to_the_promised_round(entrants: int, seats: int, seed: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    most = Pods().plan(entrants, seats).most
    for _, pairings in play(Pods(), entrants, most, seats=seats, seed=seed):
        met.update(frozenset(pair) for table in pairings.tables for pair in combinations(table.entrants, 2))
    assert max(met.values()) == 1


def test_the_first_round_deals_seeds_out() -> None:
    ((_, pairings),) = play(Pods(), 12, 1, seats=4)
    # 1 4 7 10, 2 5 8 11 and 3 6 9 12; at each table someone else of them has the first seat.
    assert [table.entrants for table in pairings.tables] == [(4, 7, 10, 1), (8, 11, 2, 5), (12, 3, 6, 9)]


def test_later_rounds_follow_scores() -> None:
    numbers = tuple(range(1, 9))
    # The even seeds have rested for different points, so nobody has met.
    byes = tuple(Bye(1, number, 6 if number % 2 == 0 else 0, kind=Missed.ABSENT) for number in numbers)
    pairings = Pods().pair(Field(numbers, frozenset(numbers), 4, 2, 3, (), byes))
    assert [sorted(table.entrants) for table in pairings.tables] == [[2, 4, 6, 8], [1, 3, 5, 7]]
    assert [table.why for table in pairings.tables] == ["all on 6 points", "all on 0 points"]


def test_a_repeat_that_cannot_be_avoided_is_said() -> None:
    met = (Meeting(1, 1, (1, 2, 3), (4, 2, 0)),)
    pairings = Pods().pair(Field((1, 2, 3), frozenset({1, 2, 3}), 4, 2, 2, met))
    assert pairings.tables[0].why == (
        "on 4, 2, 0 points; MEET AGAIN: 1 and 2, 1 and 3, 2 and 3; a short table, 1 of 4 seats empty"
    )


@given(st.integers(3, 6), st.integers(0, 10**6))
@settings(max_examples=20)
def test_no_seat_order_is_better(seats: int, seed: int) -> None:
    had: dict[int, Counter[int]] = {}
    for _, pairings in play(Pods(), 12, 5, seats=seats, seed=seed):
        for table in pairings.tables:

            def worth(order: tuple[int, ...]) -> int:
                return sum(had.get(entrant, Counter())[seat] for seat, entrant in enumerate(order))

            assert worth(table.entrants) == min(map(worth, permutations(table.entrants)))
        for table in pairings.tables:
            for seat, entrant in enumerate(table.entrants):
                had.setdefault(entrant, Counter())[seat] += 1


def test_the_plan() -> None:
    assert [Pods().plan(entrants, 4).rounds for entrants in (3, 4, 5, 16, 17)] == [1, 1, 2, 2, 3]
    assert [Pods().plan(entrants, 4).most for entrants in (4, 8, 12, 16, 28, 29, 40)] == [1, 1, 1, 2, 3, 3, 4]
    assert Pods().plan(27, 6).most == 1  # 6, 6, 6, 6, 3: the theorem is about tables of about one size
