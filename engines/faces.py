"""Draws single cards as SVG, for the pictures of all engines.

What these functions return refers to cards drawn once; ``definitions`` gives those that a drawing refers to, so that a
picture of many cards stays small. A card is ``WIDTH`` by ``HEIGHT`` units; a lying one ``HEIGHT`` by ``WIDTH``.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines import shapes
from engines.cards import JOKER, NAMES, RANKS, SUITS, is_red
from engines.shapes import BLACK, IVORY, RED, SHAPES, VIOLET

WIDTH, HEIGHT = 60, 84
CORNER = 19
"""Units of a card's left edge that have to show for rank and suit to be seen."""

_LEFT, _MIDDLE, _RIGHT = 22, 30, 38
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
    return f'<use href="#card-{NAMES[card]}" x="{x:g}" y="{y:g}"><title>{NAMES[card]}</title></use>'


def bold(card: int, x: float, y: float, lying: bool = False) -> str:
    """The face of ``card`` for a small scale: a large rank above its suit on the left, the rest of it free for chips.

    A lying card can be read without turning one's head.
    """
    kind = "lying" if lying else "bold"
    return f'<use href="#{kind}-{NAMES[card]}" x="{x:g}" y="{y:g}"><title>{NAMES[card]}</title></use>'


def joker(stands_for: str, x: float, y: float) -> str:
    """A joker's face with a tag for what it stands for: a card, or in a set any of a rank, ``9*``."""
    rank, suit = stands_for[0], stands_for[1]
    if suit == "*":
        colour, sign = VIOLET, _use("star", 9, 50, 0.52)
    else:
        colour = _colour(SUITS.index(suit))
        sign = _use(f"suit-{suit}", 9, 50, 0.52)
    tag = (
        f'<g fill="{colour}"><rect x="1.5" y="24" width="15.5" height="35" rx="3" fill="#ffe9a8" stroke="#c99a1e"/>'
        f"{_rank(rank, 9, 35, 0.95, colour)}{sign}</g>"
    )
    return f'<g transform="translate({x:g} {y:g})"><title>JK as {stands_for}</title><use href="#card-JK"/>{tag}</g>'


def back(x: float, y: float, label: str = "") -> str:
    """The back of a card; ``label`` (plain ASCII without markup) is written on a disc in its middle."""
    if not label:
        return f'<use href="#back" x="{x:g}" y="{y:g}"/>'
    return (
        f'<g transform="translate({x:g} {y:g})"><use href="#back"/><circle cx="30" cy="42" r="17" fill="{IVORY}"/>'
        f'<text x="30" y="47" font-size="15" font-weight="bold" fill="{BLACK}" text-anchor="middle">{label}</text></g>'
    )


def gap(x: float, y: float) -> str:
    """The outline of a card where none lies."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="none" stroke="{IVORY}" '
        'stroke-opacity=".4" stroke-dasharray="4 4"/>'
    )


def definitions(drawn: str) -> str:
    """The ``<defs>`` of all cards and shapes that ``drawn`` refers to."""
    return shapes.definitions(drawn, _DEFINED)


def _colour(card: int) -> str:
    return VIOLET if card == JOKER else RED if is_red(card) else BLACK


def _outline(fill: str = IVORY, width: int = WIDTH, height: int = HEIGHT) -> str:
    return f'<rect width="{width}" height="{height}" rx="6" fill="{fill}" stroke="#8a8f98"/>'


def _use(shape: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return f'<use href="#{shape}" transform="translate({x:g} {y:g}) scale({scale:g}){turn}"/>'


def _rank(rank: str, x: float, y: float, scale: float, colour: str) -> str:
    return f'<g stroke="{colour}">{_use(f"rank-{rank}", x, y, scale)}</g>'


def _card(card: int) -> str:
    """The printed side: what stands in the upper left corner stands on its head in the lower right one."""
    colour = _colour(card)
    if card == JOKER:
        corner = _use("star", 9.5, 13, 0.7)
        middle = '<circle cx="30" cy="42" r="20" fill="#efe6f7"/>' + _use("jester", 30, 43, 1.05)
    else:
        rank, suit = RANKS[card // 4], SUITS[card % 4]
        corner = _rank(rank, 9.5, 12, 0.95, colour) + _use(f"suit-{suit}", 9.5, 27, 0.5)
        middle = _middle(card, rank, suit)
    return (
        f'<g id="card-{NAMES[card]}" fill="{colour}">{_outline()}{corner}'
        f'<g transform="rotate(180 30 42)">{corner}</g>{middle}</g>'
    )


def _figure(rank: str, card: int) -> str:
    return f"{rank}-{'red' if is_red(card) else 'black'}"


def _middle(card: int, rank: str, suit: str) -> str:
    if rank == "A":
        return _use(f"suit-{suit}", 30, 42, 1.5)
    if rank in "JQK":
        half = f'<use href="#{_figure(rank, card)}" x="30" y="42"/>'
        return (
            '<rect x="15" y="9" width="30" height="66" rx="3" fill="#fbf0d3"/>'
            f'{half}<g transform="rotate(180 30 42)">{half}</g>'
            '<rect x="15" y="9" width="30" height="66" rx="3" fill="none" stroke="#b08d2f"/>'
        )
    return "".join(_use(f"suit-{suit}", x, y, 0.5, y > 42) for x, y in _PIPS[10 if rank == "T" else int(rank)])


def _bold(card: int, lying: bool) -> str:
    colour = _colour(card)
    width, height = (HEIGHT, WIDTH) if lying else (WIDTH, HEIGHT)
    if card == JOKER:
        printed = _use("star", 16, 18, 1.1) + _use("jester", width - 24, height - 26, 1.25)
    else:
        rank, suit = RANKS[card // 4], SUITS[card % 4]
        printed = _rank(rank, 16, 18, 1.8, colour) + _use(f"suit-{suit}", 16, 44, 0.8)
        if rank in "JQK":
            printed += _use(_figure(rank, card), width - 22, height - 3, 1.2)
        else:
            printed += _use(f"suit-{suit}", width - 22, height - 25, 1.5)
    return (
        f'<g id="{"lying" if lying else "bold"}-{NAMES[card]}" fill="{colour}">'
        f"{_outline(width=width, height=height)}{printed}</g>"
    )


def _back() -> str:
    return (
        f'<g id="back">{_outline()}<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="3" '
        'fill="url(#weave)"/></g>'
    )


def _defined() -> dict[str, str]:
    defined = {**SHAPES, "back": _back()}
    for card, name in enumerate(NAMES):
        defined[f"card-{name}"] = _card(card)
        defined[f"bold-{name}"] = _bold(card, False)
        defined[f"lying-{name}"] = _bold(card, True)
    return defined


_DEFINED: Mapping[str, str] = _defined()
