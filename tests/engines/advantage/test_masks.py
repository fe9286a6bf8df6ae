"""Sets of cards against what the rules say of two cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.advantage.masks import (
    EXCHANGED_FOR,
    LAID_ON,
    PAIR_MASKS,
    PAIRS,
    PAIRS_OF,
    cards_of,
    doubled,
    mask_of,
    ranks_of,
)
from engines.cards import NAMES

CARDS = range(52)
HANDS = st.sets(st.integers(0, 51)).map(sorted)


def red(card):
    return NAMES[card][1] in "DH"


@pytest.mark.parametrize("top", CARDS)
def test_what_goes_on_a_top(top):
    alike = {card for card in CARDS if red(card) == red(top) or NAMES[card][0] == NAMES[top][0]}
    tens = {card for card in CARDS if NAMES[card][0] == "T"}
    assert set(cards_of(LAID_ON[top])) == alike | tens
    assert set(cards_of(EXCHANGED_FOR[top])) == (set(CARDS) if NAMES[top][0] == "T" else alike)


@given(HANDS)
def test_a_mask_and_its_cards(cards):
    assert cards_of(mask_of(cards)) == cards


@given(HANDS)
def test_ranks(cards):
    ranks = [NAMES[card][0] for card in cards]
    assert [NAMES[card] for card in cards_of(ranks_of(mask_of(cards)))] == [
        f"{rank}C" for rank in sorted(set(ranks), key="23456789TJQKA".index)
    ]
    assert [NAMES[card][0] for card in cards_of(doubled(mask_of(cards)))] == sorted(
        {rank for rank in ranks if ranks.count(rank) > 1}, key="23456789TJQKA".index
    )


def test_pairs():
    assert list(PAIRS) == [(one, two) for one in CARDS for two in CARDS if one < two and NAMES[one][0] == NAMES[two][0]]
    assert [tuple(cards_of(mask)) for mask in PAIR_MASKS] == list(PAIRS)
    for held in range(16):
        assert [PAIRS[index] for index in PAIRS_OF[held]] == [pair for pair in PAIRS[:6] if mask_of(pair) & ~held == 0]
