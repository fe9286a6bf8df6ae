"""Shows an observation of Construction: as text for a terminal, as an SVG picture of the network and the packs."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from engines import faces
from engines.cards import parse
from engines.shapes import BLACK, GOLD, IVORY, RED
from engines.table import MARGIN, TOP, frame, height_of, panel, places, words
from plugins.contract import JSON

Place: TypeAlias = tuple[str, int, int]

_GOAL = 10  # the row of the turn-round
_COLOURS = ("Black", "Red")
_LETTERS = ("b", "r")


def text(observation: JSON) -> str:
    """The network as a brick pattern, rows upwards, then a line for either seat, ">" before the one to act.

    ``5S Bb2`` is a card with black's big chip and two of black's small ones; red's are R and r. The closed pack's cards
    are written by rank: ``4CCH`` are two of clubs and one of hearts.
    """
    lines = [_headline(observation), *_network(observation)]
    for seat in (0, 1):
        mark = ">" if seat == _acting(observation) else " "
        lines.append(f"{mark} seat {seat} {_COLOURS[seat].lower():5}  {_standing(observation, seat)}")
    lines += [
        f"opened  {observation['opened'] or '-'}",
        f"open    {' '.join(observation['open']) or '-'}",
        f"closed  {observation['closed']} ({_reshuffles(observation)})",
        f"        {_by_rank(observation['closed_cards']) or '-'}",
    ]
    return "\n".join(lines) + "\n"


def _by_rank(cards: list[str]) -> str:
    suits: dict[str, str] = {}
    for card in cards:
        suits[card[0]] = suits.get(card[0], "") + card[1]
    return " ".join(rank + which for rank, which in suits.items())


def _network(observation: JSON) -> list[str]:
    """Lines of V cards, and between any two the H cards on the boundary of their rows; "=" at the left is row 10."""
    cards = {(kind, column, row): card for kind, column, row, card in observation["table"]}
    chips = _chips(observation)
    left, right, low, high = _extent(cards)
    lines = []
    for half in range(2 * high + 1, 2 * low - 1, -1):
        # An even line is the row half / 2; an odd one has the H cards at its upper boundary.
        row, kind = (half // 2, "V") if half % 2 == 0 else (half // 2 + 1, "H")
        cells = []
        for column in range(left, right + 1):
            place = (kind, column, row)
            card = f"{cards[place]} {_letters(chips.get(place))}" if place in cards else ""
            cells.append(f"{card:7}{'':7}" if kind == "V" else f"{'':7}{card:7}")
        label = f"{row:>4}{'=' if row == _GOAL else ' '}" if kind == "V" else " " * 5
        lines.append(f"{label} {''.join(cells)}".rstrip())
    if not lines[0].strip():
        del lines[0]
    lines.append(f"{'':6}{''.join(f'{column:<14}' for column in range(left, right + 1))}".rstrip())
    return lines


def _letters(chips: tuple[int, bool, int] | None) -> str:
    if chips is None:
        return ""
    seat, big, small = chips
    letter = _LETTERS[seat]
    return (letter.upper() if big else "") + (f"{letter}{small}" if small else "")


def _chips(observation: JSON) -> dict[Place, tuple[int, bool, int]]:
    """For every card with chips: whose they are, whether the big one is among them, and the number of small ones."""
    chips: dict[Place, tuple[int, bool, int]] = {}
    for seat in (0, 1):
        big = tuple(observation["big"][seat])
        small = Counter(tuple(place) for place in observation["small"][seat])
        for place in (big, *small):
            chips[place] = (seat, place == big, small[place])
    return chips


def _extent(cards: dict[Place, str]) -> tuple[int, int, int, int]:
    """The columns of V cards, or beside H cards, from left to right, and the rows likewise."""
    columns = [column for _, column, _ in cards]
    wide = [column + 1 for kind, column, _ in cards if kind == "H"]
    rows = [row for _, _, row in cards]
    below = [row - 1 for kind, _, row in cards if kind == "H"]
    return min(columns), max(columns + wide), min(rows + below), max(rows)


def _headline(observation: JSON) -> str:
    line = f"Construction, turn {observation['turn']}"
    return line + (", the game is over" if observation["phase"] == "over" else "")


def _acting(observation: JSON) -> int | None:
    return None if observation["phase"] == "over" else observation["player"]


def _standing(observation: JSON, seat: int) -> str:
    you = " (you)" if seat == observation["seat"] else ""
    return f"progress {observation['progress'][seat]}, {_way(observation, seat)}, {_in_hand(observation, seat)}{you}"


def _way(observation: JSON, seat: int) -> str:
    if not observation["turned"][seat]:
        return f"best row {observation['best'][seat]}"
    return "home" if observation["big"][seat] == ["V", seat, 0] else "turned round"


def _in_hand(observation: JSON, seat: int) -> str:
    return f"{_count(observation['in_hand'][seat], 'small chip')} in hand"


def _reshuffles(observation: JSON) -> str:
    return _count(observation["reshuffles"], "reshuffle")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


_WIDTH, _HEIGHT = 1200, 900
_SIDE = 250  # width of the column of panels
_SEAT_HEIGHT = 172
_FIELD_X = _SIDE + 2 * MARGIN
_FIELD_WIDTH, _FIELD_HEIGHT = _WIDTH - _FIELD_X - MARGIN, _HEIGHT - TOP - MARGIN
_STEP_X, _STEP_Y = faces.WIDTH + faces.HEIGHT, faces.HEIGHT
_RULER = 46  # units beside and below the network for the numbers of rows and columns
_INKS = (BLACK, RED)
_SCALES = [step / 20 for step in range(20, 3, -1)]


def svg(observation: JSON) -> str:
    """The seats and packs in a column on the left; beside it the network, at a scale at which all of it is seen."""
    top = TOP + 2 * (_SEAT_HEIGHT + MARGIN)
    body = (
        "".join(_seat(observation, seat, TOP + seat * (_SEAT_HEIGHT + MARGIN)) for seat in (0, 1))
        + _packs(observation, top)
        + _field(observation)
    )
    acting = _acting(observation)
    aside = "" if acting is None else f"{_COLOURS[acting]} uses the opened card"
    return frame(_WIDTH, _HEIGHT, _headline(observation), body, aside)


def _seat(observation: JSON, seat: int, y: float) -> str:
    x = MARGIN
    progress = observation["progress"][seat]
    you = " (you)" if seat == observation["seat"] else ""
    bar = _SIDE - 24
    done = bar * progress / (2 * _GOAL)
    return "".join(
        [
            panel(x, y, _SIDE, _SEAT_HEIGHT, acting=seat == _acting(observation)),
            f'<circle cx="{x + 22}" cy="{y + 22}" r="10" fill="{_INKS[seat]}" stroke="{IVORY}" stroke-width="1.5"/>',
            words(x + 40, y + 28, f"Seat {seat}: {_COLOURS[seat].lower()}{you}", 17, bold=True),
            words(x + 12, y + 56, f"Progress {progress} of {2 * _GOAL}", 15),
            f'<rect x="{x + 12}" y="{y + 66}" width="{bar}" height="10" rx="5" fill="#0e3a27"/>',
            f'<rect x="{x + 12}" y="{y + 66}" width="{done:g}" height="10" rx="5" fill="{GOLD}"/>',
            words(x + 12, y + 97, _way(observation, seat), 15),
            words(x + 12, y + 122, _in_hand(observation, seat), 15),
            *(_chip(seat, x + 27 + 36 * chip, y + 148, 14) for chip in range(observation["in_hand"][seat])),
        ]
    )


def _packs(observation: JSON, y: float) -> str:
    """The opened card at twice its size beside the closed pack, and below them the open pack, its top last."""
    x, opened, closed, pile = MARGIN, observation["opened"], observation["closed"], observation["open"]
    # The greatest scale at which the whole open pack can be read in the rest of the panel.
    for scale in _SCALES:
        spread = places(len(pile), (_SIDE - 24) / scale, faces.CORNER)
        if height_of(spread) * scale <= _HEIGHT - MARGIN - 12 - (y + 232):
            break
    cards = "".join(faces.face(parse(card), *at) for card, at in zip(pile, spread, strict=True))
    return "".join(
        [
            panel(x, y, _SIDE, _HEIGHT - MARGIN - y),
            words(x + 12, y + 26, "Opened", 15),
            f'<g transform="translate({x + 12} {y + 38}) scale(1.8)">',
            faces.face(parse(opened), 0, 0) if opened else faces.gap(0, 0),
            "</g>",
            words(x + 150, y + 26, "Closed pack", 15),
            f'<g transform="translate({x + 150} {y + 38}) scale(1.3)">',
            faces.back(0, 0, str(closed)) if closed else faces.gap(0, 0),
            "</g>",
            words(x + 150, y + 172, _reshuffles(observation), 14),
            words(x + 12, y + 222, f"Open pack: {len(pile)}", 15),
            f'<g transform="translate({x + 12} {y + 232}) scale({scale:.3g})">',
            cards or faces.gap(0, 0),
            "</g>",
        ]
    )


def _field(observation: JSON) -> str:
    """The network; the ten rows up to the goal are always in it, so that from turn to turn it stays where it is."""
    cards = {(kind, column, row): card for kind, column, row, card in observation["table"]}
    left, right, low, high = _extent(cards)
    left, right, low, high = min(left, -1), max(right, 2), min(low, -1), max(high, _GOAL)
    width = (right - left) * _STEP_X + faces.WIDTH + 2 * _RULER
    height = (high - low + 1) * _STEP_Y + 2 * _RULER
    scale = min(_FIELD_WIDTH / width, _FIELD_HEIGHT / height)
    x = _FIELD_X + (_FIELD_WIDTH - width * scale) / 2
    y = TOP + (_FIELD_HEIGHT - height * scale) / 2
    origin = (_RULER - left * _STEP_X, _RULER + high * _STEP_Y)
    chips = _chips(observation)
    parts = [
        panel(_FIELD_X, TOP, _FIELD_WIDTH, _FIELD_HEIGHT),
        f'<g transform="translate({x:.4g} {y:.4g}) scale({scale:.4g})">',
        _rulers(origin, (left, right, low, high), width, scale),
    ]
    for (kind, column, row), card in cards.items():
        at = _corner((kind, column, row), origin)
        parts.append(faces.bold(parse(card), *at, lying=kind == "H"))
    for seat in (0, 1):
        at = _corner(("V", seat, 0), origin)
        parts.append(
            f'<rect x="{at[0] + 2}" y="{at[1] + 2}" width="{faces.WIDTH - 4}" height="{faces.HEIGHT - 4}" rx="5" '
            f'fill="none" stroke="{_INKS[seat]}" stroke-width="4"/>'
        )
    for place, (seat, big, small) in chips.items():
        parts.append(_stack(seat, big, small, place[0] == "H", *_corner(place, origin)))
    return "".join([*parts, "</g>"])


def _corner(place: Place, origin: tuple[float, float]) -> tuple[float, float]:
    """Where the upper left corner of a card lies."""
    kind, column, row = place
    x, y = origin[0] + column * _STEP_X, origin[1] - row * _STEP_Y
    # An H lies across the lower boundary of its row.
    return (x, y) if kind == "V" else (x + faces.WIDTH, y + faces.HEIGHT - faces.WIDTH / 2)


def _rulers(origin: tuple[float, float], extent: tuple[int, int, int, int], width: float, scale: float) -> str:
    """The numbers of rows and columns, and a golden band along the row of the turn-round."""
    left, right, low, high = extent
    size = min(max(round(13 / scale), 16), 30)
    goal = origin[1] - _GOAL * _STEP_Y
    reach = _FIELD_WIDTH / scale
    edge = (width - reach) / 2
    parts = [
        f'<rect x="{edge:.4g}" y="{goal:g}" width="{reach:.4g}" height="{_STEP_Y}" fill="{GOLD}" fill-opacity=".16"/>'
        f'<path d="M{edge:.4g} {goal + _STEP_Y:g}h{reach:.4g}" stroke="{GOLD}" stroke-width="4" '
        'stroke-dasharray="14 8"/>'
    ]
    for row in range(low, high + 1):
        y = origin[1] - row * _STEP_Y + faces.HEIGHT / 2 + size / 3
        parts += [words(x, y, str(row), size, anchor="middle") for x in (_RULER / 2, width - _RULER / 2)]
    below = origin[1] - (low - 1) * _STEP_Y + size
    for column in range(left, right + 1):
        x = origin[0] + column * _STEP_X + faces.WIDTH / 2
        parts.append(words(x, below, str(column), size, anchor="middle"))
    return "".join(parts)


def _stack(seat: int, big: bool, small: int, lying: bool, x: float, y: float) -> str:
    """The chips on one card, beside its rank: the small ones as one chip with their number, the big one."""
    middle = (x + 60, y + 32) if lying else (x + 37, y + 59)
    beside = (x + 37, y + 44) if lying else (x + 16, y + 67)
    drawn = _chip(seat, *middle, 21) if big else ""
    return drawn + (_chip(seat, *(beside if big else middle), 14 if big else 16, small) if small else "")


def _chip(seat: int, x: float, y: float, radius: int, count: int = 0) -> str:
    """A chip with notches along its edge; a big one has a star, ``count`` is written on a small one."""
    ink = _INKS[seat]
    if radius > 20:
        sign = f'<use href="#star" transform="translate({x:g} {y:g}) scale(.95)" fill="{GOLD}"/>'
    elif count > 1:
        sign = (
            f'<text x="{x:g}" y="{y + 5:g}" font-size="15" font-weight="bold" fill="{IVORY}" '
            f'text-anchor="middle">{count}</text>'
        )
    else:
        sign = f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{IVORY}"/>'
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{ink}" stroke="{IVORY}" stroke-width="2.5"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius - 3.5}" fill="none" stroke="{IVORY}" stroke-width="3" '
        f'stroke-dasharray="{radius * 0.43:.3g} {radius * 0.43:.3g}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius - 5}" fill="{ink}"/>{sign}'
    )
