"""How far tournaments are: for a whole page of them in two statements."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q

from tournaments.models import Match, Round, Tournament
from tournaments.selectors import Progress

# What nobody will play any more.
OVER = [Match.State.FINISHED, Match.State.VOID, Match.State.CANCELLED]


def progress_of(tournaments: Iterable[Tournament]) -> dict[int, Progress]:
    """Tournament id -> what `selectors.progress` says of it."""
    planned = {tournament.pk: tournament.rounds for tournament in tournaments}
    paired = dict(
        Round.objects.filter(tournament__in=planned)
        .order_by()
        .values_list("tournament_id")
        .annotate(number=Count("id"))
    )
    counts = {
        tournament_id: (matches, finished)
        for tournament_id, matches, finished in Match.objects.filter(round__tournament__in=planned)
        .order_by()
        .values_list("round__tournament_id")
        .annotate(matches=Count("id"), finished=Count("id", filter=Q(state__in=OVER)))
    }
    return {pk: Progress(paired.get(pk, 0), rounds, *counts.get(pk, (0, 0))) for pk, rounds in planned.items()}
