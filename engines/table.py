"""The parts that the pictures of all engines have in common: the green table, words on it, panels and spread cards."""

from __future__ import annotations

from collections.abc import Sequence

from engines import faces
from engines.cards import parse
from engines.shapes import GOLD, IVORY

MARGIN = 16
"""Units between the parts of a picture, and around them."""
TOP = 44
"""Where the parts begin, below the headline."""

_STEP, _BACK_STEP = 20, 16  # from card to card of a hand that is not one's own
_STRIP = 32  # units of a covered row of cards that show


def frame(width: float, height: float, headline: str, body: str, aside: str = "") -> str:
    """A whole picture: ``body`` on a table with a headline and, at its other end, a word ``aside``."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="14"><title>{headline}</title>{faces.definitions(body)}'
        f'<rect width="{width:g}" height="{height:g}" rx="14" fill="#1f6b47"/>'
        f"{words(MARGIN, 29, headline, 18, bold=True)}{words(width - MARGIN, 29, aside, 16, anchor='end')}{body}</svg>"
    )


def words(x: float, y: float, line: str, size: int = 14, *, bold: bool = False, anchor: str = "start") -> str:
    """A line of words (plain ASCII without markup) that starts at x or, by ``anchor``, has its middle or end there."""
    if not line:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{IVORY}"{weight}{where}>{line}</text>'


def panel(x: float, y: float, width: float, height: float, *, acting: bool = False) -> str:
    """A darker field; golden around the edge for the seat to act."""
    edge = f'stroke="{GOLD}" stroke-width="3"' if acting else f'stroke="{IVORY}" stroke-opacity=".25"'
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" fill="#17553a" {edge}/>'


def places(count: int, width: float, step: float, least: float = faces.CORNER) -> list[tuple[float, float]]:
    """Where the cards of a spread lie, the first at 0, 0.

    The step from card to card is at most ``step`` units, and so small that all fit in ``width``; if it would be less
    than ``least``, they lie in rows that cover one another but for the corners, the last card on top.
    """
    room = max(int((width - faces.WIDTH) / least), 0) + 1
    if count > room:
        return [((index % room) * least, (index // room) * _STRIP) for index in range(count)]
    if count > 1:
        step = min(step, (width - faces.WIDTH) / (count - 1))
    return [(round(index * step, 1), 0) for index in range(count)]


def height_of(spread: Sequence[tuple[float, float]]) -> float:
    """Units from the top of a spread to its end; one card's height if there is none."""
    return faces.HEIGHT + (spread[-1][1] if spread else 0)


def laid(cards: Sequence[str], width: float, step: float) -> tuple[str, float]:
    """A spread of written cards face up with its corner at 0, 0, or a gap for none. The drawing, and its height."""
    spread = places(len(cards), width, step)
    drawn = "".join(faces.face(parse(card), *at) for card, at in zip(cards, spread, strict=True))
    return drawn or faces.gap(0, 0), height_of(spread)


def half_hidden(known: Sequence[str], count: int, width: float) -> tuple[str, float]:
    """A hand of ``count`` cards: the known ones, then a back for every other one, on the last back how many they are.

    The drawing with its corner at 0, 0, and its height.
    """
    hidden = count - len(known)
    spread = places(len(known), width - faces.WIDTH, _STEP)
    drawn = [faces.face(parse(card), *at) for card, at in zip(known, spread, strict=True)]
    start = max((x + _STEP for x, _ in spread), default=0)
    step = min(_BACK_STEP, (width - faces.WIDTH - start) / max(hidden - 1, 1))
    for index in range(hidden):
        drawn.append(faces.back(round(start + step * index, 1), 0, str(hidden) if index == hidden - 1 else ""))
    return "".join(drawn) or faces.gap(0, 0), height_of(spread)


def shifted(drawn: str, x: float, y: float) -> str:
    """The drawing with its corner moved to x, y."""
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'
