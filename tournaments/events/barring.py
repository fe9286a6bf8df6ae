"""Pairs of entries that the organiser does not want to meet."""

from __future__ import annotations

from django.db import transaction

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Invalid
from tournaments.models import Barred, Tournament
from tournaments.rights import entered, organised, require_state

State = Tournament.State
ALIVE = [State.OPEN, State.RUNNING, State.PAUSED]


def bar(*, actor: Actor, tournament_id: int, bot_ids: tuple[int, int]) -> Tournament:
    """Keep these two bots apart from the next pairing on. Raises NotAllowed, Missing, Conflict, Invalid."""
    with transaction.atomic():
        tournament, first, second = _pair(actor, tournament_id, bot_ids, "bar")
        _, new = Barred.objects.get_or_create(tournament=tournament, first_id=first, second_id=second)
        if new:
            audit.record(actor=actor, verb="tournament.bar", target=tournament, details={"bots": sorted(bot_ids)})
        return tournament


def unbar(*, actor: Actor, tournament_id: int, bot_ids: tuple[int, int]) -> Tournament:
    """Let these two bots meet again. Raises as ``bar``."""
    with transaction.atomic():
        tournament, first, second = _pair(actor, tournament_id, bot_ids, "unbar")
        if tournament.barred.filter(first_id=first, second_id=second).delete()[0]:
            audit.record(actor=actor, verb="tournament.unbar", target=tournament, details={"bots": sorted(bot_ids)})
        return tournament


def _pair(actor: Actor, tournament_id: int, bot_ids: tuple[int, int], verb: str) -> tuple[Tournament, int, int]:
    tournament = organised(actor, tournament_id)
    require_state(tournament, verb, ALIVE)
    if bot_ids[0] == bot_ids[1]:
        raise Invalid(f"bots: {bot_ids[0]} twice; name two bots", field="bots")
    first, second = sorted(entered(tournament, bot_id).pk for bot_id in bot_ids)
    return tournament, first, second
