"""The field of a round, as pairing has it, from a report."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import gcd
from typing import Any

from plugins.contract import JSON
from tournaments.pairing.base import Bye, Field, Format, Meeting, Missed
from tournaments.trf.agreement import points_problem
from tournaments.trf.values import FORFEITS, Player, Report, Result, TrfError

_MISSED = {
    Result.PAIRING: Missed.PAIRING,
    Result.HALF: Missed.REQUESTED,
    Result.FULL: Missed.GRANTED,
    Result.FORFEIT_WIN: Missed.GRANTED,
}


def to_field(report: Report, round_: int) -> Field:
    """The field of a round from 1 to the one after the last played; seed numbers are the players' numbers.

    Present in a round that is paired already: those with a game or the pairing-allocated bye; in the next: everyone
    without a bye known ahead. Standing points are half points where results are worth whole or half points, else
    tenths. Raises TrfError for other rounds, for one that follows a round not over, and for points that do not add up.
    """
    upcoming = report.played + 1
    if not 1 <= round_ <= upcoming:
        raise TrfError(f"round {round_} is not one of 1 to {upcoming}, the one after the last in the file")
    if problem := points_problem(report):
        raise TrfError(problem)
    pending = [before for before, cell in report.cells() if cell.result is Result.PENDING and before < round_]
    if pending:
        raise TrfError(f"round {min(pending)} is not over: a result is blank")
    worth = _Worth(report)
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for before in range(1, round_):
        meetings += _meetings(report, before, worth)
        byes += [bye for player in report.players if (bye := _bye(player, before, worth)) is not None]
    bonuses = _bonuses(report, round_, worth.unit)
    bonus = bonuses.pop(round_, {})
    planned = report.rounds or max((len(player.cells) for player in report.players), default=0)
    return Field(
        entrants=tuple(player.number for player in report.players),
        present=frozenset(player.number for player in report.players if _present(report, player, round_)),
        seats=2,
        round=round_,
        rounds=max(planned, round_),
        meetings=tuple(meetings),
        byes=tuple(byes),
        win=worth.of(Result.WIN),
        barred=_barred(report, round_),
        bonus=bonus,
        bonuses=bonuses,
    )


def initial_seat(report: Report) -> str:
    """`first` or `second`: the seat of odd numbers in round 1, as stated, else as the highest player paired had it."""
    colour = report.initial or next(
        (cell.colour for player in report.players if (cell := player.cell(1)) is not None and cell.opponent), "w"
    )
    return "first" if colour == "w" else "second"


def format_of(report: Report) -> str:
    """The format that 192 or 092 says: `round_robin`, `swiss`, and `dutch` if it is none of ours."""
    said = f"{report.code} {report.type}".upper()
    if "ROBIN" in said or "BERGER" in said:
        return "round_robin"
    return "swiss" if "CUSTOM_SWISS" in said else "dutch"


def format_options(report: Report, chosen: Format) -> dict[str, JSON]:
    """What the report says of the options of a format."""
    return {"initial": initial_seat(report)} if "initial" in chosen.options.get("properties", {}) else {}


def type_code(format_: str, options: Mapping[str, Any], *, acceleration: str = "none") -> str:
    """What 192 says of an event of this format; empty if FIDE has no code for it. `format_of` reads it."""
    if format_ == "round_robin":
        return "BERGER_DOUBLEROUNDROBIN" if options.get("cycles") == 2 else "BERGER_ROUNDROBIN"
    if format_ == "dutch":
        return "FIDE_DUTCH_2026_BAKU" if acceleration == "baku" else "FIDE_DUTCH_2026"
    return "CUSTOM_SWISS" if format_ == "swiss" else ""


class _Worth:
    """Standing points of results: tenths by a unit that leaves them whole."""

    def __init__(self, report: Report) -> None:
        self.points = report.points
        values = [report.points.of(result) for result in Result] + [given.points for given in report.accelerations]
        self.unit = 5 if gcd(*values) % 5 == 0 else 1

    def of(self, result: Result) -> int:
        return self.points.of(result) // self.unit


def _meetings(report: Report, round_: int, worth: _Worth) -> list[Meeting]:
    players = {player.number: player for player in report.players}
    meetings: list[Meeting] = []
    for player in report.players:
        cell = player.cell(round_)
        if cell is None or not cell.opponent or cell.colour != "w":
            continue
        back = players[cell.opponent].cell(round_)
        assert back is not None  # a report that was read agrees with itself
        points = (worth.of(cell.result), worth.of(back.result))
        forfeit = cell.result in FORFEITS
        meetings.append(Meeting(round_, len(meetings) + 1, (player.number, cell.opponent), points, forfeit=forfeit))
    return meetings


def _bye(player: Player, round_: int, worth: _Worth) -> Bye | None:
    cell = player.cell(round_)
    if cell is None:
        return Bye(round_, player.number, worth.of(Result.ZERO), Missed.ABSENT)
    if cell.opponent:
        return None
    return Bye(round_, player.number, worth.of(cell.result), _MISSED.get(cell.result, Missed.ABSENT))


def _present(report: Report, player: Player, round_: int) -> bool:
    cell = player.cell(round_)
    if round_ <= report.played:
        return cell is not None and (cell.opponent > 0 or cell.result is Result.PAIRING)
    ahead = any(bye.round == round_ and player.number in bye.numbers for bye in report.byes)
    return cell is None and not ahead


def _barred(report: Report, round_: int) -> frozenset[tuple[int, int]]:
    groups = (sorted(group.numbers) for group in report.barred if group.since <= round_ <= group.until)
    return frozenset((a, b) for group in groups for a, b in combinations(group, 2))


def _bonuses(report: Report, until: int, unit: int) -> dict[int, Mapping[int, int]]:
    """Fictitious points by round, up to `until`, and player."""
    bonuses: dict[int, dict[int, int]] = {}
    if report.accelerations:
        for player in report.players:
            for round_, points in report.accelerated(player.number).items():
                if round_ <= until:
                    bonuses.setdefault(round_, {})[player.number] = points // unit
    return dict(sorted(bonuses.items()))
