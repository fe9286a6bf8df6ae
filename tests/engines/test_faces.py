"""Cards drawn as SVG: well-formed, and what is printed on a real card."""

import xml.etree.ElementTree as ET

import pytest

from engines import faces
from engines.cards import NAMES, parse

SVG = "{http://www.w3.org/2000/svg}"


def drawn(parts: str) -> ET.Element:
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{faces.DEFS}{parts}</svg>')


@pytest.mark.parametrize("name", NAMES)
def test_a_face_shows_its_rank_and_suit(name):
    card = drawn(faces.face(parse(name), 5, 7))[1]
    assert card.attrib["transform"] == "translate(5 7)"
    assert card.find(f"{SVG}title").text == name
    assert card.attrib["fill"] == ("#c8102e" if name[1] in "DH" else "#1b1f24")
    suits = [use.attrib["href"] for use in card.iter(f"{SVG}use")]
    if name == "JK":
        assert suits == []
        return
    assert set(suits) == {f"#suit-{name[1]}"}
    # Two corners, and in the middle as many pips as the number says; one for an ace and for a picture.
    pips = {"A": 1, "T": 10, "J": 1, "Q": 1, "K": 1}.get(name[0]) or int(name[0])
    assert len(suits) == 2 + pips
    words = [text.text for text in card.iter(f"{SVG}text")]
    assert words.count("10" if name[0] == "T" else name[0]) == (3 if name[0] in "JQK" else 2)


def test_every_suit_and_pattern_that_is_used_is_defined():
    defined = {element.attrib["id"] for element in drawn("").iter() if "id" in element.attrib}
    assert defined == {"suit-C", "suit-D", "suit-H", "suit-S", "card-back"}


def test_pips_are_within_the_card_and_apart():
    for number, pips in faces._PIPS.items():
        assert len(set(pips)) == number
        for x, y in pips:
            assert 6 <= x <= faces.WIDTH - 6
            assert 6 <= y <= faces.HEIGHT - 6
            # Turned around it is the same card, but for the one odd pip of a seven.
            assert (faces.WIDTH - x, faces.HEIGHT - y) in pips or (number, x, y) in ((7, 30, 31), (9, 30, 42))


def test_a_back_hides_the_card_and_shows_its_label():
    back = drawn(faces.back(1, 2, "10"))[1]
    assert [text.text for text in back.iter(f"{SVG}text")] == ["10"]
    assert list(drawn(faces.back(1, 2)).iter(f"{SVG}text")) == []
    assert drawn(faces.gap(1, 2))[1].attrib["fill"] == "none"
