"""Shows an observation of Trash: as text for a terminal, as an SVG picture of the table."""

from __future__ import annotations

from engines import faces
from engines.cards import parse
from engines.table import MARGIN, TOP, frame, panel, words
from plugins.contract import JSON

_PLACES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def text(observation: JSON) -> str:
    """A line for every seat, ">" before the one to act; ".." is a face-down card."""
    lines = [
        _headline(observation),
        " " * 9 + "".join(f"{place:>4}" for place in _PLACES[: max(map(len, observation["layouts"]))]),
    ]
    for seat, layout in enumerate(observation["layouts"]):
        mark = ">" if seat == _acting(observation) else " "
        cards = "".join(f"{card or '..':>4}" for card in layout).ljust(40)
        lines.append(f"{mark} seat {seat} {cards}  {_standing(observation, seat)}")
    stock = f"stock   {observation['stock']}"
    if observation["stock_cards"]:
        stock += f" ({' '.join(observation['stock_cards'])})"
    lines += [stock, f"discard {' '.join(observation['discard']) or '-'}"]
    if observation["held"]:
        lines.append(f"in hand {observation['held']}")
    return "\n".join(lines) + "\n"


def _headline(observation: JSON) -> str:
    line = f"Trash, hand {observation['hand']}, turn {observation['turn']}"
    return line + (", the game is over" if observation["phase"] == "over" else "")


def _acting(observation: JSON) -> int | None:
    return None if observation["phase"] == "over" else observation["player"]


def _standing(observation: JSON, seat: int) -> str:
    won = observation["won"][seat]
    you = " (you)" if seat == observation["seat"] else ""
    return f"{won} {'hand' if won == 1 else 'hands'} won{you}"


_STEP_X, _STEP_Y = faces.WIDTH + 6, faces.HEIGHT + 6
_PANEL_WIDTH, _PANEL_HEIGHT = 5 * _STEP_X + 14, 2 * _STEP_Y + 34
_PILES_HEIGHT = faces.HEIGHT + 44
_FANNED = 12  # discards shown


def svg(observation: JSON) -> str:
    """A panel for every seat, its places in two rows of five, and below them stock, discards and the card in hand."""
    seats = len(observation["layouts"])
    columns = 2 if seats <= 4 else 3
    rows = -(-seats // columns)
    width = columns * (_PANEL_WIDTH + MARGIN) + MARGIN
    piles_y = TOP + rows * (_PANEL_HEIGHT + MARGIN)
    parts = []
    for seat in range(seats):
        row, column = divmod(seat, columns)
        parts.append(
            _panel(observation, seat, MARGIN + column * (_PANEL_WIDTH + MARGIN), TOP + row * (_PANEL_HEIGHT + MARGIN))
        )
    parts.append(_piles(observation, MARGIN, piles_y))
    return frame(width, piles_y + _PILES_HEIGHT, _headline(observation), "".join(parts))


def _panel(observation: JSON, seat: int, x: int, y: int) -> str:
    parts = [
        panel(x, y, _PANEL_WIDTH, _PANEL_HEIGHT, acting=seat == _acting(observation)),
        words(x + 10, y + 20, f"Seat {seat}: {_standing(observation, seat)}"),
    ]
    for index, card in enumerate(observation["layouts"][seat]):
        row, column = divmod(index, 5)
        card_x, card_y = x + 10 + column * _STEP_X, y + 30 + row * _STEP_Y
        parts.append(faces.face(parse(card), card_x, card_y) if card else faces.back(card_x, card_y, _PLACES[index]))
    return "".join(parts)


def _piles(observation: JSON, x: int, y: int) -> str:
    stock, discard, held = observation["stock"], observation["discard"], observation["held"]
    parts = [words(x, y + 14, f"Stock: {stock}"), faces.back(x, y + 24) if stock else faces.gap(x, y + 24)]
    x += 2 * _STEP_X
    fan = discard[-_FANNED:]
    parts.append(words(x, y + 14, f"Discards: {len(discard)}"))
    parts += [faces.face(parse(card), x + faces.CORNER * index, y + 24) for index, card in enumerate(fan)]
    if not fan:
        parts.append(faces.gap(x, y + 24))
    if held:
        x += faces.CORNER * (_FANNED - 1) + _STEP_X + 30
        parts += [words(x, y + 14, f"In hand of seat {observation['player']}"), faces.face(parse(held), x, y + 24)]
    return "".join(parts)
