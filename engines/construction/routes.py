"""The cheapest way of a big chip to where it is going, over cards laid and cards still to be laid.

Costs are thousandths of a card: how many of a player's own cards it takes to enter a card of some rank, or to lay one.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache
from heapq import heappop, heappush

from engines.construction.network import ACE, AS_SEEN, CROSSING_H, CROSSING_V, MIDDLE, ROW, VERTICAL, Network
from engines.construction.state import TOP

ENTRY = (1000, 1000, *(13_000 // (ACE + 1 - rank) for rank in range(2, ACE + 1)))
"""By rank: of thirteen ranks, so many are high enough to enter it."""
UNLAID = 2200
"""To lay a card, a low one, and to enter it."""
SUPPORT = 1000
"""To lay the H without which a V may not be laid."""
CHIP = 20_000
"""To wait until a chip of the other goes away: more than any way round it, as far as there is one."""

_STEPS_H = tuple((step, False) for step in CROSSING_H)
_STEPS_V = ((1, True), (-1, True), *((step, False) for step in CROSSING_V))
_UNKNOWN = 1 << 30
_ROWS = range(-MIDDLE, MIDDLE)


def route(
    network: Network, seat: int, start: int, home: int | None, barred: Set[int], ranks: Mapping[int, int]
) -> tuple[int, list[int]]:
    """Cost and places, in their order, of the seat's cheapest way from ``start`` to ``home``.

    ``home`` None is any V of row TOP or higher. ``barred`` are the places that may not be entered as yet, ``ranks``
    those of the cards laid or supposed to be. Of equal ways it is the one that comes first as the seat sees them.
    """
    least_v, least_h = _least_home() if home else _least_up(network.top)
    may_lay = network.may_lay
    costs = {start: 0}
    known_cost = costs.get
    back: dict[int, int] = {}
    seen = AS_SEEN[seat]
    heap = [(0, 0, start ^ seen)]  # cost so far and at least, what is left of it at least, place as seen
    while True:  # A*: the network can be built on without end, so that there is a way
        total, least, place = heappop(heap)
        place ^= seen
        cost = total - least
        if cost > costs[place]:
            continue
        vertical = place >= VERTICAL
        if place == home if home else vertical and place & ROW >= TOP + MIDDLE:
            break
        for step, end_to_end in _STEPS_V if vertical else _STEPS_H:
            to = place + step
            known = known_cost(to, _UNKNOWN)
            if known <= cost + ENTRY[0]:
                continue
            if to in ranks:
                total = cost + ENTRY[ranks[to]]
                if to in barred:
                    total += CHIP
            else:
                total = cost + UNLAID
                if end_to_end and not may_lay(to):
                    total += SUPPORT
            if total < known:
                costs[to] = total
                back[to] = place
                least = least_v[to & ROW] if to >= VERTICAL else least_h[to & ROW]
                heappush(heap, (total + least, least, to ^ seen))
    places = []
    while place != start:
        places.append(place)
        place = back[place]
    return cost, places[::-1]


@cache
def _least_home() -> tuple[list[int], list[int]]:
    """What the way to row 0 costs at least, from a V and from an H of every row: a card entered for every row."""
    return [1000 * abs(row) for row in _ROWS], [1000 * max(row, 1 - row) for row in _ROWS]


@cache
def _least_up(built: int) -> tuple[list[int], list[int]]:
    """What the way to row TOP costs at least, from a V and from an H of every row, if no V lies above row ``built``.

    A row without a V takes one to be laid; and if it is not the first such row, no H lies beside it either.
    """
    from_v, from_h = [0] * len(_ROWS), [0] * len(_ROWS)
    for row in range(TOP + MIDDLE, 0, -1):
        from_h[row] = from_v[row] + (ENTRY[0] if row <= built else UNLAID)
        from_v[row - 1] = from_h[row] + (SUPPORT if row > built + 1 else 0)
    return from_v, from_h
