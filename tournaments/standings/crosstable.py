"""The crosstable: for every entrant what each round brought, its place, points and tie-breaks, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Unpack

from tournaments.standings.cells import ABOVE, BELOW, TIED, Cell, Kind
from tournaments.standings.results import Given, Results
from tournaments.standings.table import Ladder, Row, rows_of

OUTCOMES = MappingProxyType({ABOVE: "win", TIED: "tie", BELOW: "loss"})


@dataclass(frozen=True, slots=True)
class CrossCell:
    """One round of one entrant.

    kind        played, forfeit_win, forfeit_loss, or the kind of bye: see `cells.Kind`
    points      standing points
    opponents   seed numbers of the others, in seat order; those to be met where it was forfeited; none for a bye
    results     against each opponent "win", "tie" or "loss", by the ranks; none where it was not played
    table, seat   numbers from 1; None for a bye
    """

    round: int
    kind: str
    points: int
    opponents: tuple[int, ...]
    results: tuple[str, ...]
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entrant's line; the fields as of `table.Row`, and its rounds from the first."""

    place: int
    entrant: int
    points: int
    played: int
    won: int
    tie_breaks: Mapping[str, int]
    rounds: tuple[CrossCell, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The event after `rounds`, best first. `order`: ids of the tie-breaks that rank it."""

    rounds: int
    seats: int
    edition: str
    order: tuple[str, ...]
    rows: tuple[CrossRow, ...]

    def as_json(self) -> dict[str, Any]:
        """Dicts, lists, strings and integers alone; tuples become lists, fields keep their names."""
        rows = [
            {
                **{name: getattr(row, name) for name in ("place", "entrant", "points", "played", "won")},
                "tie_breaks": dict(row.tie_breaks),
                "rounds": [
                    {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(cell).items()}
                    for cell in row.rounds
                ],
            }
            for row in self.rows
        ]
        return {
            "rounds": self.rounds,
            "seats": self.seats,
            "edition": self.edition,
            "order": list(self.order),
            "rows": rows,
        }


def crosstable(*, order: Sequence[str] | None = None, also: Sequence[str] = (), **given: Unpack[Given]) -> Crosstable:
    """The crosstable; arguments and errors as of `table.standings`."""
    return of(Results(**given), order=order, also=also)


def of(results: Results, *, order: Sequence[str] | None = None, also: Sequence[str] = ()) -> Crosstable:
    """The crosstable of these results, as `crosstable`."""
    ladder = Ladder(results, order)
    rows = tuple(_row(results, row) for row in rows_of(ladder, also))
    return Crosstable(results.last, results.seats, results.edition, ladder.order, rows)


def _row(results: Results, row: Row) -> CrossRow:
    return CrossRow(
        place=row.place,
        entrant=row.entrant,
        points=row.points,
        played=row.played,
        won=row.won,
        tie_breaks=row.tie_breaks,
        rounds=tuple(_cell(cell) for cell in results.cells[row.entrant]),
    )


def _cell(cell: Cell) -> CrossCell:
    return CrossCell(
        round=cell.round,
        kind=cell.kind.value,
        points=cell.points,
        opponents=cell.opponents,
        results=tuple(OUTCOMES[outcome] for outcome in cell.outcomes) if cell.kind is Kind.PLAYED else (),
        table=cell.table or None,
        seat=cell.seat or None,
    )
