"""The table of an event: who stands where, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Unpack

from tournaments.standings.cells import Kind
from tournaments.standings.direct import DirectEncounter
from tournaments.standings.results import Given, Results
from tournaments.standings.tiebreaks import TIE_BREAKS, TieBreak, default_order


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line.

    place        from 1; those equal in points and all tie-breaks share the better place
    points       standing points, byes included
    played       matches at a table, of whatever end; forfeits are none
    won          of those, where the entrant stood alone above everyone else
    values       of the tie-breaks, in the event's order; more is better
    tie_breaks   the same by id, then those asked for besides; of one that stands in the order twice the first value
    """

    place: int
    entrant: int
    points: int
    played: int
    won: int
    values: tuple[int, ...]
    tie_breaks: Mapping[str, int]


def standings(
    *, order: Sequence[str] | None = None, also: Sequence[str] = (), **given: Unpack[Given]
) -> tuple[Row, ...]:
    """The table, best first, and by seed where all is equal. Whoever withdrew stays in it.

    order   ids of TIE_BREAKS in the order in which they break ties of points; None: `default_order`
    also    ids of those whose values are wanted besides, of which none may be a direct encounter
    given   what `results.Results` takes: entrants, meetings, byes and seats; win, points, rounds, edition,
            predetermined, ratings, board_points

    Raises ValueError for an unknown tie-break, and as `Results` does.
    """
    return ranked(Results(**given), order=order, also=also)


def ranked(results: Results, *, order: Sequence[str] | None = None, also: Sequence[str] = ()) -> tuple[Row, ...]:
    """The table of these results, as `standings`."""
    return rows_of(Ladder(results, order), also)


def rows_of(ladder: "Ladder", also: Sequence[str] = ()) -> tuple[Row, ...]:
    """The rows of a ranked event; `also` as of `standings`."""
    results = ladder.results
    besides = {name: _measured(results, tie_break) for name, tie_break in zip(also, known(also), strict=True)}
    rows: list[Row] = []
    place = 1
    for group in ladder.groups[-1]:
        for entrant in group:
            values = tuple([found[entrant] for found in ladder.values])
            named: dict[str, int] = {}
            for name, value in zip(ladder.order, values, strict=True):
                named.setdefault(name, value)
            cells = results.cells[entrant]
            rows.append(
                Row(
                    place=place,
                    entrant=entrant,
                    points=results.scores[entrant],
                    played=sum([cell.kind is Kind.PLAYED for cell in cells]),
                    won=sum([cell.won and cell.kind is Kind.PLAYED for cell in cells]),
                    values=values,
                    tie_breaks=MappingProxyType(named | {name: found[entrant] for name, found in besides.items()}),
                )
            )
        place += len(group)
    return tuple(rows)


class Ladder:
    """An event ranked step by step.

    results  of the event
    order    ids of its tie-breaks
    groups   before the first tie-break, and after each: those still tied, best first, each by seed
    values   what each tie-break gave, by entrant; a direct encounter gives 0 to those tied with nobody
    """

    def __init__(self, results: Results, order: Sequence[str] | None = None) -> None:
        if order is None:
            order = default_order(results.seats, predetermined=results.predetermined)
        self.results = results
        self.order = tuple(order)
        self.groups = [_split([sorted(results.scores)], results.scores)]
        self.values: list[Mapping[int, int]] = []
        for tie_break in known(order):
            tied = self.groups[-1]
            if isinstance(tie_break.by, DirectEncounter):
                found: dict[int, int] = {}
                for group in tied:
                    found.update(tie_break.by.values(results, group) if len(group) > 1 else {group[0]: 0})
            else:
                found = tie_break.by.values(results)
            self.values.append(found)
            self.groups.append(_split(tied, found))

    def tied_with(self, entrant: int, step: int) -> list[int]:
        """Those with whom an entrant is tied when the tie-break `step` of the order comes, itself included."""
        return next(group for group in self.groups[step] if entrant in group)


def known(order: Iterable[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks of these ids. Raises ValueError for an unknown one."""
    names = tuple(order)
    for name in names:
        if name not in TIE_BREAKS:
            raise ValueError(f"order: {name!r} is not one of {', '.join(TIE_BREAKS)}")
    return tuple(TIE_BREAKS[name] for name in names)


def _measured(results: Results, tie_break: TieBreak) -> Mapping[int, int]:
    if isinstance(tie_break.by, DirectEncounter):
        raise ValueError(f"also: {tie_break.id!r} depends on who is tied; put it into the order")
    return tie_break.by.values(results)


def _split(groups: Iterable[list[int]], values: Mapping[int, int]) -> list[list[int]]:
    """The groups, each split by value, greatest first; in each those equal stay in order."""
    parts: list[list[int]] = []
    for group in groups:
        if len(group) == 1:
            parts.append(group)
            continue
        ordered = sorted(group, key=values.__getitem__, reverse=True)  # stable
        parts += [list(part) for _, part in groupby(ordered, key=values.__getitem__)]
    return parts
