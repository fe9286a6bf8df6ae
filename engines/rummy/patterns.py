"""Every new layout that can be laid, numbered in the order in which legal actions are listed.

There are some ten thousand: runs of three to seven cards, sets of three or four, with jokers in any place but not in
all. They are made once, so that an action is a number and a hand's layouts are looked up rather than built.

A suit has fourteen positions in a run: 0 is the ace as the lowest, 1 to 12 are the 2 to the king, 13 is the ace as the
highest. What a card of a layout stands for is its role: in a run a card; in a set a natural card stands for itself and
a joker for its rank and any suit, the role ``STAR + rank``, written ``9*``.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

from engines.cards import JOKER, NAMES, RANKS
from engines.rummy.hand import VALUES

STAR = JOKER + 1
ROLE_NAMES = (*NAMES, *(rank + "*" for rank in RANKS))
"""The written role of every number; JOKER itself is none."""
HIGHEST = 13
LONGEST = 13  # cards of a run
LONGEST_NEW = 7  # cards of a new layout; it grows by lay-offs


def rank_at(position: int) -> int:
    """The rank at a position of a run; both ends are the ace."""
    return (position - 1) % 13


def card_at(suit: int, position: int) -> int:
    """The card at a position of a suit's run."""
    return rank_at(position) * 4 + suit


class Pattern(NamedTuple):
    """A new layout.

    cards, roles: in written order. value: points. once: mask of its natural cards. twice: of those in it twice.
    jokers: their number. low: the position of a run's first card, or -1 for a set.
    beside: mask of the natural cards by which it may grow at once: at the ends of a run, of the rank of a set.
    line:   mask of all natural cards by which it may grow: of its suit, of its rank.
    """

    cards: tuple[int, ...]
    roles: tuple[int, ...]
    value: int
    once: int
    twice: int
    jokers: int
    low: int
    beside: int
    line: int


def _pattern(cards: tuple[int, ...], roles: tuple[int, ...], low: int) -> Pattern:
    once = twice = 0
    for card in cards:
        if card != JOKER:
            twice |= once & 1 << card
            once |= 1 << card
    value = sum(VALUES[role - STAR if role >= STAR else role // 4] for role in roles)
    if low < 0:
        beside = line = 15 << cards[0] // 4 * 4
    else:
        ends = (low - 1, low + len(cards))
        beside = sum(1 << card_at(roles[0] % 4, end) for end in ends if 0 <= end <= HIGHEST)
        line = sum(1 << card for card in range(roles[0] % 4, JOKER, 4))
    return Pattern(cards, roles, value, once, twice, cards.count(JOKER), low, beside, line)


def _runs() -> list[tuple[tuple[int, int, int, int], Pattern]]:
    """All new runs, each with its suit, length, first position and places of jokers (bit i: its i-th card)."""
    made = []
    for suit in range(4):
        for length in range(3, LONGEST_NEW + 1):
            for low in range(HIGHEST + 2 - length):
                roles = tuple(card_at(suit, low + place) for place in range(length))
                for wild in range((1 << length) - 1):
                    cards = tuple(JOKER if wild >> place & 1 else role for place, role in enumerate(roles))
                    made.append(((suit, length, low, wild), _pattern(cards, roles, low)))
    return made


def _sets() -> list[tuple[tuple[int, tuple[int, ...], int], Pattern]]:
    """All new sets, each with its rank, the suits of its natural cards, ascending, and its length."""
    made = []
    for rank in range(13):
        for length in (3, 4):
            for naturals in range(1, length + 1):
                for suits in combinations_with_replacement(range(4), naturals):
                    if max(map(suits.count, suits)) > 2:
                        continue
                    own = tuple(4 * rank + suit for suit in suits)
                    jokers = length - naturals
                    pattern = _pattern(own + (JOKER,) * jokers, own + (STAR + rank,) * jokers, -1)
                    made.append(((rank, suits, length), pattern))
    return made


_RUNS, _SETS = _runs(), _sets()
PATTERNS: tuple[Pattern, ...] = tuple(
    sorted(
        [pattern for _, pattern in [*_RUNS, *_SETS]],
        key=lambda pattern: (pattern.cards[0], len(pattern.cards), pattern.cards[1:], pattern.roles),
    )
)
NUMBER: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {
    (pattern.cards, pattern.roles): number for number, pattern in enumerate(PATTERNS)
}
"""(cards, roles) -> number of the pattern."""


def _number(pattern: Pattern) -> int:
    return NUMBER[pattern.cards, pattern.roles]


RUN: dict[tuple[int, int, int, int], int] = {key: _number(pattern) for key, pattern in _RUNS}
"""(suit, length, first position, places of jokers) -> number of the pattern."""
SET: dict[tuple[int, tuple[int, ...], int], int] = {key: _number(pattern) for key, pattern in _SETS}
"""(rank, suits of the natural cards, length) -> number of the pattern."""
