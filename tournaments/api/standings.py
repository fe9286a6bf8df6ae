"""The table of a tournament with the entries that its lines are about."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import selectors
from tournaments.models import Entry, Round, Tournament
from tournaments.standings.table import Row


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table and its entry (with bot, owner and version)."""

    row: Row
    entry: Entry

    @property
    def place(self) -> int:
        return self.row.place


def lines(tournament: Tournament) -> list[Line]:
    """The table after the last closed round, best first; nobody before the start."""
    entries = tournament.entries.filter(number__isnull=False).select_related("bot__owner", "version")
    by_number = {entry.number: entry for entry in entries}
    return [Line(row, by_number[row.entrant]) for row in selectors.standings(tournament)]


def last_closed(tournament: Tournament) -> int:
    """The number of the last closed round, 0 before the first."""
    closed = tournament.round_set.filter(state=Round.State.CLOSED).order_by("-number")
    return closed.values_list("number", flat=True).first() or 0
