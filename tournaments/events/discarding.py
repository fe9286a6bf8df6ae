"""Throwing a draft away."""

from __future__ import annotations

from django.db import transaction

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.models import Tournament
from tournaments.rights import organised, require_state


def discard(*, actor: Actor, tournament_id: int) -> None:
    """Delete a draft, which nobody can have entered; whatever was open once is cancelled instead, and kept.

    Raises NotAllowed, Missing, Conflict when it is no draft any more.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        require_state(tournament, "discard", [Tournament.State.DRAFT])
        audit.record(actor=actor, verb="tournament.discard", target=tournament, details={"name": tournament.name})
        tournament.delete()
