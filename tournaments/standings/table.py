"""The table of an event: who stands where, and why."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from types import MappingProxyType

from tournaments.pairing.base import Bye, Meeting, tally
from tournaments.standings.tiebreaks import buchholz, results, sonneborn_berger


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line.

    place              from 1; those equal in points and all tie-breaks share the better place
    points             standing points, byes included
    played             matches at a table, of whatever end
    wins               of those, where the entrant stood alone above everyone else
    buchholz           in standing points; sonneborn_berger in products of 2, 1 or 0 with them: see `tiebreaks`
    """

    place: int
    entrant: int
    points: int
    played: int
    wins: int
    buchholz: int
    sonneborn_berger: int


# What may stand in `order`: more is better.
TIEBREAKS: Mapping[str, Callable[[Row], int]] = MappingProxyType(
    {name: attrgetter(name) for name in ("buchholz", "sonneborn_berger", "wins")}
)


def standings(
    *,
    entrants: Sequence[int],
    meetings: Sequence[Meeting],
    byes: Sequence[Bye],
    seats: int,
    win: int | None = None,
    order: Sequence[str] = ("buchholz", "sonneborn_berger", "wins"),
) -> tuple[Row, ...]:
    """The table, best first, and by seed where all is equal. Whoever withdrew stays in it.

    entrants, meetings, byes   as in `pairing.base.Field`, in any order
    seats   of a full table
    win     standing points of a won match, None for 2 * (seats - 1)
    order   names of TIEBREAKS in the order in which they break ties of points
    Raises ValueError for an unknown tie-break, for one who is no entrant or stands twice in a round, and for a table of
    more than `seats`.
    """
    for name in order:
        if name not in TIEBREAKS:
            raise ValueError(f"order: {name!r} is not one of {', '.join(TIEBREAKS)}")
    for meeting in meetings:
        if len(meeting.entrants) > seats:
            raise ValueError(f"{meeting.name}: {len(meeting.entrants)} entrants at a table of {seats} seats")
    scores = tally(entrants, meetings, byes)
    against = results(entrants, meetings, byes, seats=seats, win=2 * (seats - 1) if win is None else win)
    played = Counter(entrant for meeting in meetings for entrant in meeting.entrants)
    wins = Counter(winner for meeting in meetings if (winner := _winner(meeting)) is not None)

    def key(row: Row) -> tuple[int, ...]:
        return (row.points, *(TIEBREAKS[name](row) for name in order))

    rows = [
        Row(
            place=0,
            entrant=entrant,
            points=scores[entrant],
            played=played[entrant],
            wins=wins[entrant],
            buchholz=buchholz(against[entrant], scores),
            sonneborn_berger=sonneborn_berger(against[entrant], scores),
        )
        for entrant in sorted(entrants)
    ]
    rows.sort(key=key, reverse=True)  # stable, so that equals stay in order of seed
    placed: list[Row] = []
    for index, row in enumerate(rows):
        equal = placed and key(placed[-1]) == key(row)
        placed.append(replace(row, place=placed[-1].place if equal else index + 1))
    return tuple(placed)


def _winner(meeting: Meeting) -> int | None:
    """Who stood alone above everyone else."""
    best = max(meeting.better)
    return meeting.entrants[meeting.better.index(best)] if meeting.better.count(best) == 1 else None
