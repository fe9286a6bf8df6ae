"""Why a tie-break has the value it has: the opponents, what was adjusted, and what was cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from tournaments.standings.direct import DirectEncounter
from tournaments.standings.measure import Line
from tournaments.standings.results import Given, Results
from tournaments.standings.table import Ladder, known


@dataclass(frozen=True, slots=True)
class Explanation:
    """A tie-break of one entrant, line by line.

    value   the sum of the lines that count; where `mean`, the mean of them, rounded to the nearest integer, halves up
            (0 of none)
    """

    entrant: int
    tie_break: str
    title: str
    unit: str
    value: int
    lines: tuple[Line, ...]
    mean: bool


def explain(*, entrant: int, tie_break: str, order: Sequence[str] | None = None, **given: Unpack[Given]) -> Explanation:
    """The lines of a tie-break of one entrant; arguments as of `table.standings`.

    order   that of the event. A direct encounter is explained among those tied when it comes there for the first time,
            or after all others if it is not there.
    Raises ValueError for an unknown tie-break or entrant, and as `standings` does.
    """
    return explained(Results(**given), entrant=entrant, tie_break=tie_break, order=order)


def explained(results: Results, *, entrant: int, tie_break: str, order: Sequence[str] | None = None) -> Explanation:
    """The lines of a tie-break of one entrant, as `explain`."""
    (found,) = known([tie_break])
    if entrant not in results.scores:
        raise ValueError(f"entrant: {entrant} is not one of the entrants")
    mean = False
    if isinstance(found.by, DirectEncounter):
        ladder = Ladder(results, order)
        step = ladder.order.index(tie_break) if tie_break in ladder.order else len(ladder.order)
        lines = found.by.lines(results, ladder.tied_with(entrant, step), entrant)
        value = sum(line.value for line in lines)
    else:
        lines = found.by.lines(results, entrant)
        value = found.by.total(lines)
        mean = found.by.mean
    return Explanation(entrant, tie_break, found.title, found.unit, value, tuple(lines), mean)
