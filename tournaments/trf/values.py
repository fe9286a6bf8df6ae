"""What a Tournament Report File says: the values of its records, each checked to fit the file's columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum

MAX_NUMBER = 9999
MAX_ROUNDS = 999
ALWAYS = MAX_ROUNDS
"""The last round of what holds for the whole tournament."""

# Records that stand for themselves alone, by tag, and the attribute of Report that holds them.
TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "type",
    "102": "arbiter",
    "122": "times",
    "182": "controller",
    "192": "code",
    "202": "tie_breaks",
    "212": "standings",
    "222": "encoded_times",
}


def _within(where: str, value: int, least: int, greatest: int) -> None:
    if not least <= value <= greatest:
        raise ValueError(f"{where}: {value} is not between {least} and {greatest}")


def _line(where: str, text: str, width: int) -> None:
    if text != text.strip() or (text and not text.isprintable()):
        raise ValueError(f"{where}: {text[:40]!r} begins or ends with a blank, or cannot be printed")
    if len(text) > width:
        raise ValueError(f"{where}: {len(text)} characters are more than {width}")


def _numbers(where: str, numbers: tuple[int, ...], least: int) -> None:
    for number in numbers:
        _within(f"{where}: player", number, 1, MAX_NUMBER)
    if len(numbers) < least:
        raise ValueError(f"{where}: {len(numbers)} players are fewer than {least}")
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"{where}: a player is named twice")


class TrfError(ValueError):
    """A file that cannot be read; `line` and `column` count from 1, None where there is no one place."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        place = "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        super().__init__(place + message)
        self.line, self.column = line, column


class Result(StrEnum):
    """What stands in the result column."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    SHORT_WIN = "W"
    """Won, drawn or lost in less than a move: played, not rated."""
    SHORT_DRAW = "D"
    SHORT_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF = "H"
    FULL = "F"
    PAIRING = "U"
    """The bye that the pairing allocated."""
    ZERO = "Z"
    PENDING = " "
    """Paired, and not over."""


WON = frozenset({Result.WIN, Result.SHORT_WIN})
DRAWN = frozenset({Result.DRAW, Result.SHORT_DRAW})
LOST = frozenset({Result.LOSS, Result.SHORT_LOSS})
PLAYED = WON | DRAWN | LOST
FORFEITS = frozenset({Result.FORFEIT_WIN, Result.FORFEIT_LOSS})
BYES = frozenset({Result.HALF, Result.FULL, Result.PAIRING, Result.ZERO})


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's round: the opponent's number (0: none), the colour `w` or `b` (`-` without opponent), the result."""

    opponent: int
    colour: str
    result: Result

    def __post_init__(self) -> None:
        if not 0 <= self.opponent <= MAX_NUMBER:
            raise ValueError(f"cell.opponent: {self.opponent} is not between 0 and {MAX_NUMBER}")
        if self.opponent and (self.colour not in ("w", "b") or self.result in BYES):
            raise ValueError(
                f"cell: {self.colour!r} {self.result.value!r} is no colour and result of a game; those are w or b and "
                "one of 1 = 0 W D L + -, or a blank while it is not over"
            )
        if not self.opponent and (self.colour != "-" or self.result not in BYES | FORFEITS):
            raise ValueError(
                f"cell: {self.colour!r} {self.result.value!r} is no round without opponent; that has the colour - and "
                "one of U H F Z + -"
            )


@dataclass(frozen=True, slots=True)
class Player:
    """A player record (001). Texts are empty and numbers None where the file is blank; points are tenths.

    `cells` are the rounds from 1; None is blank, which is as good as a zero-point bye.
    """

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    cells: tuple[Cell | None, ...] = ()

    def __post_init__(self) -> None:
        where = f"player {self.number}"
        _within(f"{where}: number", self.number, 1, MAX_NUMBER)
        for name, width in (
            ("name", 33), ("sex", 1), ("title", 3), ("federation", 3), ("fide_number", 11), ("birth", 10),
        ):  # fmt: skip
            _line(f"{where}: {name}", getattr(self, name), width)
        if self.rating is not None:
            _within(f"{where}: rating", self.rating, 0, 9999)
        if self.points is not None:
            _within(f"{where}: points (tenths)", self.points, -99, 999)
        if self.rank is not None:
            _within(f"{where}: rank", self.rank, 0, 9999)
        if len(self.cells) > MAX_ROUNDS:
            raise ValueError(f"{where}: {len(self.cells)} rounds are more than {MAX_ROUNDS}")
        if self.cells and self.cells[-1] is None:
            raise ValueError(f"{where}: cells end with a blank round; leave blank rounds at the end out")

    def cell(self, round_: int) -> Cell | None:
        """The cell of a round from 1; None also beyond the last."""
        return self.cells[round_ - 1] if round_ <= len(self.cells) else None


@dataclass(frozen=True, slots=True)
class Points:
    """What results are worth, in tenths (162). `absence`: a zero-point bye or a forfeit lost; `unknown`: not over."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    pairing: int = 10
    unknown: int = 5

    def __post_init__(self) -> None:
        for field in fields(self):
            _within(f"points.{field.name} (tenths)", getattr(self, field.name), 0, 999)
        if not self.win > self.loss:
            raise ValueError(f"points.win: {self.win} is not more than points.loss, {self.loss}")

    def of(self, result: Result) -> int:
        """Tenths for a result."""
        if result in WON or result in (Result.FORFEIT_WIN, Result.FULL):
            return self.win
        if result in DRAWN or result is Result.HALF:
            return self.draw
        if result is Result.PAIRING:
            return self.pairing
        if result is Result.PENDING:
            return 0
        return self.loss if result in LOST else self.absence


@dataclass(frozen=True, slots=True)
class ByeAhead:
    """Byes of a round that are known before it is paired (240): HALF, FULL or ZERO."""

    kind: Result
    round: int
    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.kind not in (Result.HALF, Result.FULL, Result.ZERO):
            raise ValueError(f"bye: {self.kind.value!r} is not one of F, H, Z")
        _within("bye: round", self.round, 1, MAX_ROUNDS)
        _numbers("bye", self.numbers, 1)


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Fictitious points, in tenths, of the players `first` to `last` in the rounds `since` to `until` (250)."""

    points: int
    since: int
    until: int
    first: int
    last: int

    def __post_init__(self) -> None:
        _within("acceleration: points (tenths)", self.points, 1, 999)
        _within("acceleration: first round", self.since, 1, MAX_ROUNDS)
        _within("acceleration: last round", self.until, self.since, MAX_ROUNDS)
        _within("acceleration: first player", self.first, 1, MAX_NUMBER)
        _within("acceleration: last player", self.last, self.first, MAX_NUMBER)


@dataclass(frozen=True, slots=True)
class Barred:
    """Players no two of whom may meet in the rounds `since` to `until` (260)."""

    since: int
    until: int
    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        _within("prohibited pairing: first round", self.since, 1, MAX_ROUNDS)
        _within("prohibited pairing: last round", self.until, self.since, MAX_ROUNDS)
        _numbers("prohibited pairing", self.numbers, 2)


@dataclass(frozen=True, slots=True)
class Report:
    """A whole file. `players` ascend by number; `initial` is the colour of odd numbers in round 1, `w`, `b` or empty;
    `dates` are those of the rounds; `others` are records kept as they are: (tag, what follows the tag and a blank).
    """

    players: tuple[Player, ...]
    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    times: str = ""
    dates: tuple[str, ...] = ()
    rounds: int | None = None
    initial: str = ""
    points: Points = Points()
    controller: str = ""
    code: str = ""
    tie_breaks: str = ""
    standings: str = ""
    encoded_times: str = ""
    byes: tuple[ByeAhead, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    barred: tuple[Barred, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        numbers = [player.number for player in self.players]
        if numbers != sorted(set(numbers)):
            raise ValueError("report.players: their numbers must ascend and be distinct")
        for attribute in TEXTS.values():
            _line(f"report.{attribute}", getattr(self, attribute), 1000)
        for deputy in self.deputies:
            _line("report.deputies", deputy, 1000)
            if not deputy:
                raise ValueError("report.deputies: a name is empty; leave it out")
        for date in self.dates:
            _line("report.dates", date, 8)
        if self.dates and not self.dates[-1]:
            raise ValueError("report.dates: the last is empty; leave empty dates at the end out")
        if self.rounds is not None:
            _within("report.rounds", self.rounds, 1, MAX_ROUNDS)
        if self.initial not in ("", "w", "b"):
            raise ValueError(f"report.initial: {self.initial!r} is not w, b or empty")
        for tag, text in self.others:
            if not re.fullmatch(r"[A-Za-z0-9#]{3}", tag):
                raise ValueError(f"report.others: {tag!r} is no tag of three letters, digits or #")
            if text != text.rstrip() or any(mark in text for mark in "\r\n\0"):
                raise ValueError(f"report.others: the text of {tag} ends with a blank or is not one line")

    @property
    def played(self) -> int:
        """The last round with a game or a pairing-allocated bye, over or not; 0 if there is none."""
        paired = (round_ for round_, cell in self.cells() if cell.opponent or cell.result is Result.PAIRING)
        return max(paired, default=0)

    def accelerated(self, number: int) -> dict[int, int]:
        """A player's fictitious points, in tenths, by round; of several records for a round the last holds."""
        by_round: dict[int, int] = {}
        for given in self.accelerations:
            if given.first <= number <= given.last:
                by_round |= dict.fromkeys(range(given.since, given.until + 1), given.points)
        return by_round

    def cells(self) -> Iterator[tuple[int, Cell]]:
        """All cells that are not blank, with their rounds."""
        for player in self.players:
            for round_, cell in enumerate(player.cells, 1):
                if cell is not None:
                    yield round_, cell
