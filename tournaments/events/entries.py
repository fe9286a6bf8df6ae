"""Entering bots in a tournament, and taking them out."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.models import Entry, Tournament
from tournaments.rights import known, may_organise, organised, owned, require_state

ALIVE = [Tournament.State.OPEN, Tournament.State.RUNNING, Tournament.State.PAUSED]


def enter(*, actor: Actor, tournament_id: int, bot_id: int) -> Entry:
    """Enter the bot's active version; entered again, the version active now is pinned instead.

    Raises NotAllowed for another's bot, Missing, Conflict unless the tournament is open, Invalid for a bot of another
    engine or without a version.
    """
    bot = owned(actor, bot_id)
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        require_state(tournament, "enter", [Tournament.State.OPEN])
        if bot.engine != tournament.engine:
            raise Invalid(f"bot: {bot_id} plays {bot.engine}, the tournament {tournament.engine}", field="bot")
        if bot.active is None:
            raise Invalid(f"bot: {bot_id} has no version yet; add one first", field="bot")
        entry = Entry.objects.filter(tournament=tournament, bot=bot).first()
        if entry is None:
            entry = Entry(tournament=tournament, bot=bot)
        elif entry.state == Entry.State.DISQUALIFIED:
            raise Conflict(f"enter: bot {bot_id} is disqualified from tournament {tournament_id}", code="disqualified")
        elif entry.state == Entry.State.IN and entry.version_id == bot.active.pk:
            return entry
        entry.version = bot.active
        entry.state = Entry.State.IN
        entry.left_at = None
        entry.save()
        audit.record(actor=actor, verb="entry.enter", target=entry, details={"version": bot.active.pk})
        return entry


def withdraw(*, actor: Actor, tournament_id: int, bot_id: int) -> Entry:
    """Take the bot out: it is paired no more, and what it played counts. Its owner, the organiser and staff may.

    Raises NotAllowed, Missing if the bot is not entered, Conflict unless the tournament is open, running or paused.
    """
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        entry = _entry(tournament, bot_id)
        if entry.bot.owner_id == actor.user.pk:
            actor.require(Scope.BOTS)
        elif may_organise(actor, tournament):
            actor.require(Scope.ORGANISE)
        else:
            raise NotAllowed(f"bot {bot_id} is another owner's")
        return _leave(actor, tournament, entry, Entry.State.WITHDRAWN, "withdraw")


def disqualify(*, actor: Actor, tournament_id: int, bot_id: int) -> Entry:
    """Put the bot out for good: it is paired no more, and what it played so far counts. For organisers.

    Raises NotAllowed, Missing if the bot is not entered, Conflict unless the tournament is open, running or paused.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        return _leave(actor, tournament, _entry(tournament, bot_id), Entry.State.DISQUALIFIED, "disqualify")


def _entry(tournament: Tournament, bot_id: int) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, bot_id=bot_id).select_related("bot").first()
    if entry is None:
        raise Missing(f"bot {bot_id} is not entered in tournament {tournament.pk}")
    return entry


def _leave(actor: Actor, tournament: Tournament, entry: Entry, state: str, verb: str) -> Entry:
    if entry.state in (state, Entry.State.DISQUALIFIED):
        return entry
    require_state(tournament, verb, ALIVE)
    entry.state = state
    entry.left_at = entry.left_at or timezone.now()
    entry.save()
    audit.record(actor=actor, verb=f"entry.{verb}", target=entry)
    return entry
