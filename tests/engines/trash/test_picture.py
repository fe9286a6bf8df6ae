"""The table of Trash as text and as SVG."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from engines.trash.engine import Trash
from plugins.chance import Chance
from tests.engines.drawn import SVG, backs, check, names, words
from tests.engines.trash.positions import position
from tests.engines.trash.test_state import random_game

TRASH = Trash()

TABLE = """\
Trash, hand 3, turn 2
            A   2   3   4   5   6   7   8   9  10
  seat 0   ..  2C  ..  ..  ..  JH  ..  ..          2 hands won
> seat 1   ..  ..  3D  ..  ..  ..  ..  ..  ..  TS  0 hands won (you)
stock   2 (5C KD)
discard QC 7H
in hand JS
"""


def table(**fields):
    return position(
        [". 2C . . . JH . .", ". . 3D . . . . . . TS"],
        draws="KD 5C",
        discard="QC 7H",
        rest=False,
        **{"hand": 3, "player": 1, "held": "JS", "phase": "jack", "reshuffles": 1} | fields,
    )


def test_text():
    assert TRASH.text(table().observe(1)) == TABLE


def test_text_of_a_fresh_hand():
    text = TRASH.text(Trash().new({"start_size": 1}, 2, Chance(b"")).observe(None))
    assert "discard -\n" in text
    assert "you" not in text
    assert "stock   50\n" in text


def test_svg_shows_what_is_observed():
    svg = TRASH.svg(table().observe(1))
    check(svg)
    assert ET.fromstring(svg).find(f"{SVG}title").text == "Trash, hand 3, turn 2"
    assert names(svg) == ["2C", "JH", "3D", "TS", "QC", "7H", "JS"]
    assert backs(svg) == 6 + 8 + 1  # places, and the stock
    shown = words(svg)
    for line in ("Seat 0: 2 hands won", "Seat 1: 0 hands won (you)", "Stock: 2", "Discards: 2", "In hand of seat 1"):
        assert line in shown


def test_svg_numbers_the_places_that_lie_face_down():
    svg = TRASH.svg(Trash().new({"start_size": 10}, 2, Chance(b"")).observe(0))
    shown = words(svg)
    assert [shown.count(place) for place in ("A", *"23456789", "10")] == [2] * 10


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_position_of_a_game_can_be_shown(seats):
    """And hidden cards are not in it: the pictures are made from the observation alone."""
    for number, state in enumerate(random_game(b"pictures", seats, 3)):
        if number % 7 == 0 or not state.to_act():
            observation = state.observe(None)
            svg, text = TRASH.svg(observation), TRASH.text(observation)
            check(svg)
            places = [card for layout in observation["layouts"] for card in layout]
            held = [observation["held"]] if observation["held"] else []
            seen = [card for card in places if card] + observation["discard"][-12:] + held
            assert Counter(names(svg)) == Counter(seen)
            assert backs(svg) == places.count(None) + (observation["stock"] > 0)
            assert all(f" {card}" in text for card in seen)
            assert ("the game is over" in text) == (not state.to_act())
            assert (">" in text) == bool(state.to_act())
