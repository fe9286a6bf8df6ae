"""Entering bots in a tournament, and taking them out."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid
from tournaments.events.admission import next_round, require_late, require_pairable, require_place
from tournaments.events.rating import Follow, follow, followed
from tournaments.events.seeding import append
from tournaments.models import Bot, BotVersion, Entry, Seat, Tournament
from tournaments.rights import entered, known, may_organise, organised, own_entry, owned, require_ready, require_state

ALIVE = [Tournament.State.OPEN, Tournament.State.RUNNING, Tournament.State.PAUSED]


def enter(*, actor: Actor, tournament_id: int, bot_id: int) -> Entry:
    """Enter the bot's active version, or let a withdrawn bot come back.

    Before the start, entered again, the version active now is pinned instead. After it a new bot enters late, where
    the event takes late entries, and one that was seeded comes back with the version it had.
    Raises NotAllowed for another's bot and for owners who are not invited, Missing, Conflict when the event takes no
    entry now, Invalid for a bot of another engine or without a version.
    """
    bot = owned(actor, bot_id)
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        entry = Entry.objects.filter(tournament=tournament, bot=bot).first()
        if entry is not None and entry.state == Entry.State.DISQUALIFIED:
            raise Conflict(f"enter: bot {bot_id} is disqualified from tournament {tournament_id}", code="disqualified")
        require_state(tournament, "enter", ALIVE)
        if entry is None:
            entry = Entry(tournament=tournament, bot=bot, version=_version(bot, tournament))
            _admit(tournament, entry, seeded=False)
        elif entry.state == Entry.State.WITHDRAWN:
            if entry.number is None:
                entry.version = _version(bot, tournament)
            else:
                require_ready(entry.version, "enter")
            _admit(tournament, entry, seeded=entry.number is not None)
        elif tournament.state != Tournament.State.OPEN or entry.version == _version(bot, tournament):
            return entry
        else:
            entry.version = _version(bot, tournament)
        entry.state = Entry.State.IN
        entry.left_at = None
        entry.save()
        audit.record(actor=actor, verb="entry.enter", target=entry, details={"version": entry.version_id})
        return entry


def check_in(*, actor: Actor, tournament_id: int, bot_id: int) -> Entry:
    """Say that the bot will be there. For its owner in the minutes before the start, for organiser and staff always.

    Raises NotAllowed, Missing, Conflict unless the tournament is open, has check-in and the time has come.
    """
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        entry = own_entry(actor, tournament, bot_id)
        if entry.checked_in_at is not None:
            return entry
        require_state(tournament, "check_in", [Tournament.State.OPEN])
        if entry.state != Entry.State.IN:
            raise Conflict(f"check_in: bot {bot_id} is {entry.state}; this needs it to be in", code="wrong_state")
        opens = check_in_opens(tournament)
        if opens is None:
            raise Conflict(f"check_in: tournament {tournament_id} has no check-in", code="no_check_in")
        if timezone.now() < opens and not may_organise(actor, tournament):
            raise Conflict(
                f"check_in: tournament {tournament_id} lets owners check in from {opens.isoformat()} on",
                code="check_in_closed",
            )
        entry.checked_in_at = timezone.now()
        entry.save()
        audit.record(actor=actor, verb="entry.check_in", target=entry)
        return entry


def check_in_opens(tournament: Tournament) -> datetime | None:
    """From when owners may check in; None without check-in."""
    if tournament.check_in_minutes is None or tournament.starts_at is None:
        return None
    return tournament.starts_at - timedelta(minutes=tournament.check_in_minutes)


def withdraw(*, actor: Actor, tournament_id: int, bot_id: int) -> Entry:
    """Take the bot out: it is paired no more, and what it played counts. Its owner, the organiser and staff may.

    Raises NotAllowed, Missing if the bot is not entered, Conflict unless the tournament is open, running or paused.
    """
    with transaction.atomic():
        tournament = known(actor, tournament_id)
        return _leave(actor, tournament, own_entry(actor, tournament, bot_id), Entry.State.WITHDRAWN, "withdraw")


def disqualify(*, actor: Actor, tournament_id: int, bot_id: int, annul: bool = False, follow: Follow = follow) -> Entry:
    """Put the bot out for good: it is paired no more. For organisers.

    annul   its results do not count: it is last at every table it sat at, everyone's points follow from that, and the
            boards of these tables are not for ratings. Said again, the last word holds.
    Raises NotAllowed, Missing if the bot is not entered, Conflict for a draft or a cancelled tournament.
    """
    with transaction.atomic():
        tournament = organised(actor, tournament_id)
        entry = entered(tournament, bot_id)
        if entry.state == Entry.State.DISQUALIFIED and entry.annulled == annul:
            return entry
        require_state(tournament, "disqualify", [*ALIVE, Tournament.State.FINISHED])
        tables = list(Seat.objects.filter(entry=entry).values_list("match_id", flat=True))
        reason = f"results of bot {bot_id} are annulled" if annul else f"results of bot {bot_id} count"
        with followed(tournament, tables, reason=reason, by=actor.user, follow=follow):
            entry.annulled = annul
            return _leave(actor, tournament, entry, Entry.State.DISQUALIFIED, "disqualify", annul=annul)


def _version(bot: Bot, tournament: Tournament) -> BotVersion:
    """The version to pin. Raises Invalid."""
    if bot.engine != tournament.engine:
        raise Invalid(f"bot: {bot.pk} plays {bot.engine}, the tournament {tournament.engine}", field="bot")
    version = bot.active
    if version is None:
        raise Invalid(f"bot: {bot.pk} has no active version; add one, and let it qualify", field="bot")
    require_ready(version, "enter")
    if version.kind == BotVersion.Kind.REMOTE and not tournament.admits_remote:
        raise Conflict(
            f"enter: tournament {tournament.pk} does not admit remote bots; bot {bot.pk} needs an active version of "
            "another kind",
            code="remote_not_admitted",
        )
    return version


def _admit(tournament: Tournament, entry: Entry, *, seeded: bool) -> None:
    """Raise unless there is a place for the entry; give one that enters late its number and its first round."""
    require_place(tournament, entry.bot.owner)
    if tournament.state == Tournament.State.OPEN:
        return
    if not seeded:
        entry.joined = require_late(tournament)
        append(tournament, entry)
        require_pairable(tournament, entry.number or 0)
    elif next_round(tournament) > (tournament.rounds or 0):
        raise Conflict(f"enter: the last round of tournament {tournament.pk} is paired", code="too_late")


def _leave(actor: Actor, tournament: Tournament, entry: Entry, state: str, verb: str, **details: bool) -> Entry:
    if state == Entry.State.WITHDRAWN:
        if entry.state != Entry.State.IN:
            return entry
        require_state(tournament, verb, ALIVE)
    entry.state = state
    entry.left_at = entry.left_at or timezone.now()
    entry.save()
    audit.record(actor=actor, verb=f"entry.{verb}", target=entry, details=details)
    return entry
