"""Sets of cards as bit masks: what goes on a top card, what may be exchanged for it, and what makes pairs.

Card ``c`` is bit ``c``, so the four cards of a rank are four neighbouring bits, ``4 * rank`` the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.cards import RANKS, is_red

PACK = (1 << 52) - 1
LOWEST = PACK // 15  # the lowest bit of every rank
RED = sum(1 << card for card in range(52) if is_red(card))

_TEN = RANKS.index("T")
TENS = 15 << 4 * _TEN

SAME = tuple((RED if is_red(card) else PACK & ~RED) | 15 << (card & ~3) for card in range(52))
"""The cards of the same colour or the same rank."""
LAID_ON = tuple(same | TENS for same in SAME)
"""The cards that may be laid on this top: of its colour or rank, and tens. An ace of its colour is among them."""
EXCHANGED_FOR = tuple(PACK if top // 4 == _TEN else same for top, same in enumerate(SAME))
"""The cards that may be exchanged for a pile with this top: of its colour or rank; any if it is a ten."""

_SUITS = [(first, second) for first in range(4) for second in range(first + 1, 4)]
PAIRS = tuple((4 * rank + first, 4 * rank + second) for rank in range(13) for first, second in _SUITS)
"""The 78 pairs of a pack, by first card, then by second."""
PAIR_MASKS = tuple(1 << first | 1 << second for first, second in PAIRS)
PAIRS_OF = tuple(
    tuple(index for index, (first, second) in enumerate(_SUITS) if held >> first & held >> second & 1)
    for held in range(16)
)
"""For the four bits of a rank: which of the rank's six pairs are among them."""


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards, all different."""
    return sum([1 << card for card in cards])


def cards_of(mask: int) -> list[int]:
    """The cards of a set, ascending."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return cards


def ranks_of(mask: int) -> int:
    """The ranks that a set has a card of, each as its lowest bit."""
    halves = mask | mask >> 1
    return (halves | halves >> 2) & LOWEST


def doubled(mask: int) -> int:
    """The ranks that a set has two cards of or more, each as its lowest bit."""
    shifted = mask >> 1
    either, both = mask | shifted, mask & shifted
    # Two neighbours, or one of the first two suits and one of the last two.
    return (both | both >> 1 | both >> 2 | either & either >> 2) & LOWEST
