"""A hand of cards, kept both as a list and as bits; what cards count.

Bit ``card`` of a mask stands for the card, so that the four cards of a rank are neighbours and the next card of a suit
is four bits higher. There are two packs at most, so two masks hold any hand without its jokers.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from engines.cards import JOKER

VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
"""What a card of a rank counts; a joker in a layout counts as the card that it stands for."""
IN_HAND = (*(value for value in VALUES for _ in range(4)), 20)
"""What a card counts that is left in hand, jokers included."""

BIT = tuple([1 << card for card in range(JOKER)] + [0])
"""By card its bit in a mask; a joker has none."""
_UNIT = tuple([1 << card // 4 * 4 for card in range(JOKER)] + [0])
# Values have four binary digits: the cards whose value has a 1, a 2, an 4, an 8 in it.
_ONES, _TWOS, _FOURS, _EIGHTS = (
    sum(1 << card for card in range(JOKER) if VALUES[card // 4] & digit) for digit in (1, 2, 4, 8)
)


def points(mask: int) -> int:
    """What the cards of a mask count together."""
    return mask and (
        (mask & _ONES).bit_count()
        + 2 * (mask & _TWOS).bit_count()
        + 4 * (mask & _FOURS).bit_count()
        + 8 * (mask & _EIGHTS).bit_count()
    )


SUIT = sum(1 << 4 * rank for rank in range(13))
"""The cards of clubs as a mask; ``mask >> suit & SUIT`` are the cards of a suit, one in every four bits."""

_FIVE_EACH, _FOURTH_BITS = 5 * SUIT, 8 * SUIT  # a count of three or more and five have the fourth bit


def positions(own: int) -> int:
    """The positions of a run that the cards of one suit can take, four bits apart: an ace takes the first and last."""
    return own << 4 | own >> 48


def in_runs(once: int) -> int:
    """The first positions of runs of three natural cards: bit ``4 * position + suit``."""
    line = once << 4 | once >> 48
    return line & line >> 4 & line >> 8


def may_run(jokers: int, once: int) -> int:
    """Positions of cards (bit ``4 * position + suit``) in all suits of which there can be a run with the jokers."""
    if not jokers:
        return in_runs(once)
    line = once << 4 | once >> 48
    return line & (line >> 4 | line >> 8) if jokers == 1 else line


def _near(card: int) -> int:
    """The cards of the same suit that can be in a run of three with a card."""
    ranks = {(card // 4 + step) % 13 for step in (-2, -1, 1, 2)}
    return sum(1 << 4 * rank + card % 4 for rank in ranks)


_NEAR = [_near(card) for card in range(JOKER)]


class Hand:
    """Mutable.

    cards:  all cards, ascending.
    once:   mask of the natural cards held at least once. twice: of those held twice.
    ranks:  how many natural cards of every rank, in four bits each.
    jokers: their number.
    """

    __slots__ = ("cards", "jokers", "once", "ranks", "twice")

    def __init__(self, cards: Iterable[int] = ()) -> None:
        self.cards: list[int] = []
        self.once = self.twice = self.ranks = self.jokers = 0
        for card in cards:
            self.add(card)

    def add(self, card: int) -> None:
        """Take up a card."""
        insort(self.cards, card)
        bit, once = BIT[card], self.once
        if once & bit:
            self.twice |= bit
        elif bit:
            self.once = once | bit
        else:
            self.jokers += 1
        self.ranks += _UNIT[card]

    def remove(self, card: int) -> None:
        """Part with a card that is held."""
        self.cards.remove(card)
        bit = BIT[card]
        if self.twice & bit:
            self.twice ^= bit
        elif bit:
            self.once ^= bit
        else:
            self.jokers -= 1
        self.ranks -= _UNIT[card]

    def copy(self) -> Hand:
        """An independent one."""
        copy = Hand.__new__(Hand)
        copy.cards = self.cards[:]
        copy.once = self.once
        copy.twice = self.twice
        copy.ranks = self.ranks
        copy.jokers = self.jokers
        return copy

    def distinct(self) -> tuple[int, ...]:
        """The cards, ascending, equal ones once."""
        if self.twice or self.jokers > 1:
            return tuple(dict.fromkeys(self.cards))
        return tuple(self.cards)

    def is_bare(self) -> bool:
        """Whether it holds no joker, no run and no set of three."""
        once = self.once
        if self.jokers or self.ranks + _FIVE_EACH & _FOURTH_BITS:
            return False
        # Two neighbours at least are in any run.
        return not once & once >> 4 or not in_runs(once)

    def goes_with(self, card: int) -> bool:
        """Whether a natural ``card`` more can be in a run or set with cards of this hand, which has no joker."""
        if self.ranks >> (card & ~3) & 15 >= 2:
            return True
        near = self.once & _NEAR[card]
        return near & near - 1 > 0 and in_runs(self.once | BIT[card]) >> (card & 3) & SUIT > 0
