"""Writes a report as a Tournament Report File, in the form of 2016 or of 2026."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain

from tournaments.trf.lines import CELL, FIRST_CELL
from tournaments.trf.values import TEXTS, Cell, Player, Points, Report, Result


class Form(StrEnum):
    """The edition written. That of 2016 has no records for what pairing needs; programs added them (XXR, XXC, ...)."""

    TRF16 = "2016"
    TRF26 = "2026"


# Texts of records that the edition of 2016 does not have.
_ONLY_2026 = frozenset({"182", "192", "202", "212", "222"})


def write(report: Report, form: Form = Form.TRF26) -> str:
    """The file, every line ending with CR LF. `read` gives the same report again.

    In the form of 2016 this cannot hold for all: the type, tie-breaks and times of 2026 are left out; who is barred for
    some rounds only is written if one of them is the next; byes ahead are written if they are for the next round and
    none, since those that bring points stand in the players' rounds; accelerations are written player by player.
    """
    records = chain(
        _texts(report, form, "092", before=True),
        _lines("112", report.deputies),
        _texts(report, form, "092", before=False),
        _dates(report),
        _settings_2016(report) if form is Form.TRF16 else _settings_2026(report),
        (_player(player) for player in report.players),
        _lists_2016(report) if form is Form.TRF16 else _lists_2026(report),
        (f"{tag} {text}".rstrip() for tag, text in report.others),
    )
    return "".join(f"{record}\r\n" for record in records)


def _texts(report: Report, form: Form, last: str, *, before: bool) -> Iterator[str]:
    """The records of one text up to that of the chief arbiter, with the counts of players; or those after it."""
    for tag, attribute in TEXTS.items():
        if (tag <= "102") is not before or (form is Form.TRF16 and tag in _ONLY_2026):
            continue
        if tag == last:
            yield f"062 {len(report.players)}"
            yield f"072 {sum(bool(player.rating) for player in report.players)}"
        if text := getattr(report, attribute):
            yield f"{tag} {text}"


def _lines(tag: str, texts: tuple[str, ...]) -> Iterator[str]:
    return (f"{tag} {text}" for text in texts)


def _dates(report: Report) -> Iterator[str]:
    if report.dates:
        cells = "".join(f"{date:<{CELL}}" for date in report.dates)
        yield f"{'132':<{FIRST_CELL - 1}}{cells}".rstrip()


def _settings_2026(report: Report) -> Iterator[str]:
    if report.rounds is not None:
        yield f"142 {report.rounds}"
    if report.initial:
        yield f"152 {report.initial.upper()}"
    if report.points != Points():
        points = report.points
        worth = {
            "W": points.win,
            "D": points.draw,
            "L": points.loss,
            "A": points.absence,
            "P": points.pairing,
            "X": points.unknown,
        }
        yield "162  " + "    ".join(f"{symbol}{_tenths(value)}" for symbol, value in worth.items())


def _settings_2016(report: Report) -> Iterator[str]:
    if report.rounds is not None:
        yield f"XXR {report.rounds}"
    if report.initial:
        yield f"XXC {'white1' if report.initial == 'w' else 'black1'}"
    if report.points != Points():
        points = report.points
        worth = {"W": points.win, "D": points.draw, "WL": points.loss, "BL": points.loss}
        worth |= {"ZPB": points.absence, "FL": points.absence, "PAB": points.pairing}
        yield "XXS " + " ".join(f"{code}={_tenths(value).strip()}" for code, value in worth.items())


def _player(player: Player) -> str:
    points = "" if player.points is None else _tenths(player.points)
    static = (
        f"001 {player.number:>4} {player.sex:1}{player.title:>3} {player.name:<33} {_number(player.rating)} "
        f"{player.federation:<3} {player.fide_number:>11} {player.birth:<10} {points:>4} {_number(player.rank)}"
    )
    return (static + "".join(map(_cell, player.cells))).rstrip()


def _number(value: int | None) -> str:
    return f"{'' if value is None else value:>4}"


def _tenths(value: int) -> str:
    """4.5 in four columns."""
    return f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}".rjust(4)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return " " * CELL
    opponent = f"{cell.opponent:>4}" if cell.opponent else "0000"
    return f"  {opponent} {cell.colour} {cell.result.value}"


def _lists_2026(report: Report) -> Iterator[str]:
    for bye in report.byes:
        yield f"240 {bye.kind.value} {bye.round:03} " + " ".join(f"{number:>4}" for number in bye.numbers)
    for given in report.accelerations:
        yield (f"250      {_tenths(given.points)} {given.since:03} {given.until:03} {given.first:04} {given.last:04}")
    for barred in report.barred:
        yield f"260 {barred.since:03} {barred.until:03} " + " ".join(f"{number:>4}" for number in barred.numbers)


def _lists_2016(report: Report) -> Iterator[str]:
    upcoming = report.played + 1
    for bye in report.byes:
        if bye.round == upcoming and bye.kind is Result.ZERO:
            yield "XXZ " + " ".join(map(str, bye.numbers))
    numbers = {number for given in report.accelerations for number in (given.first, given.last)}
    covered = [player.number for player in report.players] if numbers else []
    for number in covered:
        by_round = report.accelerated(number)
        if by_round:
            last = max(by_round)
            yield f"XXA {number:>4} " + " ".join(_tenths(by_round.get(round_, 0)) for round_ in range(1, last + 1))
    for barred in report.barred:
        if barred.since <= upcoming <= barred.until:
            yield "XXP " + " ".join(map(str, barred.numbers))
