"""What is printed on cards, as SVG shapes: suits, ranks as strokes, court figures, the joker. Pictures need no font.

``SHAPES`` maps ids to elements that carry them; ``definitions`` gathers those that a drawing refers to.
Suits and the star take the fill of whoever uses them, ranks his stroke.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

RED, BLACK, VIOLET = "#c8102e", "#1b1f24", "#5b2a86"
IVORY, GOLD, BLUE = "#fffdf8", "#e9b93f", "#27457c"
_SKIN = "#f7dcc0"

# Each fills the box from -10,-10 to 10,10.
_SUITS = {
    "C": "M0-10A4.6 4.6 0 0 1 4-3.1A4.6 4.6 0 1 1 1.4 4.3Q1.8 7.3 4.4 10H-4.4Q-1.8 7.3-1.4 4.3A4.6 4.6 0 1 1-4-3.1"
    "A4.6 4.6 0 0 1 0-10z",
    "D": "M0-10Q3.5-4.5 8 0Q3.5 4.5 0 10Q-3.5 4.5-8 0Q-3.5-4.5 0-10z",
    "H": "M0 10C-3 5.5-9.5 1.5-9.5-4.2A5 5 0 0 1 0-6.2A5 5 0 0 1 9.5-4.2C9.5 1.5 3 5.5 0 10z",
    "S": "M0-10C3-5.8 9.2-2 9.2 3A4.6 4.6 0 0 1 1.5 5.2Q1.9 7.6 4.4 10H-4.4Q-1.9 7.6-1.5 5.2A4.6 4.6 0 0 1-9.2 3"
    "C-9.2-2-3-5.8 0-10z",
}
_STAR = "M0-10L2.9-3.4L10-2.7L4.7 2L6.2 9L0 5.3L-6.2 9L-4.7 2L-10-2.7L-2.9-3.4z"

# Strokes of width 2 in the box from -5,-7 to 5,7; the ten is a little wider.
_RANKS = {
    "2": "M-4-3.4A4 3.7 0 0 1 4-3.4C4-.4-4 2.6-4 6.2H4.4",
    "3": "M-3.9-6.2H3.6L-.6-1.4A3.9 3.9 0 1 1-4 4.4",
    "4": "M2.2 7V-6.2L-4.4 2.9H4.8",
    "5": "M3.6-6.2H-2.9L-3.5-.4A4 4 0 1 1-4 4.6",
    "6": "M2.8-6.2C-1.6-4.6-4-1.2-4 2.3A4 4 0 1 0-3.4.3",
    "7": "M-4.2-6.2H4.1Q-.8-.5-1.4 7",
    "8": "M0-.7A2.9 2.8 0 1 1 .1-.7A3.8 3.5 0 1 1-.1-.7",
    "9": "M-2.8 6.2C1.6 4.6 4 1.2 4-2.3A4 4 0 1 0 3.4-.3",
    "T": "M-5.8-4.4L-3.4-6V7M-.6-2.6A3.1 3.6 0 0 1 5.6-2.6V2.6A3.1 3.6 0 0 1-.6 2.6z",
    "J": "M2.6-7V2.5A3.4 3.6 0 0 1-4.2 2.9",
    "Q": "M-4.2-1.6A4.2 4.6 0 0 1 4.2-1.6V1.6A4.2 4.6 0 0 1-4.2 1.6zM.6 3L4.6 7",
    "K": "M-3.5-7V7M4.2-7L-3.5 1.6M-.9-1.2L4.6 7",
    "A": "M-4.7 7L0-6.4L4.7 7M-2.9 2.6H2.9",
}


def _line(path: str, fill: str, width: float = 0.7) -> str:
    return f'<path d="{path}" fill="{fill}" stroke="{BLACK}" stroke-width="{width}" stroke-linejoin="round"/>'


def _face() -> str:
    return (
        f'<ellipse cy="-17.4" rx="5.4" ry="6.4" fill="{_SKIN}" stroke="{BLACK}" stroke-width=".6"/>'
        f'<path d="M-2.3-18.6V-17.6M2.3-18.6V-17.6M0-17.6V-15.2" stroke="{BLACK}" stroke-width=".9" fill="none"/>'
    )


def _robe(colour: str, other: str) -> str:
    """Shoulders down to the line where the figure turns around: a robe with a collar and a band."""
    return (
        _line("M-15 0V-5Q-12-10.5-5-11.5L0-8L5-11.5Q12-10.5 15-5V0z", colour)
        + _line("M-5-11.5L0-8L5-11.5L7-10.9L0-4L-7-10.9z", IVORY)
        + _line("M-12.4 0V-7.9L-8.6-10V0zM12.4 0V-7.9L8.6-10V0z", GOLD)
        + _line("M-2.2 0V-5.6L0-4L2.2-5.6V0z", other)
    )


def _king(colour: str, other: str) -> str:
    return (
        _robe(colour, other)
        + _line("M-7-21Q-8-12-5-9H5Q8-12 7-21z", "#9a9da3")
        + _face()
        + _line("M-5.5-16.6Q-6.4-7 0-5.8Q6.4-7 5.5-16.6Q3.6-13.6 0-14Q-3.6-13.6-5.5-16.6z", "#c9ccd1")
        + f'<path d="M-1.6-11.9H1.6" stroke="{RED}" stroke-width="1"/>'
        + _line("M-7-20.6L-8.8-28.4L-4.2-24.8L0-30.2L4.2-24.8L8.8-28.4L7-20.6Q0-22.4-7-20.6z", GOLD)
        + f'<circle cy="-24" r="1.3" fill="{other}"/><circle cx="-4.4" cy="-22.9" r=".9" fill="{colour}"/>'
        f'<circle cx="4.4" cy="-22.9" r=".9" fill="{colour}"/>'
    )


def _queen(colour: str, other: str) -> str:
    return (
        _line("M-6.6-17Q-8-26 0-26Q8-26 6.6-17Q6.6-12 9.4-8.4Q5-5.8 0-9Q-5-5.8-9.4-8.4Q-6.6-12-6.6-17z", "#b8672c")
        + _robe(colour, other)
        + _face()
        + _line("M-5.4-17.6Q-5.4-24 0-24Q5.4-24 5.4-17.6Q4-21.6 0-21.8Q-4-21.6-5.4-17.6z", "#b8672c")
        + f'<path d="M-1.2-13.4H1.2" stroke="{RED}" stroke-width="1.3"/>'
        + _line("M-6.6-22.4Q-6.2-26.6-3.4-26Q-2-26.4 0-30Q2-26.4 3.4-26Q6.2-26.6 6.6-22.4Q0-25.2-6.6-22.4z", GOLD)
        + f'<circle cy="-26.4" r="1.2" fill="{other}"/>'
        + f'<path d="M-3.6-10.6Q0-7.4 3.6-10.6" fill="none" stroke="{GOLD}" stroke-width="1.2"/>'
    )


def _jack(colour: str, other: str) -> str:
    return (
        _line("M-6.4-20V-12.6Q-6.4-11-4-11H4Q6.4-11 6.4-12.6V-20z", "#d9a441")
        + _robe(colour, other)
        + _face()
        + f'<path d="M-1.4-13.6H1.4" stroke="{RED}" stroke-width="1"/>'
        + _line("M6-25.4Q10.4-31 13-29.6Q13.6-24.6 7.4-22.4z", IVORY, 0.6)
        + _line("M-8.6-21.4Q-9.6-28.4-1-28.4Q8.4-28.6 8.4-21.8Q0-24-8.6-21.4z", colour)
        + _line("M-8.6-21.2Q0-24 8.4-21.6V-19.8Q0-22-8.6-19.4z", GOLD)
    )


_JESTER = (
    _line("M-11 12Q-8 4 0 4Q8 4 11 12L6.4 9.6L3.4 15L0 10L-3.4 15L-6.4 9.6z", GOLD)
    + _line("M-6.6-2V2Q-6.6 8.6 0 8.6Q6.6 8.6 6.6 2V-2z", _SKIN)
    + _line("M0-4.6C-1-14-12.4-14.6-13.4-2.4C-10.4-6.2-8-4-7.2-1.4z", VIOLET)
    + _line("M0-4.6C1-14 12.4-14.6 13.4-2.4C10.4-6.2 8-4 7.2-1.4z", RED)
    + _line("M-5.4-3.6Q-6.4-12.6 0-17.4Q6.4-12.6 5.4-3.6z", GOLD)
    + _line("M-7.6-3.2Q0-6 7.6-3.2V-.4Q0-3.2-7.6-.4z", IVORY)
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="2" fill="{GOLD}" stroke="{BLACK}" stroke-width=".6"/>'
        for x, y in ((-13.4, -0.6), (13.4, -0.6), (0, -18.6))
    )
    + f'<path d="M-2.5 1.2V2.2M2.5 1.2V2.2M-3 5Q0 7.4 3 5" fill="none" stroke="{BLACK}" stroke-width=".9"/>'
)

_BACK = (
    '<pattern id="weave" width="8" height="8" patternUnits="userSpaceOnUse">'
    f'<rect width="8" height="8" fill="{BLUE}"/>'
    '<path d="M0 4L4 0L8 4L4 8z" fill="none" stroke="#6f8fc9"/></pattern>'
)


def _shapes() -> dict[str, str]:
    shapes = {f"suit-{suit}": f'<path id="suit-{suit}" d="{path}"/>' for suit, path in _SUITS.items()}
    shapes["star"] = f'<path id="star" d="{_STAR}"/>'
    for rank, path in _RANKS.items():
        shapes[f"rank-{rank}"] = (
            f'<path id="rank-{rank}" d="{path}" fill="none" stroke-width="2" stroke-linejoin="round"/>'
        )
    for rank, figure in (("J", _jack), ("Q", _queen), ("K", _king)):
        for name, colour, other in (("red", RED, BLUE), ("black", BLUE, RED)):
            shapes[f"{rank}-{name}"] = f'<g id="{rank}-{name}">{figure(colour, other)}</g>'
    shapes["jester"] = f'<g id="jester">{_JESTER}</g>'
    shapes["weave"] = _BACK
    return shapes


SHAPES: Mapping[str, str] = _shapes()

_REFERENCE = re.compile(r'(?:href="#|url\(#)([A-Za-z0-9-]+)')


def definitions(drawn: str, known: Mapping[str, str]) -> str:
    """A ``<defs>`` with all that ``drawn`` refers to, and what that refers to, each once.

    ``known`` maps ids to the elements with these ids. Raises KeyError for a reference to none of them.
    """
    found: dict[str, str] = {}
    texts = [drawn]
    while texts:
        for name in _REFERENCE.findall(texts.pop()):
            if name not in found:
                found[name] = known[name]
                texts.append(known[name])
    return f"<defs>{''.join(found.values())}</defs>"
