"""Cards drawn as SVG: well-formed, and what is printed on a real card."""

import xml.etree.ElementTree as ET

import pytest

from engines import faces
from engines.cards import NAMES, parse
from tests.engines.drawn import SVG, Drawn, cards, words

INKS = {"D": "#c8102e", "H": "#c8102e", "C": "#1b1f24", "S": "#1b1f24", "K": "#5b2a86"}


def picture(parts: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{faces.definitions(parts)}{parts}</svg>'


def printed(drawn: str) -> ET.Element:
    """The definition of the card that is drawn."""
    name = ET.fromstring(drawn).attrib["href"].removeprefix("#")
    return ET.fromstring(picture(drawn)).find(f".//*[@id='{name}']")


def shapes(element: ET.Element) -> list[str]:
    return [use.attrib["href"].removeprefix("#") for use in element.iter(f"{SVG}use")]


@pytest.mark.parametrize("name", NAMES)
def test_a_face_shows_its_rank_and_suit(name):
    drawn = faces.face(parse(name), 5, 7)
    assert cards(picture(drawn)) == [Drawn(name, 5, 7, 65, 91)]
    card = printed(drawn)
    assert card.attrib["fill"] == INKS[name[1]]
    shown = shapes(card)
    if name == "JK":
        assert sorted(shown) == ["jester", "star", "star"]
        return
    rank, suit = name
    assert shown.count(f"rank-{rank}") == 2
    assert {group.attrib["stroke"] for group in card.iter(f"{SVG}g") if "stroke" in group.attrib} == {INKS[suit]}
    # Two corners, and in the middle as many pips as the number says; a picture has a figure and its mirror image.
    pips = {"A": 1, "T": 10, "J": 0, "Q": 0, "K": 0}.get(rank)
    assert shown.count(f"suit-{suit}") == 2 + (int(rank) if pips is None else pips)
    figures = [shape for shape in shown if shape[:4] not in ("rank", "suit")]
    assert figures == ([f"{rank}-{'red' if suit in 'DH' else 'black'}"] * 2 if rank in "JQK" else [])


@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_bold_face_shows_its_rank_and_suit_on_the_left(name, lying):
    drawn = faces.bold(parse(name), 5, 7, lying)
    width, height = (84, 60) if lying else (60, 84)
    assert cards(picture(drawn)) == [Drawn(name, 5, 7, 5 + width, 7 + height)]
    card = printed(drawn)
    assert card.attrib["fill"] == INKS[name[1]]
    if name == "JK":
        assert sorted(shapes(card)) == ["jester", "star"]
        return
    left = [use.attrib["href"][1:] for use in card.iter(f"{SVG}use") if "translate(16 " in use.attrib["transform"]]
    assert left == [f"rank-{name[0]}", f"suit-{name[1]}"]


@pytest.mark.parametrize(("stands_for", "sign", "ink"), [("9*", "star", "#5b2a86"), ("TH", "suit-H", "#c8102e")])
def test_a_joker_says_what_it_stands_for(stands_for, sign, ink):
    drawn = faces.joker(stands_for, 5, 7)
    assert cards(picture(drawn)) == [Drawn(f"JK as {stands_for}", 5, 7, 65, 91)]
    tag = ET.fromstring(picture(drawn))[1][2]
    assert tag.attrib["fill"] == ink
    assert shapes(tag) == [f"rank-{stands_for[0]}", sign]
    field = tag.find(f"{SVG}rect").attrib
    assert float(field["x"]) + float(field["width"]) <= faces.CORNER, "the next card of a run would cover the tag"


def test_definitions_hold_what_is_used_and_nothing_else():
    drawn = faces.face(parse("QH"), 0, 0) + faces.back(0, 0)
    root = ET.fromstring(picture(drawn))
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert defined == {"card-QH", "rank-Q", "suit-H", "Q-red", "back", "weave"}


def test_pips_are_within_the_card_and_apart():
    for number, pips in faces._PIPS.items():
        assert len(set(pips)) == number
        for x, y in pips:
            assert 6 <= x <= faces.WIDTH - 6
            assert 6 <= y <= faces.HEIGHT - 6
            # Turned around it is the same card, but for the one odd pip of a seven.
            assert (faces.WIDTH - x, faces.HEIGHT - y) in pips or (number, x, y) in ((7, 30, 31), (9, 30, 42))


def test_a_back_hides_the_card_and_shows_its_label():
    labelled, plain = picture(faces.back(1, 2, "10")), picture(faces.back(1, 2))
    assert words(labelled) == ["10"]
    assert words(plain) == []
    assert cards(labelled) == cards(plain) == [Drawn(None, 1, 2, 61, 86)]
    assert ET.fromstring(picture(faces.gap(1, 2)))[1].attrib["fill"] == "none"
