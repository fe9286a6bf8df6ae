"""The network of Construction as text and as SVG."""

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations

import pytest

from engines.construction.engine import Construction
from plugins.chance import Chance
from tests.engines.construction.positions import position
from tests.engines.drawn import SVG, Drawn, backs, cards, check, names, words

ENGINE = Construction()

TABLE = """\
Construction, turn 9
  10=                             7H
                           AS
   9                TD B
                                         QH
   8

   7

   6

   5

   4

   3

   2

   1                9C
                           5H Rr2        QD b1
   0  4S            JK            JK
                                         JS
  -1
      -1            0             1             2
> seat 0 black  progress 9, best row 9, 5 small chips in hand (you)
  seat 1 red    progress 20, turned round, 4 small chips in hand
opened  5S
open    KD KD 2C
closed  4 (1 reshuffle)
        3CCH TS
"""


def table(**fields):
    return position(
        "H0,1:5H H1,1:QD V0,1:9C V-1,0:4S H1,0:JS V0,9:TD H0,10:AS V1,10:7H H1,9:QH",
        big="V0,9 H0,1",
        small=("H1,1", "H0,1 H0,1"),
        then="3H 3C TS 3C",
        **{"open": ["KD", "KD", "2C"], "best": [9, 10], "reshuffles": 1} | fields,
    )


def test_text():
    assert ENGINE.text(table().observe(0)) == TABLE
    assert ENGINE.text(table().observe(None)) == TABLE.replace(" (you)", "")


def test_text_of_the_start():
    text = ENGINE.text(position(opened="QD").observe(None))
    assert (
        text
        == """\
Construction, turn 9
   0  JK B          JK R
      0             1
  seat 0 black  progress 0, best row 0, 6 small chips in hand
> seat 1 red    progress 0, best row 0, 6 small chips in hand
opened  QD
open    -
closed  1 (0 reshuffles)
        2C
"""
    )


def test_text_of_a_win():
    state = position("V0,1:5H", opened=None, best=[10, 0], phase="over", open=["2C"])
    text = ENGINE.text(state.observe(1))
    assert text.startswith("Construction, turn 9, the game is over\n")
    assert "  seat 0 black  progress 20, home, 6 small chips in hand\n" in text
    assert "opened  -\n" in text
    assert ">" not in text


def laid(svg: str, observation: dict) -> dict[tuple, Drawn]:
    """Where the cards of the network are drawn, by place; they come last and in the table's order."""
    table = observation["table"]
    drawn = cards(svg)[-len(table) :]
    assert [card.name for card in drawn] == [card for *_, card in table]
    return {(kind, column, row): card for (kind, column, row, _), card in zip(table, drawn, strict=True)}


def meet(one: tuple, two: tuple) -> bool:
    """Whether two cards are adjacent, read from the rules: V and V end to end, or an H and one of its four V."""
    if one[0] == two[0]:
        return one[0] == "V" and one[1] == two[1] and abs(one[2] - two[2]) == 1
    (_, column, row), (_, c, r) = sorted((one, two))  # the H first
    return c in (column, column + 1) and r in (row - 1, row)


def touch(one: Drawn, two: Drawn) -> bool:
    """Whether two drawn cards have part of an edge in common."""
    wide = min(one.right, two.right) - max(one.left, two.left)
    high = min(one.bottom, two.bottom) - max(one.top, two.top)
    assert min(wide, high) < 0.1, "one covers the other"
    return min(wide, high) > -0.1 and max(wide, high) > 1


def random_game(seed: bytes):
    """Yields the state before every action, and at the end."""
    chance = Chance(seed)
    state, choices = ENGINE.new({"adjudicate": True}, 2, chance), chance.stream("choices")
    while state.to_act():
        yield state
        state.apply(state.player, choices.choice(state.legal(state.player)))
    yield state


@pytest.mark.parametrize("seed", [b"pictures", b"networks"])
def test_every_position_of_a_game_can_be_shown(seed):
    for number, state in enumerate(random_game(seed)):
        if number % 24 == 0 or not state.to_act():
            observation = state.observe(number % 2)
            svg, text = ENGINE.svg(observation), ENGINE.text(observation)
            check(svg)
            opened = [observation["opened"]] if state.to_act() else []
            seen = opened + observation["open"] + [card for *_, card in observation["table"]]
            assert Counter(names(svg)) == Counter(seen)
            assert backs(svg) == (observation["closed"] > 0)
            assert all(card in text for card in seen)
            where = laid(svg, observation)
            for one, two in combinations(where, 2):
                assert touch(where[one], where[two]) == meet(one, two)


def test_a_network_far_away_is_still_in_the_picture():
    far = " ".join(f"H{column},{-column}:2C V{column},{-column - 1}:AH" for column in range(2, 70))
    observation = position(far).observe(None)
    svg = ENGINE.svg(observation)
    check(svg)
    assert max(card.right for card in laid(svg, observation).values()) > 1100


def circles(svg: str) -> Counter:
    """Chips by colour and radius: 21 big, 14 and 16 small on a card."""
    drawn = ET.fromstring(svg).iter(f"{SVG}circle")
    return Counter((c.attrib["fill"], c.attrib["r"]) for c in drawn if c.attrib.get("stroke-width") == "2.5")


def test_chips_stand_on_the_network_and_wait_in_hand():
    svg = ENGINE.svg(table().observe(None))
    black, red = "#1b1f24", "#c8102e"
    assert circles(svg) == {
        (black, "21"): 1,
        (red, "21"): 1,
        (black, "16"): 1,  # alone on its card
        (black, "14"): 5,
        (red, "14"): 4 + 1,  # one chip, numbered, for the two beside the big one
    }
    assert words(svg)[-1] == "2"


def test_svg_says_who_stands_how():
    shown = words(ENGINE.svg(table().observe(1)))
    for line in (
        *("Construction, turn 9", "Black uses the opened card", "Seat 0: black", "Seat 1: red (you)"),
        *("Progress 9 of 20", "Progress 20 of 20", "best row 9", "turned round"),
        *("5 small chips in hand", "4 small chips in hand", "1 reshuffle", "Open pack: 3", "4"),
    ):
        assert line in shown, line


def test_row_ten_is_marked_and_numbered():
    """The line of the turn-round is the lower edge of V cards in row 10."""
    observation = table().observe(None)
    svg = ENGINE.svg(observation)
    group = next(g for g in ET.fromstring(svg).iter(f"{SVG}g") if "#bold-JK" in [u.get("href") for u in g])
    line = next(p for p in group.iter(f"{SVG}path") if "stroke-dasharray" in p.attrib)
    _, height = map(float, line.attrib["d"][1:].split("h")[0].split())
    card = next(u for u in group.iter(f"{SVG}use") if u.get("href") == "#bold-7H")
    assert float(card.attrib["y"]) + 84 == height
    assert [words(svg).count(str(row)) for row in (-1, 0, 10)] == [3, 3, 2]
