"""Resolvable designs: every round seats everyone, every two meet once."""

from collections import Counter
from itertools import combinations, islice
from math import gcd

import pytest

from tournaments.pairing.designs import Rounds, resolvable, transversal
from tournaments.pairing.galois import prime_power

SIZES = {
    3: (9, 15, 21, 27, 39, 51, 57, 63, 75, 81, 87, 93, 99),
    4: (16, 28, 40, 52, 64, 76, 88),
    5: (25,),
    6: (),
}


def meetings(rounds: Rounds) -> Counter[tuple[int, ...]]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def seats_everyone(rounds: Rounds, points: int) -> bool:
    return all(sorted(point for table in tables for point in table) == list(range(points)) for tables in rounds)


@pytest.mark.parametrize(("size", "points"), [(size, points) for size in SIZES for points in SIZES[size]])
def test_every_two_meet_exactly_once(size: int, points: int) -> None:
    design = resolvable(points, size)
    assert design is not None
    assert len(design) == (points - 1) // (size - 1)
    assert all(len(table) == size for tables in design for table in tables)
    assert seats_everyone(design, points)
    met = meetings(design)
    assert len(met) == points * (points - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize("size", SIZES)
def test_these_are_known_up_to_a_hundred(size: int) -> None:
    assert tuple(points for points in range(size + 1, 101) if resolvable(points, size)) == SIZES[size]


def test_the_nine_are_the_lines_of_the_plane() -> None:
    design = resolvable(9, 3)
    assert design is not None
    assert set(design) == {
        ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
        ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
        ((0, 4, 8), (1, 5, 6), (2, 3, 7)),
        ((0, 5, 7), (1, 3, 8), (2, 4, 6)),
    }


@pytest.mark.parametrize("columns", [3, 4, 5, 6])
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 25])
def test_transversals_meet_once_as_long_as_they_say(columns: int, order: int) -> None:
    rounds = transversal(columns, order)
    assert len(rounds) == order
    assert seats_everyone(rounds, columns * order)
    assert all({point // order for point in table} == set(range(columns)) for tables in rounds for table in tables)
    if prime_power(order) and order >= columns:
        once = order
    else:
        once = min(order // gcd(order, number) for number in range(1, columns))
    assert max(meetings(tuple(islice(rounds, once))).values()) == 1
