"""The common parts of pictures: cards spread in the room that there is, words where they belong."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import faces
from engines.table import frame, half_hidden, height_of, laid, panel, places, shifted, words
from tests.engines.drawn import SVG, backs, cards, check
from tests.engines.drawn import names as face_up
from tests.engines.drawn import words as read


def test_places_are_a_step_apart_where_there_is_room():
    assert places(3, 300, 20) == [(0, 0), (20, 0), (40, 0)]
    assert places(1, 300, 20) == [(0, 0)]
    assert places(0, 300, 20) == []


def test_places_move_together_where_there_is_less():
    assert places(5, 180, 40) == [(0, 0), (30, 0), (60, 0), (90, 0), (120, 0)]


def test_places_go_on_in_rows_where_corners_would_be_covered():
    assert places(8, 117, 40) == [(0, 0), (19, 0), (38, 0), (57, 0), (0, 32), (19, 32), (38, 32), (57, 32)]
    assert height_of(places(8, 117, 40)) == 116
    assert height_of(places(4, 117, 40)) == height_of([]) == 84


@given(st.integers(0, 130), st.integers(60, 1000), st.integers(20, 66), st.integers(19, 48))
def test_every_corner_of_a_spread_shows(count, width, step, least):
    spread = places(count, width, step, least)
    assert len(spread) == count
    for index, (x, y) in enumerate(spread):
        assert 0 <= x <= width - faces.WIDTH
        for later_x, later_y in spread[index + 1 :]:
            assert later_x - x >= min(least, step) - 0.1 or later_y - y >= 32


def test_laid_cards_lie_face_up_in_order():
    drawn, height = laid(["2C", "JK", "2C"], 200, 20)
    assert face_up(frame(300, 300, "x", drawn)) == ["2C", "JK", "2C"]
    assert height == 84
    assert laid([], 200, 20) == (faces.gap(0, 0), 84)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(200, 500))
def test_a_half_hidden_hand_shows_what_is_known_and_counts_the_rest(known, hidden, width):
    drawn, height = half_hidden(["9D"] * known, known + hidden, width)
    svg = frame(width, height, "x", drawn)
    check(svg)
    assert face_up(svg) == ["9D"] * known
    assert backs(svg) == hidden
    assert read(svg)[1:] == ([str(hidden)] if hidden else [])
    # Along the first row a back, as any card, leaves the corner of the card before it free.
    first = [card.left for card in cards(svg) if card.top == 0 and card.name]
    if first and hidden:
        assert min(card.left for card in cards(svg) if card.name is None) - max(first) >= faces.CORNER


def test_a_frame_has_title_headline_and_aside():
    svg = frame(200, 120, "Trash", shifted(faces.back(1, 2), 10, 20), "seat 1")
    check(svg)
    root = ET.fromstring(svg)
    assert root.find(f"{SVG}title").text == "Trash"
    assert read(svg) == ["Trash", "seat 1"]
    assert [(card.left, card.top) for card in cards(svg)] == [(11, 22)]


def test_words():
    assert words(1, 2, "") == ""
    text = ET.fromstring(words(1, 2.5, "Seat 0", 17, bold=True, anchor="end")).attrib
    assert (text["x"], text["y"], text["font-size"]) == ("1", "2.5", "17")
    assert (text["font-weight"], text["text-anchor"]) == ("bold", "end")
    assert "text-anchor" not in words(1, 2, "Seat 0")


@pytest.mark.parametrize("acting", [False, True])
def test_the_panel_of_the_seat_to_act_has_a_golden_edge(acting):
    assert ("#e9b93f" in panel(0, 0, 10, 10, acting=acting)) == acting
