"""Engines that show what is no JSON, no text or no harmless picture."""

import pytest

from plugins.conformance.checks.showing import tables_can_be_looked_at
from plugins.conformance.subject import subject
from tests.plugins.conformance.failing import assert_caught, broken
from tests.plugins.conformance.little import Little, LittleState


@pytest.mark.parametrize(
    ("method", "change", "message"),
    [
        (
            "snapshot",
            lambda seen: {"pile": (*seen["pile"],)},
            r"snapshot\(\).pile: \[.*\], of type tuple; null, true, fals",
        ),
        (
            "snapshot",
            lambda seen: {"turn": seen["turn"] / 1},
            r"snapshot\(\).turn: 1.0, of type float; null, true, false,",
        ),
        (
            "snapshot",
            lambda seen: {"more": {3: 4}},
            r"snapshot\(\).more: the key 3, of type int; null, true, false, integ",
        ),
        (
            "observe",
            lambda seen: {"turn": seen["turn"] / 1},
            r"observe\(None\).turn: 1.0, of type float; null, true, false",
        ),
    ],
)
def test_what_is_no_json(method, change, message):
    class State:
        pass

    def changed(self, *seat):
        right = getattr(LittleState, method)(self, *seat)
        return right | change(right)

    setattr(State, method, changed)
    assert_caught("what_is_shown_is_json", f"^standard, 3 seats, seed 0, decision 1: {message}", broken(State))


def test_an_observation_that_is_no_object():
    class State:
        def snapshot(self):
            return [LittleState.snapshot(self)]

    def restore(self, snapshot, chance):
        return Little.restore(self, snapshot[0] if type(snapshot) is list else snapshot, chance)

    assert_caught(
        "what_is_shown_is_json",
        r"decision 1: snapshot\(\) is \[\{.*; a JSON object would be right",
        broken(State, restore=restore),
    )


SVG = '<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a"/></defs>{}</svg>'


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"text": lambda self, seen: " \n"}, r'decision 1: text is " \\n"; lines for a terminal would be right'),
        ({"text": lambda self, seen: None}, r"decision 1: text is null; lines for a terminal would be right"),
        (
            {"text": lambda self, seen: f"{seen.pop('points')}"},
            r"decision 1: text or svg changed observation.points: it is missing; they read, no more",
        ),
        ({"svg": lambda self, seen: b"<svg/>"}, r"svg: a bytes is no string; an SVG picture complete in itself"),
        ({"svg": lambda self, seen: "<svg>"}, r"svg: it is not XML \(ParseError: no element found"),
        (
            {"svg": lambda self, seen: "<svg/>"},
            r'svg: its root is "svg", not svg of the namespace http://www.w3.org/2000',
        ),
    ],
)
def test_what_cannot_be_looked_at(methods, message):
    assert_caught("tables_can_be_looked_at", message, broken(**methods))


def test_a_picture_that_depends_on_what_was_drawn_before():
    class Counting(Little):
        drawn = 0

        def svg(self, observation):
            Counting.drawn += 1
            return SVG.format(f"<text>{Counting.drawn}</text>")

    assert_caught(
        "tables_can_be_looked_at",
        "text or svg asked again shows something else; they show the",
        broken(svg=Counting.svg),
    )


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<script>alert(1)</script>", "it has an element script"),
        ("<foreignObject/>", "it has an element foreignObject"),
        ('<g onload="alert(1)"/>', "g has a script in its attribute onload"),
        ('<image href="https://example.org/a.png"/>', 'image refers to "https://example.org/a.png"'),
        ('<image href="data:image/png;base64,AA"/>', 'image refers to "data:image/png;base64,AA"'),
        (
            '<use xmlns:x="http://www.w3.org/1999/xlink" x:href="other.svg#a"/>',
            'use refers to "other.svg#a"',
        ),
        ('<rect fill="url(https://example.org/f)"/>', r"rect refers to \"url\(https://example.org/f\)\""),
        ("<style>@import 'x.css';</style>", "its style refers to something else"),
        ("<!DOCTYPE svg>", "it has a <!DOCTYPE>, <!ENTITY> or style sheet of its own"),
    ],
)
def test_a_picture_that_may_not_stand_in_a_page(inside, message):
    assert_caught(
        "tables_can_be_looked_at",
        f"decision 1: svg: {message}; an SVG",
        broken(svg=lambda self, seen: SVG.format(inside)),
    )


def test_a_picture_may_refer_to_its_own_parts():
    inside = '<!-- <!DOCTYPE> --><use href="#a"/><rect fill="url(#a)"/><style>g { fill: url("#a") }</style>'
    given = subject(broken(svg=lambda self, seen: SVG.format(inside)))
    assert tables_can_be_looked_at(given.tables[0]) > 0
