"""The table of Advantage as text and as SVG."""

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import pytest

from engines.advantage import picture
from engines.advantage.engine import Advantage
from plugins.chance import Chance
from tests.engines.drawn import SVG, backs, cards, check, names, words

ADVANTAGE = Advantage()

TEXT = """\
Advantage, cycle 3, round 1: seat 1 lays a card, having drawn
  seat 0 (leads): 2 pairs, 4 cards; known: 2S
    pairs 7C-7D 9C-9D
> seat 1 (you): 0 pairs, 2 cards; known: KH
pile 0  TC AC
pile 1  6D
pile 2  4S 4D 4H
stock   12
hand    8S KH
"""


def observation(**fields) -> dict:
    return {
        "seat": 1,
        "options": {"lead": "fixed"},
        "cycle": 3,
        "round": 1,
        "player": 1,
        "phase": "lay",
        "leader": 0,
        "drew": True,
        "hand": ["8S", "KH"],
        "hands": [{"cards": 4, "known": ["2S"]}, {"cards": 2, "known": ["KH"]}],
        "piles": [["TC", "AC"], ["6D"], ["4S", "4D", "4H"]],
        "pairs": [[["7C", "7D"], ["9C", "9D"]], []],
        "stock": 12,
        "moved": True,
        "paired": False,
        "began_empty": False,
        "dry_cycles": 0,
        **fields,
    }


def test_text():
    assert picture.text(observation()) == TEXT


def test_text_for_a_spectator():
    text = picture.text(observation(seat=None, hand=None))
    assert text == TEXT.replace(" (you)", "").replace("hand    8S KH\n", "")


@pytest.mark.parametrize(
    ("fields", "first"),
    [
        ({"drew": False}, "Advantage, cycle 3, round 1: seat 1 lays a card"),
        ({"drew": False, "round": 2, "phase": "exchange"}, "Advantage, cycle 3, round 2: seat 1 may exchange"),
        (
            {"drew": False, "round": 3, "phase": "pair", "player": 0},
            "Advantage, cycle 3, round 3: seat 0 sets a pair aside",
        ),
        ({"drew": False, "phase": "over"}, "Advantage, cycle 3, the game is over"),
    ],
)
def test_the_first_line_says_what_is_to_be_done(fields, first):
    assert picture.text(observation(**fields)).split("\n")[0] == first
    shown = words(picture.svg(observation(**fields)))
    assert [word.lower() for word in shown[: 1 + first.count(": ")]] == first.lower().split(": ")


def test_an_empty_stock_and_cycles_without_a_pair():
    seen = observation(stock=0, dry_cycles=1, began_empty=True)
    assert "stock   0 (1 cycle without a pair)\n" in picture.text(seen)
    svg = picture.svg(seen)
    check(svg)
    assert "1 cycle without a pair" in words(svg)
    assert backs(svg) == 3


def test_svg_shows_what_is_observed():
    svg = picture.svg(observation())
    check(svg)
    assert ET.fromstring(svg).find(f"{SVG}title").text == "Advantage, cycle 3, round 1"
    assert names(svg) == ["2S", "7C", "7D", "9C", "9D", "TC", "AC", "6D", "4S", "4D", "4H", "8S", "KH"]
    assert backs(svg) == 3 + 1
    assert words(svg) == [
        *("Advantage, cycle 3, round 1", "Seat 1 lays a card, having drawn"),
        *("Seat 0 (leads)", "4 cards", "2 pairs", "3"),
        *("Stock", "12", "Pile 0: 2 cards", "Pile 1: 1 card", "Pile 2: 3 cards"),
        *("Seat 1 (you)", "2 cards", "0 pairs"),
    ]


def test_the_observer_sits_below():
    def seats(svg: str) -> list[str]:
        return [word[:6] for word in words(svg) if word.startswith("Seat ")][1:]

    assert seats(picture.svg(observation())) == ["Seat 0", "Seat 1"]
    assert seats(picture.svg(observation(seat=0, hand=["2S", "3S", "4C", "5C"]))) == ["Seat 1", "Seat 0"]
    assert seats(picture.svg(observation(seat=None, hand=None))) == ["Seat 0", "Seat 1"]


def test_svg_for_a_spectator_opens_no_hand():
    svg = picture.svg(observation(seat=None, hand=None))
    check(svg)
    assert "8S" not in names(svg)
    assert backs(svg) == 3 + 1 + 1


def test_the_cards_of_a_pair_lie_together():
    drawn = {card.name: card.left for card in cards(picture.svg(observation()))}
    assert drawn["7D"] - drawn["7C"] == drawn["9D"] - drawn["9C"] == 20
    assert drawn["9C"] - drawn["7D"] >= 60


def test_all_cards_on_one_side_have_room():
    pairs = [[rank + one, rank + two] for rank in "23456789TJQKA" for one, two in ("CD", "HS")]
    pile = [card for pair in pairs for card in pair]
    svg = picture.svg(observation(pairs=[pairs, pairs], piles=[pile] * 3, hand=pile))
    check(svg)
    assert len(names(svg)) == 6 * 52 + 1
    # The corner of a pair's first card is as wide as that of every other.
    drawn = [card for card in cards(svg) if card.name]
    for one, two in pairwise(drawn):
        assert abs(two.left - one.left) >= 19 or abs(two.top - one.top) >= 32


def game(seed: bytes, lead: str):
    """Yields the state before every action, and at the end."""
    chance = Chance(seed)
    state, choices = ADVANTAGE.new({"lead": lead}, 2, chance), chance.stream("choices")
    while state.to_act():
        yield state
        (seat,) = state.to_act()
        state.apply(seat, choices.choice(state.legal(seat)))
    yield state


@pytest.mark.parametrize("lead", ["fixed", "alternate"])
@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_every_position_of_a_game_can_be_shown(seed, lead):
    """And hidden cards are not in it: the pictures are made from the observation alone."""
    for number, state in enumerate(game(seed, lead)):
        if number % 5 == 0 or not state.to_act():
            seen = state.observe((0, 1, None)[number % 3])
            svg, text = ADVANTAGE.svg(seen), ADVANTAGE.text(seen)
            check(svg)
            hidden = [hand for seat, hand in enumerate(seen["hands"]) if seat != seen["seat"]]
            shown = [
                *(card for pile in seen["piles"] for card in pile),
                *(card for pairs in seen["pairs"] for pair in pairs for card in pair),
                *(card for hand in hidden for card in hand["known"]),
                *(seen["hand"] or []),
            ]
            assert Counter(names(svg)) == Counter(shown)
            assert all(card in text for card in shown)
            unknown = sum(hand["cards"] - len(hand["known"]) for hand in hidden)
            assert backs(svg) == unknown + (seen["stock"] > 0)
            assert (">" in text) == bool(state.to_act())
