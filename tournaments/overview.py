"""An event as people look at it: its table with names, its rounds as strips of cells, and how far it is.

The number of statements does not grow with the event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Case,
    Count,
    F,
    FloatField,
    IntegerField,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from tournaments import history, ranking
from tournaments.models import Bye, Entry, Match, Round, Seat, Tournament
from tournaments.pairing.quality import Quality
from tournaments.pairing.quality import quality as figures
from tournaments.selectors import sees_results
from tournaments.standings.table import Row

# More tables than this are drawn as bars of states: a page of ten thousand links helps nobody.
MOST_CELLS = 1500


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entry with its names. ``number`` is None before the start."""

    entry: int
    number: int | None
    bot: int
    name: str
    version: int
    owner: str
    state: str

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings, with the contestant whose it is."""

    row: Row
    contestant: Contestant


@dataclass(frozen=True, slots=True)
class Cell:
    """A table of a round in the picture."""

    match: int
    table: int
    state: str
    ruled: bool

    @property
    def word(self) -> str:
        return "ruled" if self.ruled else self.state


@dataclass(frozen=True, slots=True)
class Segment:
    """So many tables of one state in the picture of a large round; ``start`` counts those before it."""

    state: str
    start: int
    tables: int


@dataclass(frozen=True, slots=True)
class Strip:
    """A round: either a cell for each table, or segments of a bar."""

    number: int
    state: str
    byes: int
    counts: Mapping[str, int]
    cells: tuple[Cell, ...]

    @property
    def tables(self) -> int:
        return sum(self.counts.values())

    @property
    def done(self) -> int:
        """Tables that nobody waits for."""
        return self.tables - sum(self.counts.get(state, 0) for state in Match.UNFINISHED)

    @property
    def segments(self) -> tuple[Segment, ...]:
        found: list[Segment] = []
        start = 0
        for state in Match.State.values:
            if tables := self.counts.get(state, 0):
                found.append(Segment(state, start, tables))
                start += tables
        return tuple(found)

    @property
    def summary(self) -> str:
        """The strip in words."""
        states = ", ".join(f"{tables} {state}" for state, tables in self.counts.items() if tables) or "no tables"
        return f"Round {self.number}, {self.state}: {states}"


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits where at a table, and the rank there once the match is over. ``forfeit``: it was not played."""

    seat: int
    contestant: Contestant
    rank: int | None
    tied: bool
    forfeit: bool = False

    @property
    def won(self) -> bool:
        """Whether nobody was better; who ties for a forfeit has lost."""
        return self.rank == 0 and not (self.forfeit and self.tied)

    @property
    def word(self) -> str:
        """The rank in words: `1st`, or `2nd, tied`, or `lost by forfeit`."""
        if self.rank is None:
            return ""
        if self.forfeit:
            return "won by forfeit" if self.won else "lost by forfeit"
        return ordinal(self.rank + 1) + (", tied" if self.tied else "")


@dataclass(frozen=True, slots=True)
class Table:
    """A match of a round with its places, by seat. ``told``: the reader sees results."""

    match: Match
    places: tuple[Place, ...]
    told: bool

    @property
    def word(self) -> str:
        """The state, and of a match that the organiser decided how."""
        if not (self.told and self.match.ruled):
            return self.match.state
        return "forfeit" if self.match.forfeit else "ruled"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st: a positive number in English."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def contestants(tournament: Tournament) -> list[Contestant]:
    """All entries, by seed number or else by time of entry; one statement."""
    rows = tournament.entries.order_by(F("number").asc(nulls_last=True), "id").values_list(
        "id", "number", "bot_id", "bot__name", "version__number", "bot__owner__username", "state"
    )
    return [Contestant(*row) for row in rows]


def standings(tournament: Tournament, *, last: int | None = None) -> list[Line]:
    """The table after round ``last``, by default the last closed one, best first; empty before the start."""
    if tournament.started_at is None:
        return []
    rows = ranking.standings(tournament, last=last)
    by_number = numbered(tournament)
    return [Line(row, by_number[row.entrant]) for row in rows]


def quality(tournament: Tournament) -> tuple[int, Quality]:
    """The last closed round, and how well the rounds up to it were paired; entrants by seed number."""
    last = history.last_closed(tournament)
    past = history.played(tournament, last=last)
    return last, figures(past.entrants, tournament.seats, past.meetings, past.byes)


def numbered(tournament: Tournament) -> dict[int, Contestant]:
    """Seed number -> contestant. Whoever names the rows of a table asks after making it: entries may come meanwhile."""
    found = contestants(tournament)
    return {contestant.number: contestant for contestant in found if contestant.number is not None}


def strips(tournament: Tournament, *, insider: bool = False) -> list[Strip]:
    """The rounds, in order, as the organiser and staff see them (`insider`) or everyone; three statements."""
    told = sees_results(tournament, insider=insider)
    rounds = list(
        tournament.round_set.order_by("number")
        .annotate(rests=Count("byes"))
        .values_list("id", "number", "state", "rests")
    )
    counts: dict[int, dict[str, int]] = {round_id: {} for round_id, *_ in rounds}
    counted = Match.objects.filter(round__tournament=tournament).order_by().values("round_id", "state")
    for round_id, state, tables in counted.annotate(tables=Count("id")).values_list("round_id", "state", "tables"):
        counts.setdefault(round_id, {})[state] = tables  # a round may have been paired since
    cells: dict[int, list[Cell]] = {}
    if sum(sum(states.values()) for states in counts.values()) <= MOST_CELLS:
        tables_ = Match.objects.filter(round__tournament=tournament).order_by("table")
        for round_id, match_id, table, state, ruled in tables_.values_list("round_id", "id", "table", "state", "ruled"):
            cells.setdefault(round_id, []).append(Cell(match_id, table, state, told and ruled))
    return [
        Strip(number, state, rests, counts[round_id], tuple(cells.get(round_id, ())))
        for round_id, number, state, rests in rounds
    ]


def tables(matches: Sequence[Match], *, insider: bool = False) -> list[Table]:
    """Matches with who plays, as the organiser and staff see them (`insider`) or everyone; one statement for all their
    seats. Whoever asks has selected their rounds and tournaments.
    """
    seated: dict[int, list[Seat]] = {match.pk: [] for match in matches}
    seats = Seat.objects.filter(match__in=[match.pk for match in matches]).order_by("match_id", "seat")
    for seat in seats.select_related("entry__bot__owner", "entry__version"):
        seated[seat.match_id].append(seat)
    told = {match.pk: sees_results(match.round.tournament, insider=insider) for match in matches}
    return [Table(match, _places(match, seated[match.pk], told[match.pk]), told[match.pk]) for match in matches]


def byes(turn: Round) -> QuerySet[Bye]:
    """The byes of a round with who rests."""
    return turn.byes.select_related("entry__bot__owner", "entry__version").order_by("entry__number")


def with_progress(tournaments: QuerySet[Tournament]) -> QuerySet[Any]:
    """Adds counts to each, in the same statement: ``entries_in``; ``rounds_paired`` and ``rounds_closed``;
    ``matches_all`` and ``matches_done`` of all rounds, ``tables_all`` and ``tables_done`` of the round being played.
    ``progress`` is in rounds: 2.5 is two closed and half of the third played.
    """
    matches = Match.objects.filter(round__tournament=OuterRef("pk"))
    here = matches.filter(round__state=Round.State.PAIRED)
    over = ~Q(state__in=Match.UNFINISHED)
    return tournaments.annotate(
        entries_in=count(Entry.objects.filter(tournament=OuterRef("pk"), state=Entry.State.IN)),
        rounds_paired=count(Round.objects.filter(tournament=OuterRef("pk"))),
        rounds_closed=count(Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.CLOSED)),
        matches_all=count(matches),
        matches_done=count(matches.filter(over)),
        tables_all=count(here),
        tables_done=count(here.filter(over)),
    ).annotate(
        progress=F("rounds_closed")
        + Case(
            When(tables_all=0, then=Value(0.0)),
            default=Value(1.0) * F("tables_done") / F("tables_all"),
            output_field=FloatField(),
        )
    )


def count(rows: QuerySet[Any, Any]) -> Coalesce:
    """The number of rows of a subquery: unlike a join it can stand beside others without multiplying them."""
    numbers: QuerySet[Model, Any] = rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk"))
    return Coalesce(Subquery(numbers.values("n"), output_field=IntegerField()), 0)


def _places(match: Match, seats: Sequence[Seat], told: bool) -> tuple[Place, ...]:
    ranks = match.ranks if told and match.state == Match.State.FINISHED and match.ranks else None
    if told and match.state == Match.State.VOID and match.round.state == Round.State.CLOSED:
        ranks = [0] * len(seats)
    places = []
    for seat in seats:
        rank = None if ranks is None else ranks[seat.seat]
        is_tied = ranks is not None and ranks.count(rank) > 1
        places.append(Place(seat.seat, contestant(seat.entry), rank, is_tied, match.forfeit))
    return tuple(places)


def contestant(entry: Entry) -> Contestant:
    """The entry with its names; whoever asks has selected its bot, owner and version."""
    return Contestant(
        entry.pk,
        entry.number,
        entry.bot_id,
        entry.bot.name,
        entry.version.number,
        entry.bot.owner.get_username(),
        entry.state,
    )
