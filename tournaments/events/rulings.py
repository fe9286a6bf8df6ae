"""What an organiser does about a void match: have it played again, or rule how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid, Missing
from tournaments.dispatch.send import resend_matches, send_close
from tournaments.models import Match, Round, Tournament
from tournaments.rights import organised, require_state
from tournaments.standings.scoring import ranks_by_sum

ALIVE = [Tournament.State.RUNNING, Tournament.State.PAUSED]


def requeue(*, actor: Actor, match_id: int) -> Match:
    """Have a void match played again. Raises NotAllowed, Missing, Conflict unless void and its round not closed."""
    with transaction.atomic():
        match = _match(actor, match_id, "requeue")
        if match.state == Match.State.PENDING:
            return match
        _require_void(match, "requeue")
        match.state = Match.State.PENDING
        match.failures = 0
        match.ended_at = None
        match.save()
        audit.record(actor=actor, verb="match.requeue", target=match)
        resend_matches([match_id], now=timezone.now())
        return match


def rule(*, actor: Actor, match_id: int, ranks: Sequence[int]) -> Match:
    """Decide a void match: ``ranks`` by seat, all 0 for a tie. It counts in the standings and is not rated.

    Raises NotAllowed, Missing, Invalid for ranks that are none, Conflict unless it is void and its round not closed.
    """
    with transaction.atomic():
        match = _match(actor, match_id, "rule")
        seats = match.seats.count()
        if len(ranks) != seats or tuple(ranks) != ranks_by_sum([-rank for rank in ranks]):
            raise Invalid(
                f"ranks: {list(ranks)} is no ranking of {seats} seats; a rank is the number of seats that are better",
                field="ranks",
            )
        if match.ruled and match.ranks == list(ranks):
            return match
        _require_void(match, "rule")
        match.state = Match.State.FINISHED
        match.ruled = True
        match.ranks = list(ranks)
        match.save()
        audit.record(actor=actor, verb="match.rule", target=match, details={"ranks": list(ranks)})
        send_close(match.round_id)
        return match


def _match(actor: Actor, match_id: int, verb: str) -> Match:
    """The match, locked, and its tournament before it; both must be alive."""
    tournament_id = Match.objects.filter(id=match_id).values_list("round__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Missing(f"there is no match {match_id}")
    require_state(organised(actor, tournament_id), verb, ALIVE)
    match = Match.objects.select_for_update().get(id=match_id)
    if match.round.state == Round.State.CLOSED:
        raise Conflict(f"{verb}: the round of match {match_id} is closed", code="wrong_state")
    return match


def _require_void(match: Match, verb: str) -> None:
    if match.state != Match.State.VOID:
        raise Conflict(f"{verb}: match {match.pk} is {match.state}; this needs it to be void", code="wrong_state")
