"""Schedules of pod round robins: their figures, their sizes, and an exhaustive oracle of small ones."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from tests.tournaments.pairing.tables import every_seating
from tournaments.pairing.schedule import (
    MOST_ENTRANTS,
    Schedule,
    certain_rounds,
    least_squares,
    natural_rounds,
    schedule,
    sizes,
)


def times(whole: Schedule) -> Counter[tuple[int, ...]]:
    return Counter(pair for tables in whole.rounds for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize(
    ("entrants", "seats", "expected"),
    [
        (3, 3, (3,)),
        (3, 6, (3,)),
        (5, 3, (3,)),
        (5, 4, (4,)),
        (5, 5, (5,)),
        (7, 6, (4, 3)),
        (10, 3, (3, 3, 3)),
        (13, 6, (5, 4, 4)),
        (14, 4, (4, 4, 3, 3)),
        (16, 5, (4, 4, 4, 4)),
    ],
)
def test_worked_sizes(entrants: int, seats: int, expected: tuple[int, ...]) -> None:
    assert sizes(entrants, seats) == expected


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_sizes_are_legal_and_equal_and_few_rest(seats: int) -> None:
    for entrants in range(3, 60):
        found = sizes(entrants, seats)
        assert 3 <= min(found) <= max(found) <= min(seats, min(found) + 1)
        resting = entrants - sum(found)
        assert resting == (entrants % 3 if seats == 3 else int((entrants, seats) == (5, 4)))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [3, 5, 7, 10, 13])
def test_every_round_seats_whom_it_can_and_figures_are_right(entrants: int, seats: int) -> None:
    rounds = natural_rounds(entrants, seats) + 1
    whole = schedule(entrants, seats, rounds)
    assert len(whole.rounds) == rounds
    rested: Counter[int] = Counter(dict.fromkeys(range(entrants), 0))
    for tables in whole.rounds:
        assert sorted(map(len, tables), reverse=True) == list(sizes(entrants, seats))
        placed = [entrant for table in tables for entrant in table]
        assert len(set(placed)) == len(placed)
        rested.update(set(range(entrants)).difference(placed))
    assert max(rested.values()) - min(rested.values()) <= 1
    met = times(whole)
    counts = [met[pair] for pair in combinations(range(entrants), 2)]
    assert whole.meets == tuple(counts.count(number) for number in range(max(counts) + 1))
    assert whole.squares == sum(count * count for count in counts) >= whole.bound
    assert whole.bound == least_squares(sum(counts), len(counts))
    assert whole.repeats == sum(count - 1 for count in counts if count)


def test_the_least_sum_of_squares() -> None:
    for parts in range(1, 5):
        for total in range(9):
            spread = (c for c in combinations_with_replacement(range(total + 1), parts) if sum(c) == total)
            assert least_squares(total, parts) == min(sum(each * each for each in c) for c in spread)


@pytest.mark.parametrize(("entrants", "seats"), [(9, 3), (15, 3), (21, 3), (16, 4), (15, 4), (28, 4), (25, 5), (16, 5)])
def test_where_a_design_is_known_everyone_meets_everyone_as_equally_often_as_can_be(entrants: int, seats: int) -> None:
    natural = natural_rounds(entrants, seats)
    assert certain_rounds(entrants, seats) == natural
    whole = schedule(entrants, seats, natural)
    assert whole.meets == (0, entrants * (entrants - 1) // 2)
    for rounds in (1, natural - 1, natural + 1, 2 * natural):
        other = schedule(entrants, seats, rounds)
        assert other.squares == other.bound


def test_a_design_without_a_point_shares_out_the_short_table() -> None:
    whole = schedule(15, 4, 5)
    short = [entrant for tables in whole.rounds for table in tables if len(table) == 3 for entrant in table]
    assert sorted(short) == list(range(15))


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"),
    [(6, 3, 2), (6, 3, 3), (6, 3, 5), (6, 3, 10), (7, 4, 2), (7, 4, 3), (8, 4, 2), (8, 4, 3)],
)
def test_no_schedule_of_a_small_field_is_better(entrants: int, seats: int, rounds: int) -> None:
    index = {pair: place for place, pair in enumerate(combinations(range(entrants), 2))}
    ways = [
        [index[pair] for table in tables for pair in combinations(table, 2)]
        for tables in every_seating(range(entrants), sizes(entrants, seats))
    ]

    def squares(met: list[int], start: int, left: int) -> int:
        # 2m + 1 more for a pair that has met m times.
        if left == 0:
            return sum(count * count for count in met)
        best = 10**9
        for way in range(start, len(ways)):
            for pair in ways[way]:
                met[pair] += 1
            best = min(best, squares(met, way, left - 1))
            for pair in ways[way]:
                met[pair] -= 1
        return best

    # By symmetry the first round may be the first way.
    met = [0] * len(index)
    for pair in ways[0]:
        met[pair] += 1
    if rounds <= 5:
        assert schedule(entrants, seats, rounds).squares == squares(met, 0, rounds - 1)
    else:
        assert schedule(entrants, seats, rounds).squares == schedule(entrants, seats, rounds).bound


def test_known_schedules_that_are_no_designs_of_ours() -> None:
    assert schedule(8, 4, 7).meets == (0, 0, 0, 28)  # the planes of the affine space of eight points
    assert schedule(6, 3, 10).meets == (0, 0, 0, 0, 15)  # every way to split six
    assert schedule(20, 4, 7).squares == schedule(20, 4, 7).bound


@pytest.mark.parametrize(("entrants", "seats"), [(10, 3), (18, 4), (42, 6)])
def test_up_to_the_certain_round_nobody_meets_again_and_longer_schedules_begin_the_same(
    entrants: int, seats: int
) -> None:
    certain = certain_rounds(entrants, seats)
    assert 1 < certain <= natural_rounds(entrants, seats)
    whole = schedule(entrants, seats, certain)
    assert whole.repeats == 0
    assert all(schedule(entrants, seats, rounds).rounds == whole.rounds[:rounds] for rounds in range(1, certain))


def test_it_is_the_same_again() -> None:
    first = schedule(7, 4, 3)
    schedule.cache_clear()
    assert schedule(7, 4, 3) == first
    # Another search would give running events another schedule: change this on purpose only.
    assert first.rounds == (
        ((1, 3, 5, 6), (0, 2, 4)),
        ((1, 2, 4, 5), (0, 3, 6)),
        ((0, 3, 4, 5), (1, 2, 6)),
    )


def test_it_rejects_what_it_cannot_schedule() -> None:
    with pytest.raises(ValueError, match=f"entrants: 2 are not 3 to {MOST_ENTRANTS}"):
        schedule(2, 3, 1)
    with pytest.raises(ValueError, match=f"entrants: {MOST_ENTRANTS + 1} are not 3 to {MOST_ENTRANTS}"):
        schedule(MOST_ENTRANTS + 1, 3, 1)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_number_of_entrants_has_a_schedule(seats: int) -> None:
    for entrants in range(3, 61, 4):
        natural = natural_rounds(entrants, seats)
        whole = schedule(entrants, seats, natural)
        assert whole.bound <= whole.squares <= whole.bound * 3 // 2, (entrants, whole.meets)
        assert certain_rounds(entrants, seats) >= 1
