"""The table of Rummy as text and as SVG."""

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import pytest

from engines.rummy import INFO, picture
from engines.rummy.engine import Rummy
from plugins.chance import Chance
from tests.engines.drawn import SVG, backs, cards, check, names, words

RUMMY = Rummy()

TEXT = """\
Rummy, turn 17: seat 1 plays, 21 of 40 points to open put down
  seat 0: 12 cards, opened, may swap; known: 4S JK
> seat 1 (you): 3 cards, about to open
  seat 2: 1 card, not opened
layout 0  run  5H JK=6H 7H
layout 12 set  9D 9S JK=9*
closed  7 (1 turn-over): 4C 4D ..x3 KS ..x1
open    2C 5D
hand    3H TC TC
"""


def observation(**fields) -> dict:
    return {
        "seat": 1,
        "options": {"threshold": 40},
        "turn": 17,
        "player": 1,
        "phase": "play",
        "opening": True,
        "points": 21,
        "opened": [True, False, False],
        "may_swap": [True, False, False],
        "put_down": [True, True, False],
        "layouts": [
            {"number": 0, "kind": "run", "cards": ["5H", "JK", "7H"], "as": ["5H", "6H", "7H"]},
            {"number": 12, "kind": "set", "cards": ["9D", "9S", "JK"], "as": ["9D", "9S", "9*"]},
        ],
        "next_layout": 13,
        "open": ["2C", "5D"],
        "closed": ["4C", "4D", None, None, None, "KS", None],
        "turn_overs": 1,
        "hand": ["3H", "TC", "TC"],
        "hands": [{"cards": 12, "known": ["4S", "JK"]}, {"cards": 3, "known": []}, {"cards": 1, "known": []}],
        **fields,
    }


def test_text():
    assert picture.text(observation()) == TEXT


def test_text_for_a_spectator():
    text = picture.text(observation(seat=None, hand=None))
    assert text == TEXT.replace(" (you)", "").replace("hand    3H TC TC\n", "")


@pytest.mark.parametrize(
    ("fields", "first"),
    [
        ({"phase": "draw"}, "Rummy, turn 17: seat 1 draws"),
        ({"opening": False, "opened": [True, True, False]}, "Rummy, turn 17: seat 1 plays, 21 points put down"),
        ({"opened": [True, True, False]}, "Rummy, turn 17: seat 1 plays, 21 points put down"),
        ({"phase": "over"}, "Rummy, turn 17, the deal is over"),
    ],
)
def test_the_first_line_says_what_is_to_be_done(fields, first):
    assert picture.text(observation(**fields)).split("\n")[0] == first
    shown = words(picture.svg(observation(**fields)))
    assert [word.lower() for word in shown[: 1 + first.count(": ")]] == first.lower().split(": ")


def test_text_of_piles_without_known_cards():
    text = picture.text(observation(closed=[None] * 40, open=[], turn_overs=0, layouts=[], hand=[]))
    assert "closed  40 (0 turn-overs)\nopen    -\nhand    -\n" in text


def test_svg_shows_what_is_observed():
    svg = picture.svg(observation())
    check(svg)
    assert ET.fromstring(svg).find(f"{SVG}title").text == "Rummy, turn 17"
    assert names(svg) == [
        *("4S", "JK"),
        *("5H", "JK as 6H", "7H", "9D", "9S", "JK as 9*"),
        *("2C", "5D"),
        *("4C", "4D", "KS"),
        *("3H", "TC", "TC"),
    ]
    assert backs(svg) == 10 + 1 + 2
    assert words(svg) == [
        *("Rummy, turn 17", "Seat 1 plays, 21 of 40 points to open put down"),
        *("Seat 0", "12 cards, opened, may swap", "10", "Seat 2", "1 card, not opened", "1"),
        *("0: run", "12: set", "Closed: 7, 1 turn-over", "Open: 2", "3", "1"),
        *("Seat 1 (you)", "3 cards, about to open"),
    ]


def test_svg_for_a_spectator_has_all_hands_and_none_open():
    svg = picture.svg(observation(seat=None, hand=None))
    check(svg)
    assert names(svg)[-3:] == ["4C", "4D", "KS"]
    assert backs(svg) == 10 + 3 + 1 + 2
    assert [word for word in words(svg) if word.startswith("Seat")][1:] == ["Seat 0", "Seat 1", "Seat 2"]


def test_svg_of_an_empty_table():
    svg = picture.svg(observation(layouts=[], open=[], closed=[], hand=[]))
    check(svg)
    assert names(svg) == ["4S", "JK"]
    assert "Nothing is laid out" in words(svg)


def test_a_run_goes_from_left_to_right_and_the_last_card_of_a_pile_lies_on_top():
    drawn = {card.name: card for card in cards(picture.svg(observation()))}
    assert drawn["5H"].left < drawn["JK as 6H"].left < drawn["7H"].left
    assert drawn["5H"].top == drawn["7H"].top
    assert drawn["2C"].left < drawn["5D"].left < drawn["2C"].right


def test_many_layouts_long_runs_and_piles_have_room():
    """More than a game can bring: every corner is seen, and nothing of one layout lies on another."""
    ranks = "23456789TJQKA"
    runs = [[rank + suit for rank in ranks] for suit in "CDHS"] * 2
    layouts = [
        {"number": number, "kind": "run", "cards": run[: 3 + number % 11], "as": run[: 3 + number % 11]}
        for number, run in enumerate(runs * 4)
    ]
    pile = [rank + suit for rank in ranks for suit in "CDHS"] * 2
    crowd = [{"cards": 26, "known": pile[:20]}] * 4
    svg = picture.svg(
        observation(
            layouts=layouts,
            open=pile,
            closed=pile,
            hand=pile[:26],
            hands=crowd,
            opened=[True] * 4,
            may_swap=[True] * 4,
            put_down=[True] * 4,
        )
    )
    check(svg)
    drawn = cards(svg)
    assert len(drawn) == 3 * 26 + sum(len(layout["cards"]) for layout in layouts) + 2 * 104 + 26
    for one, two in pairwise(drawn):
        assert abs(two.left - one.left) >= 19 or abs(two.top - one.top) >= 32 or None in (one.name, two.name)
    start = 3 * 26
    boxes = []
    for layout in layouts:
        part = drawn[start : start + len(layout["cards"])]
        start += len(part)
        boxes.append((part[0].left, part[0].top, part[-1].right, part[0].bottom))
    for index, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:index]:
            assert other_right < left or right < other_left or other_bottom < top or bottom < other_top


def game(variant: str, seats: int):
    """Yields the state before every action, and at the end; mostly cards are put down where they can be."""
    defaults = {name: schema["default"] for name, schema in INFO.options["properties"].items()}
    chance = Chance(b"pictures")
    state, choices = RUMMY.new(defaults | INFO.variants[variant], seats, chance), chance.stream("choices")
    while state.to_act():
        yield state
        (seat,) = state.to_act()
        actions = state.legal(seat)
        down = [action for action in actions if RUMMY.encode(action)["t"] not in ("draw", "discard")]
        state.apply(seat, choices.choice(down if down and choices.below(4) else actions))
    yield state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", "abcd")
def test_every_position_of_a_game_can_be_shown(variant, seats):
    """And hidden cards are not in it: the pictures are made from the observation alone."""
    for number, state in enumerate(game(variant, seats)):
        if number % 17 == 0 or not state.to_act():
            viewer = number % (seats + 1)
            seen = state.observe(None if viewer == seats else viewer)
            svg, text = RUMMY.svg(seen), RUMMY.text(seen)
            check(svg)
            hidden = [hand for seat, hand in enumerate(seen["hands"]) if seat != seen["seat"]]
            shown = [
                *(card for layout in seen["layouts"] for card in layout["cards"]),
                *(card for hand in hidden for card in hand["known"]),
                *(card for card in seen["closed"] if card),
                *seen["open"],
                *(seen["hand"] or []),
            ]
            assert Counter(name[:2] for name in names(svg)) == Counter(shown)
            assert all(card in text for card in shown)
            unknown = sum(hand["cards"] - len(hand["known"]) for hand in hidden)
            stretches = sum(
                card is None and (index == 0 or seen["closed"][index - 1] is not None)
                for index, card in enumerate(seen["closed"])
            )
            assert backs(svg) == unknown + stretches
            assert (">" in text) == bool(state.to_act())
