"""The shapes on cards: all well-formed, and gathered with what they refer to."""

import xml.etree.ElementTree as ET

import pytest

from engines.cards import RANKS, SUITS
from engines.shapes import SHAPES, definitions


def test_there_is_a_shape_for_all_that_cards_show():
    assert set(SHAPES) == {
        *(f"suit-{suit}" for suit in SUITS),
        *(f"rank-{rank}" for rank in RANKS),
        *(f"{rank}-{ink}" for rank in "JQK" for ink in ("red", "black")),
        *("star", "jester", "weave"),
    }


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_one_element_with_its_id(name):
    element = ET.fromstring(SHAPES[name])
    assert element.attrib["id"] == name
    assert [inner.attrib["id"] for inner in element.iter() if "id" in inner.attrib] == [name]


def test_no_two_shapes_look_alike():
    looks = [shape.replace(f'id="{name}"', "") for name, shape in SHAPES.items()]
    assert len(set(looks)) == len(looks)


KNOWN = {"a": '<g id="a"><use href="#b"/></g>', "b": '<rect id="b" fill="url(#c-1)"/>', "c-1": "<c/>", "d": "<d/>"}


def test_definitions_follow_references():
    defs = definitions('<use href="#a"/><use href="#a"/>', KNOWN)
    assert sorted(element.tag for element in ET.fromstring(defs)) == ["c", "g", "rect"]
    assert definitions("<rect/>", KNOWN) == "<defs></defs>"
    with pytest.raises(KeyError, match="x"):
        definitions('<use href="#x"/>', KNOWN)
