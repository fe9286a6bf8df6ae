"""Whether a match counts for ratings, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.db.models import Exists, OuterRef, QuerySet

from ratings.models import LedgerRow
from tournaments.models import Match, Round, Seat, Tournament

Counts = Literal["yes", "not_yet", "no"]


@dataclass(frozen=True, slots=True)
class Rated:
    """Whether its boards count for ratings; `why` not, or not yet, empty if they do."""

    counts: Counts
    why: str = ""


NOT_RELEASED = Rated("not_yet", "the results of the event are not released yet")


def with_rows(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches with what `obstacle` and `rated` look at: `annulled`, and `in_ledger`."""
    here = OuterRef("pk")
    return matches.annotate(
        annulled=Exists(Seat.objects.filter(match=here, entry__annulled=True)),
        in_ledger=Exists(LedgerRow.objects.filter(match=here)),
    )


def obstacle(match: Match) -> str:
    """Why the boards of a match `with_rows` are not for rating; empty if they are, once its round is closed."""
    if match.state in Match.UNFINISHED:
        return "it is not over yet"
    if match.state != Match.State.FINISHED:
        return f"it is {match.state}"
    if match.ruled:
        return "its ranks are a ruling"
    if match.unrated:
        return f"it was taken out of the ratings: {match.unrated}"
    if match.annulled:  # type: ignore[attr-defined]
        return "results of a bot at the table are annulled"
    return ""


def counting(matches: QuerySet[Match]) -> list[int]:
    """The ids of those that nothing keeps from being rated, by round and table."""
    return [match.pk for match in with_rows(matches).order_by("round__number", "table") if not obstacle(match)]


def rated(match: Match) -> Rated:
    """Whether a match `with_rows` counts for ratings, as who sees its results may know."""
    turn, tournament = match.round, match.round.tournament
    if not tournament.rated:
        return Rated("no", "the event is not rated")
    if why := obstacle(match):
        return Rated("not_yet" if match.state in Match.UNFINISHED else "no", why)
    if turn.state != Round.State.CLOSED:
        if tournament.state == Tournament.State.CANCELLED:
            return Rated("no", "the event was cancelled before its round was closed")
        return Rated("not_yet", "its round is not closed yet")
    if tournament.is_concealed:
        return NOT_RELEASED
    if not match.in_ledger:  # type: ignore[attr-defined]
        return Rated("no", "one owner had more than one bot at the table, or a bot did not show up")
    return Rated("yes")
