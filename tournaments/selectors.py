"""What is read of events: which may be seen, how far they are, and what of their games may be told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import Entry, Game, Invitation, Match, Round, Tournament


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is. ``matches`` and ``finished`` count the rounds that are paired so far."""

    round: int
    rounds: int | None
    matches: int
    finished: int


def visible_tournaments(user_id: int | None, *, staff: bool) -> QuerySet[Tournament]:
    """Those that a user may know of: drafts are for their organiser and staff, private events for those invited or
    entered too.
    """
    everything = Tournament.objects.all()
    if staff:
        return everything
    public = ~Q(state=Tournament.State.DRAFT) & ~Q(admission=Tournament.Admission.PRIVATE)
    if user_id is None:
        return everything.filter(public)
    here = OuterRef("pk")
    admitted = Exists(Invitation.objects.filter(tournament=here, user_id=user_id)) | Exists(
        Entry.objects.filter(tournament=here, bot__owner_id=user_id)
    )
    return everything.filter(public | Q(organiser_id=user_id) | (~Q(state=Tournament.State.DRAFT) & admitted))


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
