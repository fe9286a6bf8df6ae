"""What is read of events: the history that pairings and standings follow from, progress, and what may be shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Max, Q, QuerySet

from tournaments.models import Bye, Entry, Game, Match, Round, Seat, Tournament
from tournaments.pairing.base import Bye as Rest
from tournaments.pairing.base import Field, Meeting, Missed
from tournaments.pairing.round_robin import RoundRobin
from tournaments.standings.scoring import Basis, GameResult, Scoring, standing_points, tied, win_points
from tournaments.standings.table import Row
from tournaments.standings.table import standings as table


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is. ``matches`` and ``finished`` count the rounds that are paired so far."""

    round: int
    rounds: int | None
    matches: int
    finished: int


def visible_tournaments(user_id: int | None, *, staff: bool) -> QuerySet[Tournament]:
    """Those that a user may know of: drafts are for their organiser and staff."""
    everything = Tournament.objects.all()
    if staff:
        return everything
    return everything.filter(~Q(state=Tournament.State.DRAFT) | Q(organiser_id=user_id))


def last_closed(tournament: Tournament) -> int:
    """The number of the last closed round, 0 before the first.

    Whoever reads history asks this first and looks at rounds up to it: they are contiguous from 1 and stay as they are,
    whereas a round may close between any two statements.
    """
    closed = tournament.round_set.filter(state=Round.State.CLOSED).aggregate(last=Max("number"))
    return closed["last"] or 0


def field(tournament: Tournament, number: int) -> Field:
    """All that the pairing of round ``number`` follows from: the entries and the closed rounds."""
    last = last_closed(tournament)
    states = seeded(tournament)
    return Field(
        entrants=tuple(states),
        present=frozenset(entrant for entrant, state in states.items() if state == Entry.State.IN),
        seats=tournament.seats,
        round=number,
        rounds=tournament.rounds or 0,
        meetings=meetings(tournament, last=last),
        byes=byes(tournament, last=last),
        win=win(tournament),
    )


def standings(tournament: Tournament, *, last: int | None = None) -> tuple[Row, ...]:
    """The table after round ``last``, by default the last closed one, best first; entrants by seed number. Every row
    has ``buchholz`` and ``sonneborn_berger``, whatever the order of the event.
    """
    last = last_closed(tournament) if last is None else last
    return table(
        entrants=tuple(seeded(tournament)),
        seats=tournament.seats,
        meetings=meetings(tournament, last=last),
        byes=byes(tournament, last=last),
        win=win(tournament),
        rounds=last,
        predetermined=tournament.format == RoundRobin.id,
        also=("buchholz", "sonneborn_berger"),
    )


def seeded(tournament: Tournament) -> dict[int, str]:
    """The state of every entry that was seeded, by seed number, ascending."""
    entries = tournament.entries.filter(number__isnull=False).order_by("number")
    return {number: state for number, state in entries.values_list("number", "state") if number is not None}


def meetings(tournament: Tournament, *, last: int) -> tuple[Meeting, ...]:
    """What was played up to the closed round ``last``, by round and table, with the standing points of each match."""
    closed = Match.objects.filter(round__tournament=tournament, round__number__lte=last)
    rows = list(
        closed.order_by("round__number", "table").values_list("id", "round__number", "table", "state", "ranks", "ruled")
    )
    entrants: dict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=closed).order_by("match_id", "seat")
    for match_id, entrant in seats.values_list("match_id", "entry__number"):
        entrants[match_id].append(_seeded(entrant))
    games = _games(closed) if scoring(tournament) == "game" else {}
    found = []
    for match_id, round_number, table_number, state, ranks, ruled in rows:
        void = state == Match.State.VOID
        ranks = tied(len(entrants[match_id])) if void else tuple(ranks or ())
        points = standing_points(
            ranks,
            None if void or ruled else games.get(match_id),
            seats=tournament.seats,
            scoring=scoring(tournament),
            games_per_match=tournament.games_per_match,
        )
        found.append(Meeting(round_number, table_number, tuple(entrants[match_id]), points, ranks))
    return tuple(found)


def byes(tournament: Tournament, *, last: int) -> tuple[Rest, ...]:
    """The byes up to the closed round ``last``."""
    rows = Bye.objects.filter(round__tournament=tournament, round__number__lte=last)
    ordered = rows.order_by("round__number", "entry__number").values_list("round__number", "entry__number", "points")
    # What brought nothing was missed by own wish. (In a round robin everyone rests for nothing; there it is no matter.)
    return tuple(
        Rest(number, _seeded(entrant), points, Missed.PAIRING if points else Missed.ABSENT)
        for number, entrant, points in ordered
    )


def win(tournament: Tournament) -> int:
    """Standing points of a match that is won whole, which is what a bye is worth."""
    return win_points(tournament.seats, scoring(tournament), tournament.games_per_match)


def basis(tournament: Tournament) -> Basis:
    """The event option `result` as the pure functions take it."""
    return "scores" if tournament.result == Tournament.ResultBy.SCORES else "ranks"


def scoring(tournament: Tournament) -> Scoring:
    """The event option `scoring` as the pure functions take it."""
    return "game" if tournament.scoring == Tournament.Scoring.GAME else "match"


def progress(tournament: Tournament) -> Progress:
    """How far the event is."""
    return progress_of([tournament])[tournament.pk]


def progress_of(tournaments: Iterable[Tournament]) -> dict[int, Progress]:
    """Tournament id -> how far it is; two statements, however many tournaments."""
    planned = {tournament.pk: tournament.rounds for tournament in tournaments}
    paired = dict(
        Round.objects.filter(tournament__in=planned)
        .order_by()
        .values_list("tournament_id")
        .annotate(number=Count("id"))
    )
    over = Count("id", filter=~Q(state__in=Match.UNFINISHED))
    counts = {
        tournament_id: (matches, finished)
        for tournament_id, matches, finished in Match.objects.filter(round__tournament__in=planned)
        .order_by()
        .values_list("round__tournament_id")
        .annotate(matches=Count("id"), finished=over)
    }
    return {pk: Progress(paired.get(pk, 0), rounds, *counts.get(pk, (0, 0))) for pk, rounds in planned.items()}


def shows_games(match: Match) -> bool:
    """Whether results of single games may be told: the match is finished, or its round closed.

    Not those of a match that is void or cancelled in an open round: it may be played on, or never count.
    """
    return match.state == Match.State.FINISHED or match.round.state == Round.State.CLOSED


def visible_games() -> QuerySet[Game]:
    """The games of all matches for which ``shows_games`` holds."""
    return Game.objects.filter(Q(match__state=Match.State.FINISHED) | Q(match__round__state=Round.State.CLOSED))


def is_revealed(tournament: Tournament) -> bool:
    """Whether the secret is public: the event is over, and had started."""
    over = tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    return over and tournament.started_at is not None


def _seeded(number: int | None) -> int:
    """The seed number of an entry that was paired, and so has one."""
    assert number is not None
    return number


def _games(matches: QuerySet[Match]) -> dict[int, list[GameResult]]:
    rows = Game.objects.filter(match__in=matches).order_by("match_id", "board", "rotation")
    values = rows.values_list("match_id", "board", "rotation", "ranks", "scores")
    return {
        match_id: [
            GameResult(board, rotation, tuple(ranks), tuple(scores)) for _, board, rotation, ranks, scores in games
        ]
        for match_id, games in groupby(values, key=lambda row: row[0])
    }
