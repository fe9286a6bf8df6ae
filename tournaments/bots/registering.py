"""Registering bots and their versions."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Max

from plugins import registry
from plugins.registry import UnknownEngine
from plugins.wording import shown
from ratings.changes import make_public
from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Invalid, Missing
from tournaments.access.names import checked_name
from tournaments.bots.quarantine import require_fit
from tournaments.models import Bot, BotVersion
from tournaments.rights import owned

NAME_LENGTH = 64  # of a bot


def create_bot(*, actor: Actor, name: str, engine: str) -> Bot:
    """A bot of the actor's, without a version yet.

    Raises NotAllowed without the scope, Invalid for a name that is none or an unknown engine, Conflict for a name of
    theirs.
    """
    actor.require(Scope.BOTS)
    name = checked_name(name, longest=NAME_LENGTH)
    try:
        registry.info(engine)
    except UnknownEngine as error:
        raise Invalid(str(error), field="engine") from None
    try:
        with transaction.atomic():
            bot = Bot.objects.create(owner=actor.user, name=name, engine=engine)
            audit.record(actor=actor, verb="bot.create", target=bot)
    except IntegrityError:
        raise Conflict(f"name: you have a bot called {shown(name)} already", code="name_taken") from None
    return bot


def add_version(*, actor: Actor, bot_id: int, kind: str, policy: str) -> BotVersion:
    """The bot's next version; the first becomes the active one.

    Raises NotAllowed for another's bot, Missing, Invalid for an unknown policy.
    """
    bot = owned(actor, bot_id)
    if kind not in BotVersion.Kind.values:
        raise Invalid(f"kind: {shown(kind)} is not one of {', '.join(BotVersion.Kind.values)}", field="kind")
    try:
        known = sorted(registry.policies(bot.engine))
    except UnknownEngine as error:
        raise Conflict(str(error), code="engine_gone") from None
    if policy not in known:
        raise Invalid(f"policy: {shown(policy)} is not one of {', '.join(known)}", field="policy")
    with transaction.atomic():
        Bot.objects.select_for_update().get(id=bot_id)
        last = bot.versions.aggregate(last=Max("number"))["last"] or 0
        version = BotVersion.objects.create(bot=bot, number=last + 1, kind=kind, policy=policy)
        Bot.objects.filter(id=bot_id, active=None).update(active=version)
        audit.record(actor=actor, verb="bot.add_version", target=version)
    return version


def activate(*, actor: Actor, bot_id: int, number: int) -> BotVersion:
    """Make a version the one that enters tournaments; entries that stand keep theirs.

    In the pools that the bot is in, it comes in too, from its predecessor, and is what they show of the bot.
    Raises NotAllowed, Missing, Conflict for a suspended one.
    """
    bot = owned(actor, bot_id)
    with transaction.atomic():
        version = bot.versions.filter(number=number).first()
        if version is None:
            raise Missing(f"bot {bot_id} has no version {number}")
        require_fit(version, "activate")
        if Bot.objects.filter(id=bot_id).exclude(active=version).update(active=version):
            audit.record(actor=actor, verb="bot.activate", target=version)
            make_public(bot_id=bot_id, version=version.pk, by=actor.user)
    return version
