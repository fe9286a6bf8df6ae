"""Balanced seats: no order of a table is better."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.seating import balanced


def times(order: tuple[int, ...], had: dict[int, list[int]]) -> int:
    return sum(had[entrant].count(seat) for seat, entrant in enumerate(order))


@given(st.data(), st.integers(3, 6), st.integers(0, 30))
def test_it_is_the_first_of_the_best_orders(data: st.DataObject, size: int, turn: int) -> None:
    table = list(range(10, 10 + size))
    had = {entrant: data.draw(st.lists(st.integers(0, 5), max_size=5)) for entrant in table}
    base = table[turn % size :] + table[: turn % size]
    assert balanced(table, had, turn) == min(permutations(base), key=lambda order: times(order, had))


def test_worked_seats() -> None:
    assert balanced([1, 2, 3], {1: [], 2: [], 3: []}, 0) == (1, 2, 3)
    assert balanced([1, 2, 3], {1: [], 2: [], 3: []}, 4) == (2, 3, 1)
    # Each has had its own seat: 1 and 2 change places is not enough, 3 must move too.
    assert balanced([1, 2, 3], {1: [0], 2: [1], 3: [2]}, 0) == (2, 3, 1)
    # The least sum of times: 1 has had the first seat twice, 2 once.
    assert balanced([1, 2, 3], {1: [0, 0, 1], 2: [0, 1, 2], 3: [0, 1, 2]}, 0) == (2, 3, 1)
