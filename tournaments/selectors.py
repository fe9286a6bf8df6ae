"""What is read of events: which may be seen, how far they are, and what of their games may be told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.access.errors import Conflict
from tournaments.models import Entry, Game, Invitation, Match, Round, SeatReport, Tournament, Trial, TrialSeat
from tournaments.pairing import registry as pairing
from tournaments.pairing.base import CannotPair, Plan

State = Tournament.State
NOT_OVER = (State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED)
OVER = (State.FINISHED, State.CANCELLED)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is. ``matches`` and ``finished`` count the rounds that are paired so far."""

    round: int
    rounds: int | None
    matches: int
    finished: int


@dataclass(frozen=True, slots=True)
class Planned:
    """What a format says of rounds for so many entries."""

    entries: int
    plan: Plan


def visible_tournaments(user_id: int | None, *, staff: bool) -> QuerySet[Tournament]:
    """Those that a user may know of: drafts are for their organiser and staff, private events for those invited or
    entered too.
    """
    return Tournament.objects.filter(_visible(user_id, staff=staff))


def visible_matches(user_id: int | None, *, staff: bool) -> QuerySet[Match]:
    """The matches of all ``visible_tournaments``, in one statement without a subquery for who is nobody."""
    return Match.objects.filter(_visible(user_id, staff=staff, of="round__tournament__"))


def visible_trials(user_id: int) -> QuerySet[Trial]:
    """Those that a user may know of: he asked for them, or a bot of his sits there."""
    seated = TrialSeat.objects.filter(version__bot__owner_id=user_id).values("trial_id")
    return Trial.objects.filter(Q(asked_by_id=user_id) | Q(id__in=seated)).defer("secret")


def is_public(tournament: Tournament) -> bool:
    """Whether everyone may know of it."""
    return tournament.state != State.DRAFT and tournament.admission != Tournament.Admission.PRIVATE


def _visible(user_id: int | None, *, staff: bool, of: str = "") -> Q:
    """The condition; ``of`` leads from a row to its tournament."""
    if staff:
        return Q()
    opened = ~Q(**{f"{of}state": State.DRAFT})
    public = opened & ~Q(**{f"{of}admission": Tournament.Admission.PRIVATE})
    if user_id is None:
        return public
    here = OuterRef(f"{of}id")
    admitted = Exists(Invitation.objects.filter(tournament=here, user_id=user_id)) | Exists(
        Entry.objects.filter(tournament=here, bot__owner_id=user_id)
    )
    return public | Q(**{f"{of}organiser_id": user_id}) | (opened & admitted)


def sees_results(tournament: Tournament, *, insider: bool) -> bool:
    """Whether results, and what follows from them, are for this reader to see.

    insider   the reader is its organiser, or staff: nothing that there is yet is hidden from them
    """
    return insider or not tournament.is_concealed


def require_results(tournament: Tournament, *, insider: bool) -> None:
    """Raise Conflict (`results_hidden`) unless ``sees_results``."""
    if not sees_results(tournament, insider=insider):
        raise Conflict(
            f"the results of tournament {tournament.pk} are hidden until its organiser releases them",
            code="results_hidden",
        )


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


def plans_of(tournaments: Iterable[Tournament]) -> dict[int, Planned]:
    """Tournament id -> what its format says of rounds for as many entries as are in; those that it can say of.

    Of a draft, which nobody can have entered, the capacity is looked at. One statement.
    """
    alive = [tournament for tournament in tournaments if tournament.state in NOT_OVER]
    counted = Entry.objects.filter(tournament__in=alive, state=Entry.State.IN).order_by().values_list("tournament_id")
    there = dict(counted.annotate(entries=Count("id")))
    found = {}
    for tournament in alive:
        entries = there.get(tournament.pk) or tournament.capacity or 0
        try:
            plan = pairing.get(tournament.format).plan(entries, tournament.seats, tournament.format_options)
        except (CannotPair, pairing.UnknownFormat):
            continue
        found[tournament.pk] = Planned(entries, plan)
    return found


def warning_of(tournament: Tournament, planned: Planned | None) -> str | None:
    """What its organiser should know of the rounds chosen, if those who are in may have to meet twice."""
    if planned is None or tournament.rounds is None or pairing.get(tournament.format).fixed_rounds:
        return None
    return planned.plan.warning(tournament.rounds)


def shows_games(match: Match) -> bool:
    """Whether results of single games may be told to who ``sees_results``: the match is finished, or its round closed.

    Not those of a match that is void or cancelled in an open round: it may be played on, or never count.
    """
    return match.state == Match.State.FINISHED or match.round.state == Round.State.CLOSED


def visible_games() -> QuerySet[Game]:
    """The games of all matches for which ``shows_games`` holds."""
    return Game.objects.filter(Q(match__state=Match.State.FINISHED) | Q(match__round__state=Round.State.CLOSED))


def visible_reports() -> QuerySet[SeatReport]:
    """The reports of seats that the owners of their versions may know of; until then they may not even be counted.

    Of an event's game: its round is closed, as for transcripts (`transcripts.are_public`), and its results are hidden
    from nobody (`sees_results` of an outsider), even if the owner is the organiser. Of a trial's: the trial is over.
    """
    closed = Q(game__match__round__state=Round.State.CLOSED)
    told = Q(game__match__round__tournament__hidden=False) | Q(
        game__match__round__tournament__released_at__isnull=False
    )
    over = Q(trial_game__isnull=False) & ~Q(trial_game__trial__state__in=Match.UNFINISHED)
    return SeatReport.objects.filter((closed & told) | over)


def is_revealed(tournament: Tournament) -> bool:
    """Whether the secret is for everyone who ``sees_results``: the event is over, and had started."""
    return tournament.state in OVER and tournament.started_at is not None
