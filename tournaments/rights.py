"""Who may do what to which row, and the lock under which it is done."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Missing, NotAllowed
from tournaments.models import Bot, BotVersion, Entry, Tournament
from tournaments.selectors import visible_tournaments


def organised(actor: Actor, tournament_id: int) -> Tournament:
    """The tournament, its row locked, for its organiser or staff. Call it inside a transaction.

    Raises NotAllowed without the scope or for another's tournament, Missing if there is none.
    """
    actor.require(Scope.ORGANISE)
    tournament = known(actor, tournament_id)
    if not may_organise(actor, tournament):
        raise NotAllowed(f"tournament {tournament_id} is another organiser's")
    return tournament


def may_organise(actor: Actor | None, tournament: Tournament) -> bool:
    """Whether the actor organises this tournament: it is theirs, or they are staff."""
    return actor is not None and (tournament.organiser_id == actor.user.pk or actor.user.is_staff)


def locked(tournament_id: int) -> Tournament:
    """The tournament, its row locked until the transaction ends. Raises Missing."""
    try:
        return Tournament.objects.select_for_update().get(id=tournament_id)
    except Tournament.DoesNotExist:
        raise absent(tournament_id) from None


def known(actor: Actor, tournament_id: int) -> Tournament:
    """The tournament, its row locked, for whoever may know of it. Call it inside a transaction.

    Raises Missing, for another organiser's draft and for a private event without invitation too.
    """
    tournament = locked(tournament_id)
    seen = visible_tournaments(actor.user.pk, staff=actor.user.is_staff)
    if not seen.filter(pk=tournament_id).exists():
        raise absent(tournament_id)
    return tournament


def entered(tournament: Tournament, bot_id: int) -> Entry:
    """The bot's entry in the tournament. Raises Missing."""
    entry = Entry.objects.filter(tournament=tournament, bot_id=bot_id).select_related("bot__owner").first()
    if entry is None:
        raise Missing(f"bot {bot_id} is not entered in tournament {tournament.pk}")
    return entry


def own_entry(actor: Actor, tournament: Tournament, bot_id: int) -> Entry:
    """The bot's entry, for the bot's owner, or for the organiser and staff.

    Raises NotAllowed without the scope (`bots` for one's own, `organise` for another's), Missing.
    """
    entry = entered(tournament, bot_id)
    if entry.bot.owner_id == actor.user.pk:
        actor.require(Scope.BOTS)
    elif may_organise(actor, tournament):
        actor.require(Scope.ORGANISE)
    else:
        raise NotAllowed(f"bot {bot_id} is another owner's")
    return entry


def absent(tournament_id: int) -> Missing:
    return Missing(f"there is no tournament {tournament_id}")


def owned(actor: Actor, bot_id: int) -> Bot:
    """The bot, for its owner or staff. Raises NotAllowed without the scope or for another's bot, Missing."""
    actor.require(Scope.BOTS)
    bot = Bot.objects.filter(id=bot_id).select_related("active").first()
    if bot is None:
        raise Missing(f"there is no bot {bot_id}")
    if bot.owner_id != actor.user.pk and not actor.user.is_staff:
        raise NotAllowed(f"bot {bot_id} is another owner's")
    return bot


def known_version(bot: Bot, number: int) -> BotVersion:
    """The bot's version of that number. Raises Missing."""
    version = bot.versions.filter(number=number).first()
    if version is None:
        raise Missing(f"bot {bot.pk} has no version {number}")
    return version


def require_ready(version: BotVersion, verb: str) -> None:
    """Raise Conflict unless the version may play (`not_qualified`, `suspended`); ``verb``: what is refused."""
    named = f"{verb}: version {version.number} of bot {version.bot_id}"
    if version.state != BotVersion.State.QUALIFIED:
        if version.kind == BotVersion.Kind.REMOTE and version.state == BotVersion.State.WAITING:
            what = "its qualification begins when the bot comes, or is asked for with"
        elif version.state == BotVersion.State.WAITING:
            what = "wait for its qualification, or if that is void ask for another with"
        else:
            what = "ask for another qualification with"
        raise Conflict(
            f"{named} is {version.state}; {what} POST bots/{version.bot_id}/versions/{version.number}/qualify/",
            code="not_qualified",
        )
    if version.suspended_at is not None:
        raise Conflict(f"{named} is suspended until an organiser lifts that: {version.suspension}", code="suspended")


def require_state(tournament: Tournament, verb: str, allowed: Collection[str]) -> None:
    """Raise Conflict unless the tournament is in one of the allowed states."""
    if tournament.state not in allowed:
        raise Conflict(
            f"{verb}: tournament {tournament.pk} is {tournament.state}; this needs it to be {' or '.join(allowed)}",
            code="wrong_state",
        )
