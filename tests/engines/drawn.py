"""Reads a picture as a person sees it: which cards lie where, which words stand on the table."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Drawn:
    """A card on the table: ``name`` is its title, None for a back; the box in units of the picture."""

    name: str | None
    left: float
    top: float
    right: float
    bottom: float


def cards(svg: str) -> list[Drawn]:
    """All cards in the order in which they are drawn."""
    return list(_walk(ET.fromstring(svg), 0, 0, 1))


def names(svg: str) -> list[str]:
    """The titles of the cards that lie face up, in the order in which they are drawn."""
    return [card.name for card in cards(svg) if card.name is not None]


def backs(svg: str) -> int:
    """How many backs there are."""
    return sum(card.name is None for card in cards(svg))


def words(svg: str) -> list[str]:
    """All words, in the order in which they are drawn."""
    return [text.text for text in ET.fromstring(svg).iter(f"{SVG}text")]


def check(svg: str) -> None:
    """What holds for every picture of a table: it is whole, loads nothing, needs no style, and shows all within it."""
    root = ET.fromstring(svg)
    assert len(svg) < 150_000
    assert svg.isascii()
    defined = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(defined) == len(set(defined))
    used = set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg))
    assert used == set(defined)
    assert svg.count("href=") == svg.count('href="#')
    assert svg.count("url(") == svg.count("url(#")
    assert svg.count("://") == 1  # the name space
    drawing = {"svg", "title", "defs", "pattern", "g", "use", "path", "rect", "circle", "ellipse", "text"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= drawing
    assert not any(name == "style" or name.startswith("on") for element in root.iter() for name in element.attrib)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    for card in _walk(root, 0, 0, 1):
        assert card.left >= 0, card
        assert card.top >= 0, card
        assert card.right <= width, card
        assert card.bottom <= height, card
    for rect in root.findall(f"{SVG}rect"):
        assert float(rect.attrib.get("x", 0)) + float(rect.attrib["width"]) <= width
        assert float(rect.attrib.get("y", 0)) + float(rect.attrib["height"]) <= height


def _walk(element: ET.Element, x: float, y: float, scale: float) -> Iterator[Drawn]:
    for child in element:
        tag = child.tag.removeprefix(SVG)
        if tag == "defs":
            continue
        shift_x, shift_y, zoom = _placed(child.attrib.get("transform", ""))
        inner = (x + scale * shift_x, y + scale * shift_y, scale * zoom)
        title = child.find(f"{SVG}title")
        if tag == "use" and re.match("#(card|bold|lying)-|#back$", child.attrib["href"]):
            lying = child.attrib["href"].startswith("#lying")
            width, height = (84, 60) if lying else (60, 84)
            left = inner[0] + inner[2] * float(child.attrib.get("x", 0))
            top = inner[1] + inner[2] * float(child.attrib.get("y", 0))
            if title is None:
                title = element.find(f"{SVG}title")
            name = None if child.attrib["href"] == "#back" else title.text
            yield Drawn(name, left, top, left + width * inner[2], top + height * inner[2])
        yield from _walk(child, *inner)


def _placed(transform: str) -> tuple[float, float, float]:
    shift = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", transform)
    zoom = re.search(r"scale\(([\d.]+)\)", transform)
    x, y = map(float, shift.groups()) if shift else (0.0, 0.0)
    return x, y, float(zoom[1]) if zoom else 1.0
