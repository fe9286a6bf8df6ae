"""How long an event will take, as far as rounds that were played tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.db.models import Count, QuerySet

from tournaments.models import Entry, Game, Match, Round, Tournament
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import CannotPair

MEASURED = 20
"""Rounds that the pace is taken from: the last ones."""
SEARCHED = 200
"""Rounds of the engine among which those of the same game are looked for."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is left of an event.

    games     still to be played, if nobody comes or goes
    duration  that they will take; None where no round of such a game has been played yet
    measured  rounds that the pace was taken from
    """

    games: int
    duration: timedelta | None
    measured: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is left of an event, in words."""

    title: str
    duration: str
    games: int
    pace: str


def forecast(tournament: Tournament) -> Forecast | None:
    """What is left of an event that is open or under way; None for any other, and while it is too small to start.

    The pace is the median over the last closed rounds of wall-clock time for each game: of this event where it has any,
    otherwise of all events that play the same engine with the same options and seats. So it holds for as many workers
    as there were then.
    """
    games = _left(tournament)
    if games is None:
        return None
    own = _paces(Round.objects.filter(tournament=tournament), tournament)
    paces = own or _paces(Round.objects.filter(tournament__engine=tournament.engine), tournament)
    return Forecast(games, timedelta(seconds=median(paces) * games) if paces else None, len(paces))


def outlook(tournament: Tournament) -> Outlook | None:
    """How long the event will take, as far as that is known."""
    found = forecast(tournament)
    if found is None:
        return None
    title = "Predicted duration" if tournament.started_at is None else "Time left"
    duration = "not known yet" if found.duration is None else f"about {span(found.duration)}"
    rounds = "round" if found.measured == 1 else "rounds"
    pace = f"as fast as the last {found.measured} {rounds}" if found.measured else "no round of such a game was played"
    return Outlook(title, duration, found.games, pace)


def span(duration: timedelta) -> str:
    """A duration as people say it: `1 s` at least, `40 s`, `12 min`, `3 h 20 min`, `2 d 4 h`."""
    seconds = max(1, round(duration.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h"


def _left(tournament: Tournament) -> int | None:
    state = Tournament.State
    if tournament.state not in (state.OPEN, state.RUNNING, state.PAUSED):
        return None
    there = tournament.entries.filter(state=Entry.State.IN).count()
    rounds = tournament.rounds
    if rounds is None:
        try:
            plan = pairing.get(tournament.format).plan(there, tournament.seats, tournament.format_options)
        except (CannotPair, pairing.UnknownFormat):
            return None
        rounds = plan.rounds
    paired = tournament.round_set.count()
    to_pair = max(0, rounds - paired) * (there // tournament.seats)
    playing = Match.objects.filter(round__tournament=tournament, state__in=Match.UNFINISHED)
    recorded = Game.objects.filter(match__in=playing).count()
    return max(0, (to_pair + playing.count()) * tournament.games_per_match - recorded)


def _paces(rounds: QuerySet[Round], tournament: Tournament) -> list[float]:
    """Seconds for each game in the last closed rounds of the same game among these; two statements."""
    closed = rounds.filter(state=Round.State.CLOSED, closed_at__isnull=False, tournament__seats=tournament.seats)
    last = closed.order_by("-closed_at", "-id").select_related("tournament")[:SEARCHED]
    same = [turn for turn in last if turn.tournament.options == tournament.options]
    # Not of all that were looked through: rounds have thousands of matches, and pages of events ask often.
    counted = Match.objects.filter(round__in=same[:MEASURED], state=Match.State.FINISHED).order_by()
    played = dict(counted.values_list("round_id").annotate(matches=Count("id")))
    return [
        (turn.closed_at - turn.paired_at).total_seconds() / (played[turn.pk] * turn.tournament.games_per_match)
        for turn in same
        if turn.pk in played and turn.closed_at is not None
    ]
