"""Draws single cards as SVG, for the pictures of all engines. A picture holds ``DEFS`` once, then any number of cards.

A card is ``WIDTH`` by ``HEIGHT`` units; suits are shapes, so no font needs to have them.
"""

from __future__ import annotations

from engines.cards import JOKER, NAMES, RANKS, SUITS, is_red

WIDTH, HEIGHT = 60, 84

_RED, _BLACK = "#c8102e", "#1b1f24"

# Each shape fills the box from -10,-10 to 10,10.
_SHAPES = {
    "C": "M0-10A4.6 4.6 0 0 1 4-3.1A4.6 4.6 0 1 1 1.4 4.3Q1.8 7.3 4.4 10H-4.4Q-1.8 7.3-1.4 4.3A4.6 4.6 0 1 1-4-3.1"
    "A4.6 4.6 0 0 1 0-10z",
    "D": "M0-10Q3.5-4.5 8 0Q3.5 4.5 0 10Q-3.5 4.5-8 0Q-3.5-4.5 0-10z",
    "H": "M0 10C-3 5.5-9.5 1.5-9.5-4.2A5 5 0 0 1 0-6.2A5 5 0 0 1 9.5-4.2C9.5 1.5 3 5.5 0 10z",
    "S": "M0-10C3-5.8 9.2-2 9.2 3A4.6 4.6 0 0 1 1.5 5.2Q1.9 7.6 4.4 10H-4.4Q-1.9 7.6-1.5 5.2A4.6 4.6 0 0 1-9.2 3"
    "C-9.2-2-3-5.8 0-10z",
}

DEFS = (
    "<defs>"
    + "".join(f'<path id="suit-{suit}" d="{_SHAPES[suit]}"/>' for suit in SUITS)
    + '<pattern id="card-back" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<rect width="8" height="8" fill="#27457c"/><path d="M0 4L4 0L8 4L4 8z" fill="none" stroke="#6f8fc9"/>'
    "</pattern></defs>"
)

_LEFT, _MIDDLE, _RIGHT = 21, 30, 39
# Where the pips of a number stand: columns and rows as on printed cards; those below the middle stand on their heads.
_PIPS = {
    2: ((_MIDDLE, 20), (_MIDDLE, 64)),
    3: ((_MIDDLE, 20), (_MIDDLE, 42), (_MIDDLE, 64)),
    4: ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 64), (_RIGHT, 64)),
    5: ((_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 42), (_LEFT, 64), (_RIGHT, 64)),
    6: ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 64), (_RIGHT, 64)),
    7: ((_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 31), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 64), (_RIGHT, 64)),
    8: (
        *((_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 31), (_LEFT, 42), (_RIGHT, 42)),
        *((_MIDDLE, 53), (_LEFT, 64), (_RIGHT, 64)),
    ),
    9: (
        *((_LEFT, 18), (_RIGHT, 18), (_LEFT, 34), (_RIGHT, 34), (_MIDDLE, 42)),
        *((_LEFT, 50), (_RIGHT, 50), (_LEFT, 66), (_RIGHT, 66)),
    ),
    10: (
        *((_LEFT, 18), (_RIGHT, 18), (_MIDDLE, 26), (_LEFT, 34), (_RIGHT, 34)),
        *((_LEFT, 50), (_RIGHT, 50), (_MIDDLE, 58), (_LEFT, 66), (_RIGHT, 66)),
    ),
}


def face(card: int, x: float, y: float) -> str:
    """The face of ``card`` with its upper left corner at x, y."""
    colour = _RED if is_red(card) else _BLACK
    parts = [
        f'<g transform="translate({x} {y})" fill="{colour}" font-family="Georgia,serif" text-anchor="middle">'
        f"<title>{NAMES[card]}</title>",
        _outline("#fffdf8"),
    ]
    if card == JOKER:
        parts.append('<text x="30" y="39" font-size="13">JOKER</text><text x="30" y="62" font-size="22">&#9733;</text>')
    else:
        rank, suit = RANKS[card // 4], SUITS[card % 4]
        corner = (
            f'<text x="8" y="15" font-size="13" font-weight="bold">{"10" if rank == "T" else rank}</text>'
            f"{_suit(suit, 8, 21, 0.38)}"
        )
        parts += [corner, f'<g transform="rotate(180 30 42)">{corner}</g>', _middle(rank, suit)]
    return "".join([*parts, "</g>"])


def back(x: float, y: float, label: str = "") -> str:
    """The back of a card; ``label`` (plain ASCII without markup) is written on a disc in its middle."""
    disc = (
        '<circle cx="30" cy="42" r="13" fill="#fffdf8"/>'
        f'<text x="30" y="47" font-size="14" font-family="Georgia,serif" text-anchor="middle">{label}</text>'
        if label
        else ""
    )
    pattern = f'<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="3" fill="url(#card-back)"/>'
    return f'<g transform="translate({x} {y})" fill="#27457c">{_outline("#fffdf8")}{pattern}{disc}</g>'


def gap(x: float, y: float) -> str:
    """The outline of a card where none lies."""
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="none" stroke="#fffdf8" '
        'stroke-opacity=".4" stroke-dasharray="4 4"/>'
    )


def _outline(fill: str) -> str:
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{fill}" stroke="#8a8f98"/>'


def _suit(suit: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return f'<use href="#suit-{suit}" transform="translate({x} {y}) scale({scale}){turn}"/>'


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return _suit(suit, 30, 42, 1.5)
    if rank in "JQK":
        return (
            '<rect x="16" y="14" width="28" height="56" rx="3" fill="#f3e3b3" stroke="#b08d2f"/>'
            f'<text x="30" y="42" font-size="24">{rank}</text>{_suit(suit, 30, 56, 0.8)}'
        )
    return "".join(_suit(suit, x, y, 0.5, y > 42) for x, y in _PIPS[10 if rank == "T" else int(rank)])
