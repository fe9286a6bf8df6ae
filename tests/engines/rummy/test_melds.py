"""The new layouts of a hand against all that can be written down, and what layouts on the table take."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.cards import JOKER, NAMES, RANKS, SUITS
from engines.rummy.actions import LAY, REST, encode
from engines.rummy.hand import IN_HAND, Hand, points
from engines.rummy.layout import laid, layout
from engines.rummy.legal import layings, layings_with
from engines.rummy.patterns import NUMBER, PATTERNS, ROLE_NAMES
from engines.rummy.runs import subsets
from engines.rummy.sets import ranks_with

IN_ORDER = ("A", *RANKS)  # the ace below the 2 and above the king


def written(hand: list[str], shortest: int, longest_run: int, longest_set: int, distinct: bool):
    """Every new layout of a hand, by trying all places of all runs and all choices of cards for a set."""
    found = set()
    for suit, length in product(SUITS, range(shortest, longest_run + 1)):
        for start in range(len(IN_ORDER) - length + 1):
            roles = [rank + suit for rank in IN_ORDER[start : start + length]]
            for wild in product([False, True], repeat=length):
                cards = ["JK" if joker else role for joker, role in zip(wild, roles, strict=True)]
                if not all(wild) and all(cards.count(card) <= hand.count(card) for card in cards):
                    found.add((tuple(cards), tuple(roles)))
    for rank, length in product(RANKS, range(shortest, longest_set + 1)):
        own = sorted((card for card in hand if card[0] == rank and card != "JK"), key=NAMES.index)
        for naturals in range(1, length + 1):
            for cards in combinations(own, naturals):
                jokers = length - naturals
                if jokers <= hand.count("JK") and not (distinct and len(set(cards)) < naturals):
                    found.add((cards + ("JK",) * jokers, cards + (f"{rank}*",) * jokers))
    return found


def named(lays: list[int]) -> list:
    patterns = [PATTERNS[lay & REST] for lay in lays]
    return [(tuple(NAMES[c] for c in p.cards), tuple(ROLE_NAMES[r] for r in p.roles)) for p in patterns]


@st.composite
def hands(draw, most: int = 9, jokers: int = 3) -> list[int]:
    """Cards close to each other, of two packs, with some jokers."""
    low, suits = draw(st.integers(0, 12)), draw(st.integers(1, 4))
    near = [4 * ((low + step) % 13) + suit for step in range(6) for suit in range(suits)]
    cards = draw(st.lists(st.sampled_from(near), min_size=1, max_size=most))
    cards = [card for at, card in enumerate(cards) if cards[:at].count(card) < 2]
    return cards + [JOKER] * draw(st.integers(0, jokers))


@given(hands(), st.booleans(), st.booleans())
def test_new_layouts(cards, long, distinct):
    found = layings(Hand(cards), long, distinct)
    assert found == sorted(set(found))
    hand = [NAMES[card] for card in cards]
    assert set(named(found)) == written(hand, 4 if long else 3, 7 if long else 5, 4, distinct)


@given(hands(), st.booleans(), st.booleans(), st.data())
def test_new_layouts_with_a_card(cards, long, distinct, data):
    """Those of the larger hand that contain the card, as itself."""
    card = data.draw(st.sampled_from(cards))
    rest = cards[:]
    rest.remove(card)
    with_it = [lay for lay in layings(Hand(cards), long, distinct) if card in PATTERNS[lay & REST].cards]
    assert layings_with(card, Hand(rest), long, distinct) == with_it


def test_hands_full_of_jokers():
    """The longest lists: eight jokers, and a card of every rank or one card alone."""
    for cards in ([f"{rank}{SUITS[at % 4]}" for at, rank in enumerate(RANKS)], ["AS"], ["2C"]):
        hand = cards + ["JK"] * 8
        for long in (False, True):
            found = layings(Hand(map(NAMES.index, hand)), long, False)
            assert set(named(found)) == written(hand, 4 if long else 3, 7 if long else 5, 4, False)


def test_the_order_of_patterns():
    keys = [(p.cards[0], len(p.cards), p.cards[1:], p.roles) for p in PATTERNS]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys) == len(NUMBER)
    # 4 suits, windows of 3 to 7 in 14 positions, jokers anywhere but everywhere; sets of at most two equal cards.
    assert sum(p.low >= 0 for p in PATTERNS) == 4 * sum((15 - n) * (2**n - 1) for n in range(3, 8))
    assert encode(LAY)["cards"][0] == "2C"


@given(hands())
def test_a_hand_counts_its_cards(cards):
    hand = Hand(cards)
    naturals = [card for card in cards if card != JOKER]
    assert hand.cards == sorted(cards)
    assert hand.distinct() == tuple(sorted(set(cards)))
    assert points(hand.once) + points(hand.twice) + 20 * hand.jokers == sum(IN_HAND[card] for card in cards)
    for rank in range(13):
        number = sum(card // 4 == rank for card in naturals)
        assert hand.ranks >> 4 * rank & 15 == number
        assert [bool(ranks_with(least, hand.ranks) >> 4 * rank & 8) for least in range(1, 9)] == [
            number >= least for least in range(1, 9)
        ]
    copy = hand.copy()
    for card in cards:
        copy.remove(card)
    assert (copy.cards, copy.once, copy.twice, copy.ranks, copy.jokers) == ([], 0, 0, 0, 0)
    assert hand.cards == sorted(cards)


def test_subsets():
    assert sorted(subsets(0b10110, 2)) == [0b00110, 0b10010, 0b10100]
    assert list(subsets(0b101, 3)) == []


def cards(words: str) -> list[int]:
    return [ROLE_NAMES.index(word) for word in words.split()]


@pytest.mark.parametrize(
    ("laid_cards", "roles", "distinct", "fits", "wild", "frees"),
    [
        ("5H 6H 7H", "", False, "4H 8H", "4H 8H", ""),
        ("AH 2H 3H", "", False, "4H", "4H", ""),
        ("2H 3H 4H", "", False, "5H AH", "5H AH", ""),
        ("QH KH AH", "", False, "JH", "JH", ""),
        ("JK 3H JK", "2H 3H 4H", False, "5H AH", "5H AH", "2H 4H"),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "", False, "AH", "AH", ""),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "", False, "", "", ""),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", False, "", "", ""),
        ("8C 8D 8S", "", False, "8C 8D 8H 8S", "8*", ""),
        ("8C 8C JK", "8C 8C 8*", False, "8C 8D 8H 8S", "8*", "8C 8D 8H 8S"),
        ("8C 8D 8S", "", True, "8H", "8*", ""),
        ("8C 8D JK", "8C 8D 8*", True, "8H 8S", "8*", "8H 8S"),
        ("8C 8D 8S JK", "8C 8D 8S 8*", True, "", "", "8H"),
        ("8C 8D 8H 8S", "", True, "", "", ""),
    ],
)
def test_what_a_layout_takes(laid_cards, roles, distinct, fits, wild, frees):
    lies = laid(cards(laid_cards), cards(roles or laid_cards), distinct)

    def names(mask):
        return {NAMES[card] for card in range(52) if mask >> card & 1}

    assert names(lies.fits) == set(fits.split())
    assert lies.wild == tuple(sorted(cards(wild)))
    assert names(lies.frees) == set(frees.split())


@pytest.mark.parametrize(
    ("laid_cards", "roles", "distinct"),
    [
        ("5H 6H", "5H 6H", False),
        ("5H 6H 8H", "5H 6H 8H", False),
        ("5H 6H 7S", "5H 6H 7S", False),
        ("7H 6H 5H", "7H 6H 5H", False),
        ("KH AH 2H", "KH AH 2H", False),
        ("JK JK JK", "5H 6H 7H", False),
        ("5H JK 7H", "5H 6H", False),
        ("5H 6H 7H", "5H 6H 8H", False),
        ("5H JK 7H", "5H JK 7H", False),
        ("8D 8C 8H", "8D 8C 8H", False),
        ("8C JK 8D", "8C 8* 8D", False),
        ("8C 8D JK", "8C 8D 8S", False),
        ("8C 8D JK", "8C 8D 9*", False),
        ("8C 8D 9H", "8C 8D 9H", False),
        ("8C 8C 8D", "8C 8C 8D", True),
        ("8C 8D 8H 8S JK", "8C 8D 8H 8S 8*", True),
        (" ".join(f"{r}H" for r in IN_ORDER), " ".join(f"{r}H" for r in IN_ORDER), False),
    ],
)
def test_what_is_no_layout(laid_cards, roles, distinct):
    with pytest.raises(ValueError, match=r"layouts: .* is no layout"):
        laid(cards(laid_cards), cards(roles), distinct)


def test_growing_and_swapping():
    run = layout((*cards("5H"), JOKER, *cards("7H")), tuple(cards("5H 6H 7H")), False)
    assert run.extended(JOKER, cards("4H")[0]).roles == tuple(cards("4H 5H 6H 7H"))
    assert run.extended(*cards("8H"), *cards("8H")).cards == (*cards("5H"), JOKER, *cards("7H 8H"))
    assert run.swapped(cards("6H")[0]).cards == tuple(cards("5H 6H 7H"))
    assert run.cards[1] == JOKER  # itself unchanged
    of_rank = layout((*cards("8D 8S"), JOKER), tuple(cards("8D 8S 8*")), False)
    assert of_rank.swapped(cards("8C")[0]).cards == tuple(cards("8C 8D 8S"))
    assert of_rank.extended(*cards("8H"), *cards("8H")).roles == tuple(cards("8D 8H 8S 8*"))
