"""Ranks, suits, packs and the notation of cards.

A card is a small integer, ``4 * rank + suit``: rank 0 is the 2, 12 the ace; suits are clubs, diamonds, hearts, spades.
52 is a joker. Cards of several packs are interchangeable and have the same number. Written, a card is its rank, then
its suit: ``8H``, ``TS``; a joker is ``JK``.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "CDHS"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JOKER = 52

NAMES: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "JK")
"""The written card of every number, the joker's last."""

_NUMBERS = {name: card for card, name in enumerate(NAMES)}


def pack(packs: int = 1, jokers: int = 0) -> list[int]:
    """``packs`` packs of 52, each ascending, then ``jokers`` jokers in all."""
    return list(range(52)) * packs + [JOKER] * jokers


def parse(name: object) -> int:
    """The number of a written card. Raises ValueError for anything else: ``card: "1H" is not a rank and a suit``."""
    card = _NUMBERS.get(name) if type(name) is str else None
    if card is None:
        shown = f'"{name[:10]}"' if type(name) is str else f"a value of type {type(name).__name__}"
        raise ValueError(f"card: {shown} is not one of {RANKS} and one of {SUITS}, nor JK")
    return card


def names(cards: Iterable[int]) -> list[str]:
    """The written cards, in the order given."""
    return [NAMES[card] for card in cards]


def is_red(card: int) -> bool:
    """Diamonds and hearts are red; a joker is not."""
    return card != JOKER and card % 4 in (DIAMONDS, HEARTS)
