"""Runs of any length and ends of runs that the cards of one suit and some jokers can make, for the search of openings.

Cards of a suit are a mask as ``runs.SUIT`` cuts it out: as if the suit were clubs.
"""

from __future__ import annotations

from functools import lru_cache

from engines.rummy.caching import kept
from engines.rummy.hand import VALUES, positions
from engines.rummy.patterns import HIGHEST, LONGEST, rank_at
from engines.rummy.runs import starts, subsets, window

Stretch = tuple[int, int, int, int]
"""Points, mask of the natural cards, jokers, length."""


def _stretches(line: int, first: int, last: int, step: int, jokers: int) -> list[Stretch]:
    """All ways to fill the positions from ``first`` on, at most to ``last``, with cards of ``line`` or jokers."""
    found: list[Stretch] = []
    ends: list[Stretch] = [(0, 0, 0, 0)]
    for position in range(first, last + step, step):
        rank = rank_at(position)
        value, held, card = VALUES[rank], line >> 4 * position & 1, 1 << 4 * rank
        longer = []
        for points, cards, used, length in ends:
            if held:
                longer.append((points + value, cards | card, used, length + 1))
            if used < jokers:
                longer.append((points + value, cards, used + 1, length + 1))
        if not longer:
            break
        found += longer
        ends = longer
    return found


@kept(none=8_192, one=4_096, more=128)
def all_runs(jokers: int, own: int, least: int) -> tuple[tuple[int, int, int], ...]:
    """Every run of ``least`` cards or more, with ``jokers`` or fewer: its points, natural cards and jokers.

    Also those with a joker where the card itself is held, for another piece may use that card.
    """
    line = positions(own)
    runs = []
    for low in starts(line, jokers):
        for place, length, value in _WINDOWS[low]:
            lacks = (place & ~line).bit_count()
            if lacks > jokers:
                break  # longer ones lack as much at least
            if length < least or lacks == length:
                continue
            held = place & line
            cards = held >> 4 | (held & 1) << 48
            runs.append((value, cards, lacks))
            for more in range(1, min(jokers, length - 1) - lacks + 1):
                runs += [(value, cards & ~wild, lacks + more) for wild in subsets(cards, more)]
    return tuple(runs)


@kept(none=4_096, one=2_048, more=128)
def chains(jokers: int, own: int, first: int, last: int, step: int) -> tuple[Stretch, ...]:
    """All that can be laid off onto the end of a run: the positions ``first`` to ``last`` can be filled, one by one.

    ``step``: 1 at the upper end, -1 at the lower.
    """
    return tuple(_stretches(positions(own), first, last, step, jokers))


@lru_cache(maxsize=4096)
def best_chains(own: int, first: int, last: int, jokers: int, step: int) -> tuple[int, ...]:
    """The most points of ``chains`` with 0, 1, ... ``jokers`` jokers; 0 where there is none."""
    line = positions(own)
    best = [0] * (jokers + 1)
    total = lacks = 0
    for position in range(first, last + step, step):
        total += VALUES[rank_at(position)]
        lacks += not line >> 4 * position & 1
        if lacks > jokers:
            break
        best[lacks] = total
    return tuple(best)


@lru_cache(maxsize=16_384)
def best_runs(own: int, jokers: int, least: int) -> tuple[int, ...]:
    """The most points of a run with 1, 2, ... ``jokers`` jokers, with 0 before them; 0 where there is none."""
    line = positions(own)
    best = [0] * (jokers + 1)
    for low in starts(line, jokers):
        for place, length, value in _WINDOWS[low]:
            lacks = (place & ~line).bit_count()
            if lacks > jokers:
                break
            if least <= length and 0 < lacks < length and value > best[lacks]:
                best[lacks] = value
    return tuple(best)


_WINDOWS = [
    [
        (window(low, length), length, sum(VALUES[rank_at(low + place)] for place in range(length)))
        for length in range(3, min(LONGEST, HIGHEST + 1 - low) + 1)
    ]
    for low in range(HIGHEST - 1)
]
"""By first position the positions, the length and the points of every run from there on, short ones first."""
