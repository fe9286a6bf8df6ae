"""The network: where cards may lie, which lie there, which touch, and where the next may be laid.

A place is one integer: the kind of card, its column and its row, so that the neighbours of a place are at constant
distances and ascending integers are the order of RULES.md: H before V, then columns, then rows.
"""

from __future__ import annotations

from bisect import bisect_left

from engines.cards import JOKER
from plugins.contract import JSON
from plugins.wording import shown

COLUMN = 1 << 10  # from a place to the same one a column further; rows are one apart
VERTICAL = 1 << 20  # from H(c,r) to V(c,r)
PLACES = VERTICAL << 1  # every place is less
ROW = COLUMN - 1  # mask: the row, counted from MIDDLE below 0
MIDDLE = 512
_ORIGIN = MIDDLE * COLUMN + MIDDLE

FARTHEST = 255
"""Greatest coordinate that is read. At most 156 cards are laid beyond it, each one step on, so that no integer
overflows into the next column; in a game, two cards lead at most one column and one row on, and no 75 is reached."""

LOWEST, KING, ACE = 2, 13, 14
RANK = (*(card // 4 + LOWEST for card in range(JOKER)), 0)
"""The rank of every card; a joker on the table counts 0."""

CROSSING_H = (VERTICAL - 1, VERTICAL, VERTICAL + COLUMN - 1, VERTICAL + COLUMN)
CROSSING_V = tuple(-step for step in reversed(CROSSING_H))


def _within(steps: int) -> frozenset[int]:
    found = frozenset((0,))
    for _ in range(steps):
        found |= {to + step for to in found for step in (*CROSSING_H, *CROSSING_V, -1, 1)}
    return found


WITHIN_THREE = _within(3)
"""Differences of two places of which one is reached from the other in at most three steps (and some more)."""


def horizontal(column: int, row: int) -> int:
    """H(column, row)."""
    return _ORIGIN + column * COLUMN + row


def vertical(column: int, row: int) -> int:
    """V(column, row)."""
    return _ORIGIN + VERTICAL + column * COLUMN + row


START = (vertical(0, 0), vertical(1, 0))
"""The start joker of either seat."""

AS_SEEN = (0, VERTICAL - COLUMN)
"""By seat: xor-ed with places, it puts them in the order of RULES.md as that seat sees it. Seat 1 counts the columns
from the other side, so that whoever breaks ties by this order plays either seat alike."""


def row_of(place: int) -> int:
    """The row of V(c,r); of H(c,r), which lies across a boundary, the lower of its two rows, r - 1."""
    return (place & ROW) - MIDDLE - (place < VERTICAL)


def written(place: int) -> list[JSON]:
    """The place as JSON: ``["H", 0, 1]``."""
    column = (place % VERTICAL) // COLUMN - MIDDLE
    return ["H" if place < VERTICAL else "V", column, (place & ROW) - MIDDLE]


def parse_place(data: object) -> int:
    """The place of its JSON. Raises ValueError for anything else: ``place: 7 is not ["H" or "V", column, row]``."""
    if type(data) is list and len(data) == 3:
        kind, column, row = data
        if (
            type(kind) is str
            and kind in ("H", "V")
            and type(column) is int
            and type(row) is int
            and -FARTHEST <= column <= FARTHEST
            and -FARTHEST <= row <= FARTHEST
        ):
            return vertical(column, row) if kind == "V" else horizontal(column, row)
    raise ValueError(
        f'place: {shown(data)} is not ["H" or "V", column, row] with both between {-FARTHEST} and {FARTHEST}'
    )


class Network:
    """The cards laid. Nothing is ever removed.

    cards: the card of every laid place. ranks: its rank. near: the laid places that it touches, in no special order.
    frontier: the places where a card may be laid, ascending. top: the greatest row of a V, counted from -MIDDLE.
    """

    __slots__ = ("cards", "frontier", "near", "ranks", "top")

    cards: dict[int, int]
    ranks: dict[int, int]
    near: dict[int, tuple[int, ...]]
    frontier: list[int]
    top: int

    def __init__(self) -> None:
        self.cards, self.ranks, self.near, self.frontier, self.top = {}, {}, {}, [], 0

    def lay(self, place: int, card: int) -> None:
        """Lay ``card`` on an empty place; whether it may lie there is not asked."""
        cards, near, frontier = self.cards, self.near, self.frontier
        cards[place] = card
        self.ranks[place] = RANK[card]
        at = bisect_left(frontier, place)
        if at < len(frontier) and frontier[at] == place:
            del frontier[at]
        touching = []
        for step in CROSSING_H if place < VERTICAL else CROSSING_V:
            other = place + step
            if other in near:
                touching.append(other)
                near[other] += (place,)
            else:
                at = bisect_left(frontier, other)
                if at == len(frontier) or frontier[at] != other:
                    frontier.insert(at, other)
        if place >= VERTICAL:
            self.top = max(self.top, place & ROW)
            for other in (place - 1, place + 1):
                if other in near:
                    touching.append(other)
                    near[other] += (place,)
        near[place] = tuple(touching)

    def may_lay(self, place: int) -> bool:
        """Whether the place is empty and a laid card of the other kind touches it."""
        frontier = self.frontier
        at = bisect_left(frontier, place)
        return at < len(frontier) and frontier[at] == place

    def clone(self) -> Network:
        """An independent copy."""
        copy = Network.__new__(Network)
        copy.cards = self.cards.copy()
        copy.ranks = self.ranks.copy()
        copy.near = self.near.copy()
        copy.frontier = self.frontier[:]
        copy.top = self.top
        return copy
