"""The crosstable of an event with names, as values and as comma-separated values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments import history, overview, ranking
from tournaments.access.csv import Value, written
from tournaments.models import Tournament
from tournaments.overview import Contestant
from tournaments.standings.crosstable import CrossCell, CrossRow
from tournaments.standings.tiebreaks import TieBreak

FIXED = ("place", "number", "bot", "version", "owner", "state", "points", "played", "won")
OF_A_ROUND = ("result", "seat", "points")


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A line of the crosstable, with the contestant whose it is."""

    row: CrossRow
    contestant: Contestant


@dataclass(frozen=True, slots=True)
class NamedCrosstable:
    """The event after ``round``, best first; no lines before the start. ``order``: the tie-breaks that rank it."""

    round: int
    seats: int
    edition: str
    order: tuple[TieBreak, ...]
    lines: tuple[CrossLine, ...]


def crosstable(tournament: Tournament, *, last: int | None = None) -> NamedCrosstable:
    """The crosstable after round ``last``, by default the last closed one. The statements do not grow with it."""
    last = history.last_closed(tournament) if last is None else last
    rows = ranking.crosstable(tournament, last=last).rows if tournament.started_at is not None else ()
    by_number = overview.numbered(tournament)
    lines = tuple(CrossLine(row, by_number[row.entrant]) for row in rows)
    return NamedCrosstable(last, tournament.seats, tournament.edition, ranking.columns(tournament), lines)


def as_csv(table: NamedCrosstable) -> str:
    """A line for each entrant, with three columns for each round: result, seat, standing points.

    The result names opponents by seed number, in seat order: `win 4`, `loss 2, tie 7`, `forfeit_win 3`; of who was at
    no table it is the kind of bye alone.
    """
    order = dict.fromkeys(tie_break.id for tie_break in table.order)
    rounds = [f"round {number} {column}" for number in range(1, table.round + 1) for column in OF_A_ROUND]
    return written([*FIXED, *order, *rounds], (list(_cells(line, list(order))) for line in table.lines))


def _cells(line: CrossLine, order: list[str]) -> Iterator[Value]:
    who, row = line.contestant, line.row
    yield from (row.place, row.entrant, who.name, who.version, who.owner, who.state, row.points, row.played, row.won)
    yield from (row.tie_breaks[name] for name in order)
    for cell in row.rounds:
        yield from (_result(cell), cell.seat, cell.points)


def _result(cell: CrossCell) -> str:
    results = cell.results or [cell.kind] * len(cell.opponents)
    met = [f"{result} {opponent}" for result, opponent in zip(results, cell.opponents, strict=True)]
    return ", ".join(met) or cell.kind
