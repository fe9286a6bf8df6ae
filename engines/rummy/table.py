"""The layouts that lie on the table, and what follows from all of them together."""

from __future__ import annotations

from engines.cards import JOKER
from engines.rummy.actions import off, swap
from engines.rummy.hand import BIT, Hand
from engines.rummy.layout import Layout


class Table:
    """Mutable.

    layouts: by number, ascending.
    fits:    the natural cards that can be laid off onto one of them, as a mask..
    frees:   the natural cards for which a joker can be taken out of one, as a mask.
    """

    __slots__ = ("fits", "frees", "layouts")

    def __init__(self) -> None:
        self.layouts: dict[int, Layout] = {}
        self.fits = self.frees = 0

    def put(self, number: int, layout: Layout | None) -> None:
        """Lay a layout, new or changed; None: that of this number leaves the table."""
        if layout is None:
            self.layouts.pop(number, None)
        elif number in self.layouts:
            self.layouts[number] = layout
        else:
            self.layouts[number] = layout
            self.fits |= layout.fits
            self.frees |= layout.frees
            return
        fits = frees = 0
        for lies in self.layouts.values():
            fits |= lies.fits
            frees |= lies.frees
        self.fits, self.frees = fits, frees

    def copy(self) -> Table:
        """An independent one."""
        copy = Table.__new__(Table)
        copy.layouts = self.layouts.copy()
        copy.fits = self.fits
        copy.frees = self.frees
        return copy

    def places(self, card: int) -> list[tuple[int, int]]:
        """Where ``card`` can be laid off: layouts and roles, ascending."""
        if card == JOKER:
            return [(number, role) for number, layout in self.layouts.items() for role in layout.wild]
        bit = BIT[card]
        return [(number, card) for number, layout in self.layouts.items() if layout.fits & bit]

    def offs(self, hand: Hand) -> list[int]:
        """The actions OFF that the rules of layouts allow, ascending."""
        cards, jokers = hand.once & self.fits, hand.jokers
        found: list[int] = []
        if not (cards or (jokers and self.fits)):
            return found
        for number, layout in self.layouts.items():
            fitting = cards & layout.fits
            while fitting:
                card = (fitting & -fitting).bit_length() - 1
                found.append(off(number, card, card))
                fitting &= fitting - 1
            if jokers:
                found += [off(number, JOKER, role) for role in layout.wild]
        return found

    def swaps(self, hand: Hand) -> list[int]:
        """The actions SWAP that the rules of layouts allow, ascending."""
        if not hand.once & self.frees:
            return []
        found = []
        for number, layout in self.layouts.items():
            freeing = hand.once & layout.frees
            while freeing:
                found.append(swap(number, (freeing & -freeing).bit_length() - 1))
                freeing &= freeing - 1
        return found
