"""Whether pieces that share no card can be worth so many points: a search that stops at the first proof.

Pieces with jokers are chosen first, the dearest first, for there are few jokers; then runs without; the sets without
are what is left, for any cards of one rank are a set. Every choice is cut short by a bound of what can still come.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.rummy.bounds import together
from engines.rummy.hand import VALUES, points
from engines.rummy.pieces import Piece


def without(once: int, twice: int, cards: int, pairs: int) -> tuple[int, int]:
    """The masks of a hand without the cards of a piece; of ``pairs`` it loses both."""
    return once & ~(pairs | cards & ~twice), twice & ~cards


class Naturals:
    """The pieces without jokers of a hand.

    cover: mask of the cards that are in one.
    """

    __slots__ = ("_pieces", "_sets", "cover")

    def __init__(self, pieces: Iterable[Piece], sets: Iterable[tuple[int, int]]) -> None:
        """``sets``: ranks whose cards are pieces whatever their suits, each with the fewest cards of one."""
        self._pieces = sorted(pieces, reverse=True)
        self._sets = [(4 * rank, VALUES[rank], fewest) for rank, fewest in sets]
        self.cover = 0
        for _, cards, _, _ in self._pieces:
            self.cover |= cards
        for shift, _, _ in self._sets:
            self.cover |= 15 << shift

    def most(self, once: int, twice: int) -> int:
        """An upper bound of what these cards, some or all of the hand's, count in disjoint pieces."""
        cover = self.cover
        return points(once & cover) + points(twice & cover) if cover else 0

    def reach(self, once: int, twice: int, need: int, start: int = 0) -> bool:
        """Whether disjoint pieces of these cards count ``need`` points; those before ``start`` had their turn."""
        left = need
        for shift, value, fewest in self._sets:
            count = (once >> shift & 15).bit_count() + (twice >> shift & 15).bit_count()
            if count >= fewest:
                left -= count * value
        if left <= 0:
            return True
        pieces = self._pieces
        for index in range(start, len(pieces)):
            value, cards, pairs, _ = pieces[index]
            if cards & ~once or pairs & ~twice:
                continue
            left = need - value
            if left <= 0:
                return True
            ones, twos = without(once, twice, cards, pairs)
            if self.most(ones, twos) >= left and self.reach(ones, twos, left, index):
                return True
        return False


class Packing:
    """All pieces of a hand, with and without jokers."""

    __slots__ = ("_most", "_naturals", "_wild")

    def __init__(self, naturals: Naturals, wild: Iterable[Piece], jokers: int) -> None:
        """``wild``: the pieces with one to ``jokers`` jokers."""
        self._naturals = naturals
        self._wild = sorted(wild, reverse=True)
        best = [0] * (jokers + 1)
        for value, _, _, used in self._wild:
            if value > best[used]:
                best[used] = value
        self._most = together(best)

    def reach(self, once: int, twice: int, jokers: int, need: int, start: int = 0) -> bool:
        """Whether disjoint pieces of these cards and jokers, some or all of the hand's, count ``need`` points.

        The pieces with jokers before ``start`` have had their turn.
        """
        if need <= 0:
            return True
        rest = self._naturals.most(once, twice)
        if rest >= need and self._naturals.reach(once, twice, need):
            return True
        most, wild = self._most, self._wild
        room = need - rest
        if not jokers or most[jokers] < room:
            return False
        for index in range(start, len(wild)):
            value, cards, pairs, used = wild[index]
            if value + most[jokers - 1] < room:
                return False  # and so of all that follow: they are worth less
            if used > jokers or cards & ~once or pairs & ~twice or value + most[jokers - used] < room:
                continue
            if self.reach(*without(once, twice, cards, pairs), jokers - used, need - value, index):
                return True
        return False
