"""A layout on the table: what can be laid off onto it, and what frees its joker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engines.cards import JOKER, names
from engines.rummy.patterns import HIGHEST, LONGEST, ROLE_NAMES, STAR, card_at
from plugins.wording import shown


class Layout:
    """Immutable: whoever lays a card off or swaps a joker gets another one.

    cards, roles: in written order; a role is what a card stands for (see patterns).
    rank:  of a set; -1 for a run.
    suit, low, high: of a run: its suit and its first and last position; -1 for a set.
    fits:  mask of the natural cards that can be laid off onto it.
    wild:  the roles that a joker laid off onto it can have, ascending.
    frees: mask of the natural cards for which a joker can be taken out.
    ends:  of a run: where it can grow, each end as its first position, its last one, and the step between two.
    """

    __slots__ = ("cards", "distinct", "ends", "fits", "frees", "high", "low", "rank", "roles", "suit", "wild")

    def __init__(self, cards: tuple[int, ...], roles: tuple[int, ...], distinct: bool) -> None:
        """Cards that are a layout, in written order (see ``laid``); ``distinct``: by the rules of such sets."""
        self.cards = cards
        self.roles = roles
        self.distinct = distinct
        self.rank = self.suit = self.low = self.high = -1
        self.ends: tuple[tuple[int, int, int], ...] = ()
        if roles[-1] >= STAR or roles[0] // 4 == roles[1] // 4:
            self._set()
        else:
            self._run()

    def _set(self) -> None:
        self.rank = rank = self.cards[0] // 4
        suits = 15 << 4 * rank
        if self.distinct:
            for card in self.cards:
                if card != JOKER:
                    suits &= ~(1 << card)
        self.frees = suits if self.cards[-1] == JOKER else 0
        if self.distinct and len(self.cards) == 4:
            suits = 0
        self.fits = suits
        self.wild: tuple[int, ...] = (STAR + rank,) if suits else ()

    def _run(self) -> None:
        roles = self.roles
        self.suit = roles[0] % 4
        self.low = low = 0 if roles[0] // 4 == 12 else roles[0] // 4 + 1
        self.high = high = low + len(roles) - 1
        # A run with an ace at one end takes none at the other.
        below = (low - 1, 0 if high < HIGHEST else 1, -1)
        above = (high + 1, HIGHEST if low > 0 else HIGHEST - 1, 1)
        self.ends = tuple([end for end in (below, above) if (end[1] - end[0]) * end[2] >= 0])
        wild = []
        if len(roles) < LONGEST:
            if low > 0:
                wild.append(card_at(self.suit, low - 1))
            # An ace that fits at both ends is one card, and goes to the low end.
            if high < HIGHEST and not (low == 1 and high == HIGHEST - 1):
                wild.append(card_at(self.suit, high + 1))
        wild.sort()
        self.wild = tuple(wild)
        self.fits = 0
        for role in wild:
            self.fits |= 1 << role
        self.frees = 0
        if JOKER in self.cards:
            for card, role in zip(self.cards, roles, strict=True):
                if card == JOKER:
                    self.frees |= 1 << role

    def extended(self, card: int, role: int) -> Layout:
        """With a card more, which fits as ``role``."""
        if self.rank >= 0:
            # Numbers put natural cards before jokers and order them as they are written.
            return layout(tuple(sorted((*self.cards, card))), tuple(sorted((*self.roles, role))), self.distinct)
        if self.low and role == card_at(self.suit, self.low - 1):
            return layout((card, *self.cards), (role, *self.roles), self.distinct)
        return layout((*self.cards, card), (*self.roles, role), self.distinct)

    def swapped(self, card: int) -> Layout:
        """With ``card`` in the place of a joker that stands for it."""
        if self.rank >= 0:
            cards, roles = sorted((*self.cards[:-1], card)), sorted((*self.roles[:-1], card))
            return layout(tuple(cards), tuple(roles), self.distinct)
        place = self.roles.index(card)
        return layout((*self.cards[:place], card, *self.cards[place + 1 :]), self.roles, self.distinct)


@lru_cache(maxsize=8_192)
def layout(cards: tuple[int, ...], roles: tuple[int, ...], distinct: bool) -> Layout:
    """A ``Layout``, perhaps one that was made before."""
    return Layout(cards, roles, distinct)


def laid(cards: Sequence[int], roles: Sequence[int], distinct: bool) -> Layout:
    """The layout of cards that somebody wrote down. Raises ValueError if it is none, or not in written order."""
    if len(cards) == len(roles) >= 3 and any(card != JOKER for card in cards):
        stands = all(card in (role, JOKER) and role != JOKER for card, role in zip(cards, roles, strict=True))
        if stands and (_is_set(cards, roles, distinct) or _is_run(roles)):
            return layout(tuple(cards), tuple(roles), distinct)
    raise ValueError(f"layouts: {shown(names(cards))} as {shown([ROLE_NAMES[role] for role in roles])} is no layout")


def _is_set(cards: Sequence[int], roles: Sequence[int], distinct: bool) -> bool:
    rank = cards[0] // 4
    if list(cards) != sorted(cards) or any(card != JOKER and card // 4 != rank for card in cards):
        return False
    if any(role != (STAR + rank if card == JOKER else card) for card, role in zip(cards, roles, strict=True)):
        return False
    naturals = [card for card in cards if card != JOKER]
    return not distinct or (len(cards) <= 4 and len(set(naturals)) == len(naturals))


def _is_run(roles: Sequence[int]) -> bool:
    low = 0 if roles[0] // 4 == 12 else roles[0] // 4 + 1
    if low + len(roles) - 1 > HIGHEST or len(roles) > LONGEST:
        return False
    return all(role == card_at(roles[0] % 4, low + place) for place, role in enumerate(roles))
