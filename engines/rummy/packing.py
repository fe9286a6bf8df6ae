"""Whether pieces that share no card can be worth so many points: searches that stop at the first proof.

Every choice is cut short by a bound of what can still come. Without jokers, runs are chosen, and the sets are what is
left, for any cards of one rank are a set.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.cards import JOKER
from engines.rummy.bounds import together
from engines.rummy.hand import VALUES, points
from engines.rummy.pieces import Piece

CARDS = (1 << JOKER) - 1
"""All natural cards; what is above them are ends of layouts."""


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
    """All pieces of a hand, with and without jokers: those with jokers are chosen first, the dearest first.

    Few jokers make few choices. With many of them this finds most of what there is, but takes too long to show that
    there is nothing: then it gives up after so many ``steps``.

    gave_up: whether it did when it was asked last.
    """

    __slots__ = ("_allowed", "_most", "_naturals", "_steps", "_wild", "gave_up")

    def __init__(self, naturals: Naturals, wild: Iterable[Piece], jokers: int, steps: int | None = None) -> None:
        """``wild``: the pieces with one to ``jokers`` jokers; those of few jokers if the steps are limited."""
        self._naturals = naturals
        self._wild = sorted(wild, reverse=True)
        best = [0] * (jokers + 1)
        for value, _, _, used in self._wild:
            if value > best[used]:
                best[used] = value
        self._most = together(best)
        self._allowed = steps
        self._steps, self.gave_up = 0, False

    def reach(self, once: int, twice: int, jokers: int, need: int) -> bool:
        """Whether disjoint pieces of these cards and jokers, some or all of the hand's, count ``need`` points."""
        self._steps, self.gave_up = 0, False
        return self._reach(once, twice, jokers, need, 0)

    def _reach(self, once: int, twice: int, jokers: int, need: int, start: int) -> bool:
        """The same; the pieces with jokers before ``start`` have had their turn."""
        if need <= 0:
            return True
        rest = self._naturals.most(once, twice)
        if rest >= need and self._naturals.reach(once, twice, need):
            return True
        most, wild = self._most, self._wild
        room = need - rest
        if not jokers or most[jokers] < room:
            return False
        self._steps += 1
        if self._allowed and self._steps > self._allowed:
            self.gave_up = True
            return False
        for index in range(start, len(wild)):
            value, cards, pairs, used = wild[index]
            if value + most[jokers - 1] < room:
                return False  # and so of all that follow: they are worth less
            if used > jokers or cards & ~once or pairs & ~twice or value + most[jokers - used] < room:
                continue
            if self._reach(*without(once, twice, cards, pairs), jokers - used, need - value, index):
                return True
        return False


class Covering:
    """All pieces of a hand with many jokers: the dearest card left is put into a piece, or left over.

    What could be reached at most are all cards, and jokers in the dearest roles; where need is close to that, hardly a
    card can be left over and hardly a joker be put elsewhere. Where it is not, ``Packing`` has found a way before.
    """

    __slots__ = ("_by_card", "_loose", "_shown", "_worth")

    def __init__(self, pieces: Iterable[Piece], jokers: int) -> None:
        """``pieces``: all of them, sets without jokers included."""
        self._by_card: list[list[Piece]] = [[] for _ in range(JOKER)]
        self._loose: list[Piece] = []
        best = [0] * (jokers + 1)
        for piece in sorted(set(pieces), key=lambda piece: (8 * piece[3] - piece[0], piece)):
            value, cards, pairs, used = piece
            cards &= CARDS
            best[used] = max(best[used], value - points(cards) - points(pairs))
            (self._by_card[cards.bit_length() - 1] if cards else self._loose).append(piece)
        self._worth = together(best)
        # (masks, jokers) -> the most points shown to be within reach, the fewest shown not to be
        self._shown: dict[tuple[int, int, int], tuple[int, int]] = {}

    def reach(self, once: int, twice: int, jokers: int, need: int) -> bool:
        """Whether disjoint pieces of these cards and jokers, some or all of the hand's, count ``need`` points."""
        if need <= 0:
            return True
        cards = once & CARDS
        if points(cards) + points(twice) + self._worth[jokers] < need:
            return False
        key = once, twice, jokers
        can, cannot = self._shown.get(key, (0, 1 << 30))
        if need <= can:
            return True
        if need >= cannot:
            return False
        found = self._reach(cards, once, twice, jokers, need)
        self._shown[key] = (need, cannot) if found else (can, need)
        return found

    def _reach(self, cards: int, once: int, twice: int, jokers: int, need: int) -> bool:
        for value, own, pairs, used in self._by_card[cards.bit_length() - 1] if cards else self._loose:
            if used > jokers or own & ~once or pairs & ~twice:
                continue
            if self.reach(*without(once, twice, own, pairs), jokers - used, need - value):
                return True
        if not cards:
            return False
        return self.reach(*without(once, twice, 1 << cards.bit_length() - 1, 0), jokers, need)
