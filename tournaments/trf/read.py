"""Reads a Tournament Report File of 2016 or 2026, with the extensions pairing programs use (XXR, XXC, XXZ, ...)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from plugins.wording import shown
from tournaments.trf import extensions
from tournaments.trf.agreement import agree
from tournaments.trf.lines import CELL, FIRST_CELL, Line, lines_of
from tournaments.trf.values import (
    MAX_ROUNDS,
    TEXTS,
    Acceleration,
    Barred,
    ByeAhead,
    Cell,
    Player,
    Points,
    Report,
    Result,
    TrfError,
)

# What says that teams, not players, are paired.
_TEAM_TAGS = frozenset({"300", "310", "320", "330", "352", "362"})
_POINTS = {"W": "win", "D": "draw", "L": "loss", "A": "absence", "P": "pairing", "X": "unknown"}


@dataclass
class _Draft:
    """What has been read so far: the values of Report, and in which lines."""

    values: dict[str, Any] = field(default_factory=dict)
    seen: dict[str, Line] = field(default_factory=dict)
    players: dict[int, tuple[Player, Line]] = field(default_factory=dict)
    absent: list[tuple[int, Line]] = field(default_factory=list)

    def set(self, attribute: str, value: Any, line: Line) -> None:
        if attribute in self.seen:
            first = self.seen[attribute]
            raise line.error(f"{line.tag} says again what {first.tag} said in line {first.number}")
        _probe(attribute, value)
        self.seen[attribute] = line
        self.values[attribute] = value

    def add(self, attribute: str, *values: Any) -> None:
        _probe(attribute, values)
        self.values[attribute] = (*self.values.get(attribute, ()), *values)


def _probe(attribute: str, value: Any) -> None:
    """Raises ValueError for what a report may not have, while it is known in which line that stands."""
    Report((), **{attribute: value})


def read(data: bytes | str) -> Report:
    """The report of a file. Raises TrfError with line and column.

    Every opponent must exist and tell the same game. What is not understood is kept in `Report.others`; team
    tournaments and assigned points (299) are refused, since leaving them out would change standings.
    """
    draft = _Draft()
    for line in lines_of(data):
        try:
            _record(draft, line)
        except TrfError:
            raise
        except ValueError as exc:
            raise line.error(str(exc)) from None
    if not draft.players:
        raise TrfError("there is no player (a line that begins with 001)")
    players = tuple(player for player, _ in sorted(draft.players.values(), key=lambda found: found[0].number))
    report = Report(players, **draft.values)
    if draft.absent:
        report = replace(report, byes=(*report.byes, _absent(draft, report.played + 1)))
    agree(report, {number: line for number, (_, line) in draft.players.items()})
    return report


def _absent(draft: _Draft, round_: int) -> ByeAhead:
    numbers = tuple(dict.fromkeys(number for number, _ in draft.absent))
    try:
        return ByeAhead(Result.ZERO, round_, numbers)
    except ValueError as exc:
        raise draft.absent[0][1].error(str(exc)) from None


def _record(draft: _Draft, line: Line) -> None:
    tag = line.tag
    if tag in TEXTS:
        if line.rest.strip():
            draft.set(TEXTS[tag], line.rest.strip(), line)
    elif tag in _READERS:
        _READERS[tag](draft, line)
    elif tag in _TEAM_TAGS:
        raise line.error(f"{tag} is of a team tournament; tournaments of players can be read", 1)
    elif tag == "299":
        raise line.error("299 assigns points apart from results, which is not supported", 1)
    elif tag not in ("062", "072"):  # those follow from the players
        draft.add("others", (tag, line.rest))


def _player(draft: _Draft, line: Line) -> None:
    number = line.needed(5, 8, "the starting rank number")
    if number in draft.players:
        raise line.error(f"player {number} is in line {draft.players[number][1].number} already", 5)
    cells: list[Cell | None] = []
    for column in range(FIRST_CELL - 2, len(line.text) + 1, CELL):
        if len(cells) == MAX_ROUNDS:
            raise line.error(f"there are more than {MAX_ROUNDS} rounds", column)
        cells.append(_cell(line, column))
    while cells and cells[-1] is None:
        cells.pop()
    player = Player(
        number=number,
        name=line.field(15, 47),
        sex=line.field(10, 10),
        title=line.field(11, 13),
        rating=line.number_at(49, 52, "the rating"),
        federation=line.field(54, 56),
        fide_number=line.field(58, 68),
        birth=line.field(70, 79),
        points=line.tenths_at(81, 84, "the points"),
        rank=line.number_at(86, 89, "the rank"),
        cells=tuple(cells),
    )
    draft.players[number] = (player, line)


def _cell(line: Line, column: int) -> Cell | None:
    """The round whose ten columns begin at `column`: two blanks, the opponent, a blank, the colour, one, the result."""
    text = line.text[column - 1 : column + CELL - 1].ljust(CELL)
    for place in (0, 1, 6, 8):
        if text[place] != " ":
            raise line.error(f"{shown(text[place])} where a blank parts the fields of a round", column + place)
    opponent = line.number_at(column + 2, column + 5, "the opponent") or 0
    colour, result = text[7].lower(), text[9].upper()
    if colour not in "wb- ":
        raise line.error(f"the colour {shown(text[7])} is not one of w, b, - or blank", column + 7)
    if result not in {known.value for known in Result}:
        known = " ".join(known.value for known in Result)
        raise line.error(f"the result {shown(text[9])} is not one of {known.strip()} or blank", column + 9)
    if not opponent:
        if colour in "- " and result == " ":
            return None
        colour = "-" if colour == " " else colour
    try:
        return Cell(opponent, colour, Result(result))
    except ValueError as exc:
        raise line.error(str(exc), column + 7) from None


def _dates(draft: _Draft, line: Line) -> None:
    dates = [line.field(column, column + 7) for column in range(FIRST_CELL, len(line.text) + 1, CELL)]
    if dates:
        draft.set("dates", tuple(dates), line)


def _rounds(draft: _Draft, line: Line) -> None:
    draft.set("rounds", line.needed(5, 24, "the number of rounds"), line)


def _initial(draft: _Draft, line: Line) -> None:
    colour = line.rest.strip().lower()
    if colour not in ("w", "b"):
        raise line.error(f"the initial colour {shown(line.rest.strip())} is not W or B", 5)
    draft.set("initial", colour, line)


def _points(draft: _Draft, line: Line) -> None:
    values: dict[str, int] = {}
    for column in range(6, len(line.text) + 1, 9):
        symbol = line.field(column, column).upper()
        if symbol not in _POINTS:
            raise line.error(f"{shown(symbol)} is not one of {', '.join(_POINTS)}", column)
        value = line.tenths_at(column + 1, column + 4, f"the points of {symbol}")
        if value is None or _POINTS[symbol] in values:
            raise line.error(f"the points of {symbol} are missing, or there twice", column)
        values[_POINTS[symbol]] = value
    # By default a pairing-allocated bye is worth a win, an unknown result a draw.
    usual = Points(**{name: value for name, value in values.items() if name in ("win", "draw")})
    draft.set("points", Points(**{"pairing": usual.win, "unknown": usual.draw, **values}), line)


def _bye(draft: _Draft, line: Line) -> None:
    kind = line.field(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise line.error(f"the bye {shown(kind)} is not one of F, H, Z", 5)
    numbers = line.numbers_from(11, 4, "the player")
    draft.add("byes", ByeAhead(Result(kind), line.needed(7, 9, "the round"), numbers))


def _acceleration(draft: _Draft, line: Line) -> None:
    since = line.needed(15, 17, "the first round")
    first = line.needed(23, 26, "the first player")
    points = line.tenths_at(10, 13, "the points")
    if points is None:
        raise line.error("the points are missing in the columns 10 to 13", 10)
    until = line.number_at(19, 21, "the last round") or since
    last = line.number_at(28, 31, "the last player") or first
    draft.add("accelerations", Acceleration(points, since, until, first, last))


def _barred(draft: _Draft, line: Line) -> None:
    since = line.needed(5, 7, "the first round")
    until = line.number_at(9, 11, "the last round") or since
    draft.add("barred", Barred(since, until, line.numbers_from(13, 4, "the player")))


def _deputy(draft: _Draft, line: Line) -> None:
    if name := line.rest.strip():
        draft.add("deputies", name)


def _xxc(draft: _Draft, line: Line) -> None:
    if colour := extensions.initial(line):
        draft.set("initial", colour, line)


def _xxs(draft: _Draft, line: Line) -> None:
    draft.values["points"] = extensions.points(line, draft.values.get("points", Points()))


_READERS: Mapping[str, Callable[[_Draft, Line], None]] = {
    "001": _player,
    "112": _deputy,
    "132": _dates,
    "142": _rounds,
    "152": _initial,
    "162": _points,
    "240": _bye,
    "250": _acceleration,
    "260": _barred,
    "XXR": _rounds,
    "XXC": _xxc,
    "XXS": _xxs,
    "XXZ": lambda draft, line: draft.absent.extend((number, line) for number in extensions.numbers(line)),
    "XXP": lambda draft, line: draft.add("barred", extensions.barred(line)),
    "XXA": lambda draft, line: draft.add("accelerations", *extensions.accelerations(line)),
}
