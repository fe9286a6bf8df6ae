"""By what a layout just laid, or just laid off onto, can grow in the same turn."""

from __future__ import annotations

from collections.abc import Iterator

from engines.rummy.hand import SUIT
from engines.rummy.layout import Layout
from engines.rummy.patterns import HIGHEST, LONGEST, Pattern, card_at
from engines.rummy.pieces import (
    ACE,
    MOST_ANY,
    MOST_DISTINCT,
    Piece,
    layout_bits,
    of_rank,
)
from engines.rummy.stretches import chains

_NOTHING = (0, 0, 0, 0)


def around(pattern: Pattern, once: int, twice: int, jokers: int, distinct: bool) -> Iterator[Piece]:
    """What can be laid off onto a new layout, of the cards and jokers left: at both ends, if it is a run."""
    if pattern.low < 0:
        rank = pattern.cards[0] // 4
        if not distinct:
            yield from of_rank(rank, once >> 4 * rank & 15, twice >> 4 * rank & 15, jokers, 1, MOST_ANY)
        elif len(pattern.cards) < MOST_DISTINCT:
            yield from of_rank(rank, (once & ~pattern.once) >> 4 * rank & 15, 0, jokers, 1, 1)
        return
    suit = pattern.roles[0] % 4
    low, high, own = pattern.low, pattern.low + len(pattern.cards) - 1, once >> suit & SUIT
    room = LONGEST - len(pattern.cards)
    ends = chains[min(jokers, 2)]
    above = (_NOTHING, *ends(jokers, own, high + 1, HIGHEST, 1))
    for below in (_NOTHING, *ends(jokers, own, low - 1, 0, -1)):
        for upper in above:
            length, used = below[3] + upper[3], below[2] + upper[2]
            if 0 < length <= room and used <= jokers:
                yield below[0] + upper[0], (below[1] | upper[1]) << suit, 0, used


def neighbours(pattern: Pattern, once: int) -> int:
    """The natural cards that continue a new run without a gap, at either end."""
    suit, found = pattern.roles[0] % 4, 0
    for position, step in ((pattern.low - 1, -1), (pattern.low + len(pattern.cards), 1)):
        while 0 <= position <= HIGHEST and once >> card_at(suit, position) & 1:
            found |= 1 << card_at(suit, position)
            position += step
    return found


def along(before: Layout, after: Layout, place: int, once: int, jokers: int) -> Iterator[Piece]:
    """What can be laid off onto the same end as the card that made ``after`` of ``before``, the ``place``-th layout.

    Onto a set of any suits, everything of its rank can be laid off anyway.
    """
    if before.rank < 0:
        suit, own = before.suit, once >> before.suit & SUIT
        growing = -1 if after.low < before.low else 1
        for first, last, step in after.ends:
            if step == growing:
                for value, cards, used, length in chains[min(jokers, 2)](jokers, own, first, last, step):
                    ace = layout_bits(place, ACE) if first + step * (length - 1) in (0, HIGHEST) else 0
                    yield value, cards << suit | ace, 0, used
    elif before.distinct:
        fitting, room = (once & after.fits) >> 4 * after.rank & 15, MOST_DISTINCT - len(after.cards)
        yield from of_rank(after.rank, fitting, 0, jokers, 1, room)
