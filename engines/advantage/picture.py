"""Shows an observation of Advantage: as text for a terminal, as an SVG picture of the table."""

from __future__ import annotations

from engines import faces
from engines.cards import parse
from engines.table import MARGIN, TOP, frame, half_hidden, height_of, laid, panel, places, shifted, words
from plugins.contract import JSON

_DOES = {"lay": "lays a card", "exchange": "may exchange", "pair": "sets a pair aside"}


def text(observation: JSON) -> str:
    """A line for either seat, ">" before the one to act, then piles, bottom first, stock and hand."""
    lines = [_headline(observation) + (f": {_aside(observation)}" if _aside(observation) else "")]
    for seat in (0, 1):
        mark = ">" if seat == _acting(observation) else " "
        hand, pairs = observation["hands"][seat], observation["pairs"][seat]
        line = f"{mark} {_seat(observation, seat)}: {_count(len(pairs), 'pair')}, {_count(hand['cards'], 'card')}"
        lines.append(line + (f"; known: {' '.join(hand['known'])}" if hand["known"] else ""))
        if pairs:
            lines.append(f"    pairs {' '.join('-'.join(pair) for pair in pairs)}")
    lines += [f"pile {number}  {' '.join(pile)}" for number, pile in enumerate(observation["piles"])]
    lines.append(f"stock   {_stock(observation)}")
    if observation["hand"] is not None:
        lines.append(f"hand    {' '.join(observation['hand']) or '-'}")
    return "\n".join(lines) + "\n"


def _headline(observation: JSON) -> str:
    if observation["phase"] == "over":
        return f"Advantage, cycle {observation['cycle']}, the game is over"
    return f"Advantage, cycle {observation['cycle']}, round {observation['round']}"


def _aside(observation: JSON) -> str:
    """What the seat to act is about to do."""
    acting = _acting(observation)
    if acting is None:
        return ""
    drew = ", having drawn" if observation["drew"] else ""
    return f"seat {acting} {_DOES[observation['phase']]}{drew}"


def _acting(observation: JSON) -> int | None:
    return None if observation["phase"] == "over" else observation["player"]


def _seat(observation: JSON, seat: int) -> str:
    notes = ["you"] if seat == observation["seat"] else []
    if seat == observation["leader"]:
        notes.append("leads")
    return f"seat {seat}" + (f" ({', '.join(notes)})" if notes else "")


def _stock(observation: JSON) -> str:
    dry = observation["dry_cycles"]
    return str(observation["stock"]) + (f" ({_count(dry, 'cycle')} without a pair)" if dry else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


_WIDTH = 1000
_PAD = 12  # units from a panel's edge to what is in it
_INNER = _WIDTH - 2 * MARGIN - 2 * _PAD
_HEAD = 36  # units of a panel above its cards
_HAND_WIDTH = 470
_PAIRS_X = _HAND_WIDTH + 30
_PAIRS_WIDTH = _INNER - _PAIRS_X
_HAND_STEP, _PAIR_STEP, _STEP = faces.WIDTH + 6, 90, 22
_BESIDE = 20  # from the first card of a pair to the second
_STOCK_WIDTH = 130


def svg(observation: JSON) -> str:
    """Three panels: a seat, stock and piles, the other seat; the observer sits below."""
    upper, lower = (1, 0) if observation["seat"] == 0 else (0, 1)
    first, tall = _side(observation, upper, TOP)
    y = TOP + tall + MARGIN
    middle, tall = _middle(observation, y)
    y += tall + MARGIN
    last, tall = _side(observation, lower, y)
    aside = _aside(observation)
    body = first + middle + last
    return frame(_WIDTH, y + tall + MARGIN, _headline(observation), body, aside[:1].upper() + aside[1:])


def _side(observation: JSON, seat: int, y: float) -> tuple[str, float]:
    """A seat's hand and, beside it, its pairs. The drawing, and its height."""
    x, top = MARGIN + _PAD, y + _HEAD
    hand, pairs = observation["hands"][seat], observation["pairs"][seat]
    if seat == observation["seat"]:
        held = laid(observation["hand"], _HAND_WIDTH, _HAND_STEP)
    else:
        held = half_hidden(hand["known"], hand["cards"], _HAND_WIDTH)
    spread = places(len(pairs), _PAIRS_WIDTH - _BESIDE, _PAIR_STEP, 2 * _BESIDE + 8)
    drawn = [
        faces.face(parse(card), at[0] + _BESIDE * half, at[1])
        for pair, at in zip(pairs, spread, strict=True)
        for half, card in enumerate(pair)
    ]
    height = _HEAD + max(held[1], height_of(spread)) + _PAD
    title = _seat(observation, seat)
    return (
        panel(MARGIN, y, _WIDTH - 2 * MARGIN, height, acting=seat == _acting(observation))
        + words(x, y + 25, f"{title[0].upper()}{title[1:]}", 17, bold=True)
        + words(x + _HAND_WIDTH, y + 25, _count(hand["cards"], "card"), anchor="end")
        + words(x + _PAIRS_X, y + 25, _count(len(pairs), "pair"))
        + shifted(held[0], x, top)
        + shifted("".join(drawn), x + _PAIRS_X, top)
    ), height


def _middle(observation: JSON, y: float) -> tuple[str, float]:
    """The stock and, beside it, the three piles. The drawing, and its height."""
    x, top = MARGIN + _PAD, y + _HEAD
    stock, dry = observation["stock"], observation["dry_cycles"]
    width = (_INNER - _STOCK_WIDTH) / 3
    piles = [laid(pile, width - 30, _STEP) for pile in observation["piles"]]
    height = _HEAD + max(tall for _, tall in piles) + (26 if dry else 0) + _PAD
    parts = [
        panel(MARGIN, y, _WIDTH - 2 * MARGIN, height),
        words(x, y + 25, "Stock"),
        faces.back(x, top, str(stock)) if stock else faces.gap(x, top),
        words(x, y + height - _PAD, f"{_count(dry, 'cycle')} without a pair" if dry else ""),
    ]
    for number, (drawn, _) in enumerate(piles):
        left = x + _STOCK_WIDTH + number * width
        parts += [words(left, y + 25, f"Pile {number}: {_count(len(observation['piles'][number]), 'card')}")]
        parts.append(shifted(drawn, left, top))
    return "".join(parts), height
