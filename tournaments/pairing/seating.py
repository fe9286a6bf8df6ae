"""Seats at a table of three to six: of all orders the one in which everyone sits where it has sat least."""

from collections.abc import Mapping, Sequence
from functools import cache


def balanced(table: Sequence[int], had: Mapping[int, Sequence[int]], turn: int) -> tuple[int, ...]:
    """The entrants in seat order: how often each has had its seat, summed over them, is least of all orders.

    had   by entrant, the seats (0 is the first) it has had so far
    turn  among equal orders the first counts, from an order that this number rotates
    """
    start = turn % len(table)
    base = [*table[start:], *table[:start]]
    times = [[had[entrant].count(seat) for seat in range(len(base))] for entrant in base]
    if not any(map(any, times)):
        return tuple(base)
    # The least sum for the last seats, by the set of those (bits) who sit there, from the last seat to the first.
    least = [0] * (1 << len(base))
    for seats, entrants in _sets(len(base)):
        seat = len(base) - len(entrants)
        least[seats] = min([times[index][seat] + least[seats ^ 1 << index] for index in entrants])
    order: list[int] = []
    left = len(least) - 1
    for seat in range(len(base)):
        index = next(
            index
            for index in range(len(base))
            if left >> index & 1 and times[index][seat] + least[left ^ 1 << index] == least[left]
        )
        order.append(base[index])
        left ^= 1 << index
    return tuple(order)


@cache
def _sets(size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every set of the numbers below `size` but the empty one, as bits and as numbers; subsets stand before."""
    return tuple((bits, tuple(index for index in range(size) if bits >> index & 1)) for bits in range(1, 1 << size))
