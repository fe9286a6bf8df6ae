"""Shows an observation of Rummy: as text for a terminal, as an SVG picture of the table."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from engines import faces
from engines.cards import JOKER, NAMES, parse
from engines.table import MARGIN, TOP, frame, half_hidden, height_of, laid, panel, places, shifted, words
from plugins.contract import JSON

_JOKER = NAMES[JOKER]


def text(observation: JSON) -> str:
    """A line for every seat, ">" before the one to act, then layouts, piles and hand; piles are written bottom first.

    ``JK=6H`` is a joker that stands for a card, ``..x38`` are so many unknown cards.
    """
    lines = [f"{_headline(observation)}{_prefixed(': ', _aside(observation))}"]
    for seat in range(len(observation["hands"])):
        mark = ">" if seat == _acting(observation) else " "
        lines.append(f"{mark} {_seat(observation, seat)}: {_standing(observation, seat)}")
    for layout in observation["layouts"]:
        lines.append(f"layout {layout['number']:<2} {layout['kind']}  {' '.join(_written(layout))}")
    closed = [card or f"..x{count}" for card, count in _runs(observation["closed"])]
    known = any(observation["closed"])
    turn_overs = _count(observation["turn_overs"], "turn-over")
    lines.append(
        f"closed  {len(observation['closed'])} ({turn_overs}){_prefixed(': ', ' '.join(closed) if known else '')}"
    )
    lines.append(f"open    {' '.join(observation['open']) or '-'}")
    if observation["hand"] is not None:
        lines.append(f"hand    {' '.join(observation['hand']) or '-'}")
    return "\n".join(lines) + "\n"


def _headline(observation: JSON) -> str:
    line = f"Rummy, turn {observation['turn']}"
    return line + (", the deal is over" if observation["phase"] == "over" else "")


def _aside(observation: JSON) -> str:
    """What the seat to act is about to do."""
    acting = _acting(observation)
    if acting is None:
        return ""
    if observation["phase"] == "draw":
        return f"seat {acting} draws"
    down = f"{observation['points']} points put down"
    if observation["opening"] and not observation["opened"][acting]:
        down = f"{observation['points']} of {observation['options']['threshold']} points to open put down"
    return f"seat {acting} plays, {down}"


def _acting(observation: JSON) -> int | None:
    return None if observation["phase"] == "over" else observation["player"]


def _seat(observation: JSON, seat: int) -> str:
    return f"seat {seat}" + (" (you)" if seat == observation["seat"] else "")


def _standing(observation: JSON, seat: int) -> str:
    hand = observation["hands"][seat]
    known = f"; known: {' '.join(hand['known'])}" if hand["known"] else ""
    return f"{_count(hand['cards'], 'card')}, {_rights(observation, seat)}{known}"


def _rights(observation: JSON, seat: int) -> str:
    if observation["opened"][seat]:
        return "opened" + (", may swap" if observation["may_swap"][seat] else "")
    return "about to open" if observation["put_down"][seat] else "not opened"


def _written(layout: dict[str, Any]) -> list[str]:
    pairs = zip(layout["cards"], layout["as"], strict=True)
    return [f"{card}={stands_for}" if card == _JOKER else card for card, stands_for in pairs]


def _runs(pile: list[str | None]) -> list[tuple[str | None, int]]:
    """The cards of a pile, every stretch of unknown ones as None and its length."""
    runs: list[tuple[str | None, int]] = []
    for known, cards in groupby(pile, key=bool):
        stretch = list(cards)
        runs += [(card, 1) for card in stretch] if known else [(None, len(stretch))]
    return runs


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _prefixed(mark: str, line: str) -> str:
    return mark + line if line else ""


_WIDTH = 1000
_PAD = 12  # units from a panel's edge to what is in it
_INNER = _WIDTH - 2 * MARGIN - 2 * _PAD
_HEAD = 54  # units of a seat's panel above its cards
_CAPTION = 24
_STEP = 22  # from card to card in layouts and piles
_APART = 26  # between layouts
_HAND_STEP = faces.WIDTH + 6


def svg(observation: JSON) -> str:
    """Panels from top to bottom: the other seats (for a spectator all), the layouts, the piles, the own hand."""
    own = observation["seat"]
    others = [seat for seat in range(len(observation["hands"])) if seat != own]
    y: float = TOP
    bands = [_others(observation, others, y)]
    for band in (_layouts, _piles, *(() if own is None else (_own,))):
        y += bands[-1][1] + MARGIN
        bands.append(band(observation, y))
    parts = [drawn for drawn, _ in bands]
    return frame(
        _WIDTH, y + bands[-1][1] + MARGIN, _headline(observation), "".join(parts), _capital(_aside(observation))
    )


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]


def _title(observation: JSON, seat: int, x: float, y: float) -> str:
    cards = _count(observation["hands"][seat]["cards"], "card")
    return words(x + _PAD, y + 23, _capital(_seat(observation, seat)), 17, bold=True) + words(
        x + _PAD, y + 43, f"{cards}, {_rights(observation, seat)}"
    )


def _others(observation: JSON, seats: list[int], y: float) -> tuple[str, float]:
    """A panel for each of ``seats``, side by side. The drawing, and its height."""
    width = (_WIDTH - MARGIN) / len(seats) - MARGIN
    hands = [
        half_hidden(hand["known"], hand["cards"], width - 2 * _PAD)
        for hand in (observation["hands"][seat] for seat in seats)
    ]
    height = _HEAD + max(tall for _, tall in hands) + _PAD
    parts = []
    for index, seat in enumerate(seats):
        x = MARGIN + index * (width + MARGIN)
        parts += [
            panel(x, y, width, height, acting=seat == _acting(observation)),
            _title(observation, seat, x, y),
            shifted(hands[index][0], x + _PAD, y + _HEAD),
        ]
    return "".join(parts), height


def _layouts(observation: JSON, y: float) -> tuple[str, float]:
    """All layouts in rows, each below its number. The drawing, and its height."""
    parts = []
    x, row = 0.0, 0
    for layout in observation["layouts"]:
        width = faces.WIDTH + _STEP * (len(layout["cards"]) - 1)
        if x + width > _INNER:
            x, row = 0.0, row + 1
        left, top = MARGIN + _PAD + x, y + 8 + row * (_CAPTION + faces.HEIGHT)
        parts.append(words(left, top + 14, f"{layout['number']}: {layout['kind']}", 13))
        for index, (card, stands_for) in enumerate(zip(layout["cards"], layout["as"], strict=True)):
            at = (left + _STEP * index, top + 20)
            parts.append(faces.joker(stands_for, *at) if card == _JOKER else faces.face(parse(card), *at))
        x += width + _APART
    if not parts:
        parts.append(words(MARGIN + _PAD, y + 8 + _CAPTION + faces.HEIGHT / 2, "Nothing is laid out"))
    height = 8 + (row + 1) * (_CAPTION + faces.HEIGHT) + 8
    return panel(MARGIN, y, _WIDTH - 2 * MARGIN, height) + "".join(parts), height


def _piles(observation: JSON, y: float) -> tuple[str, float]:
    """The closed pile, its unknown cards as a back with their number, and the open one. The drawing, and its height."""
    closed, pile = _runs(observation["closed"]), observation["open"]
    left = places(len(closed), _INNER / 2 - _APART, _STEP)
    start = max(max((x for x, _ in left), default=0) + faces.WIDTH + _APART, 200)
    open_cards, tall = laid(pile, _INNER - start, _STEP)
    x, top = MARGIN + _PAD, y + 34
    counts = f"Closed: {len(observation['closed'])}, {_count(observation['turn_overs'], 'turn-over')}"
    drawn = [
        words(x, y + 23, counts),
        words(x + start, y + 23, f"Open: {len(pile)}"),
        shifted(open_cards, x + start, top),
    ]
    for (card, count), at in zip(closed, left, strict=True):
        where = (x + at[0], top + at[1])
        drawn.append(faces.face(parse(card), *where) if card else faces.back(*where, str(count)))
    if not closed:
        drawn.append(faces.gap(x, top))
    height = 34 + max(height_of(left), tall) + _PAD
    return panel(MARGIN, y, _WIDTH - 2 * MARGIN, height) + "".join(drawn), height


def _own(observation: JSON, y: float) -> tuple[str, float]:
    """The observer's hand. The drawing, and its height."""
    seat = observation["seat"]
    cards, tall = laid(observation["hand"], _INNER, _HAND_STEP)
    height = _HEAD + tall + _PAD
    return (
        panel(MARGIN, y, _WIDTH - 2 * MARGIN, height, acting=seat == _acting(observation))
        + _title(observation, seat, MARGIN, y)
        + shifted(cards, MARGIN + _PAD, y + _HEAD)
    ), height
