"""Reading a chart back: its elements by class, and the numbers of its paths."""

from __future__ import annotations

import re
from xml.etree import ElementTree

Element = ElementTree.Element


def read(chart: str) -> Element:
    """The picture; fails where it is not well-formed or has style or script in it."""
    assert "style" not in chart
    assert "<script" not in chart
    return ElementTree.fromstring(str(chart))


def of(picture: Element, kind: str) -> list[Element]:
    """The elements of a class, in order."""
    return [element for element in picture.iter() if element.get("class") == kind]


def only(picture: Element, kind: str) -> Element:
    [element] = of(picture, kind)
    return element


def points(path: Element) -> list[tuple[float, float]]:
    """The points of a path in shares of width and height, the height from the bottom."""
    numbers = [float(number) / 1000 for number in re.findall(r"-?[\d.]+", path.attrib["d"])]
    return [(across, 1 - down) for across, down in zip(numbers[::2], numbers[1::2], strict=True)]


def share(text: str) -> float:
    """`25%` is 0.25."""
    assert text.endswith("%")
    return float(text[:-1]) / 100
