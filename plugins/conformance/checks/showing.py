"""Checks of what an engine shows: plain JSON, text for a terminal, and a picture that may stand in anybody's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from plugins.conformance.comparing import copied, difference, dumps, not_plain
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Table
from plugins.contract import JSON
from plugins.wording import described, shown

POSITIONS = 24
PICTURES = 6  # positions that are drawn

_SVG = "{http://www.w3.org/2000/svg}"
_FORBIDDEN = {"script", "foreignobject", "iframe", "object", "embed", "audio", "video"}
_ELSEWHERE = re.compile(r"url\((?!\s*['\"]?\s*#)|@import|expression\(|javascript:", re.IGNORECASE)


def what_is_shown_is_json(table: Table) -> int:
    """Observations and snapshots are JSON: no floats, no tuples, no keys but strings."""
    looked = 0
    for position in table.positions(POSITIONS):
        values = {f"observe({observer})": position.state.observe(observer) for observer in table.observers}
        for name, value in {**values, "snapshot()": position.state.snapshot()}.items():
            looked += 1
            if type(value) is not dict:
                raise ConformanceError(str(position), f"{name} is {shown(value)}", "a JSON object would be right")
            for problem in not_plain(name, value):
                raise ConformanceError(
                    str(position), problem, "null, true, false, integers, strings, lists and objects would be right"
                )
    return looked


def tables_can_be_looked_at(table: Table) -> int:
    """``text`` is not empty; ``svg`` is an SVG picture without scripts and without anything from elsewhere."""
    looked = 0
    for position in table.positions(PICTURES):
        for observer in table.observers:
            looked += 1
            seen = position.state.observe(observer)
            given = copied(seen)
            text, svg = table.engine.text(given), table.engine.svg(given)
            if dumps(given) != dumps(seen):
                raise ConformanceError(
                    str(position), f"text or svg changed {difference('observation', given, seen)}", "they read, no more"
                )
            if (text, svg) != (table.engine.text(copied(seen)), table.engine.svg(copied(seen))):
                raise ConformanceError(
                    str(position), "text or svg asked again shows something else", "they show the observation alone"
                )
            if type(text) is not str or not text.strip():
                raise ConformanceError(str(position), f"text is {shown(text)}", "lines for a terminal would be right")
            for problem in _objections(svg):
                raise ConformanceError(
                    str(position),
                    f"svg: {problem}",
                    "an SVG picture complete in itself, without scripts, would be right",
                )
    return looked


def _objections(svg: JSON) -> Iterator[str]:
    if type(svg) is not str:
        yield f"{shown(svg)} is no string"
        return
    # Before it is parsed: entities are how a small document becomes a large one.
    if "<!" in re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL) or "<?xml-stylesheet" in svg:
        yield "it has a <!DOCTYPE>, <!ENTITY> or style sheet of its own"
        return
    try:
        root = ElementTree.fromstring(svg)  # noqa: S314  no document types, see above
    except ElementTree.ParseError as error:
        yield f"it is not XML ({described(error)})"
        return
    if root.tag != f"{_SVG}svg":
        yield f"its root is {shown(root.tag)}, not svg of the namespace {_SVG[1:-1]}"
    for element in root.iter():
        name = str(element.tag).rpartition("}")[2]
        if name.lower() in _FORBIDDEN:
            yield f"it has an element {name}"
        for attribute, value in element.attrib.items():
            bare = attribute.rpartition("}")[2].lower()
            if bare.startswith("on"):
                yield f"{name} has a script in its attribute {bare}"
            if (bare in ("href", "src") and not value.startswith("#")) or _ELSEWHERE.search(value):
                yield f"{name} refers to {shown(value)}"
        if _ELSEWHERE.search(element.text or "") and name == "style":
            yield "its style refers to something else"
