"""Challenges: an owner lets a version of his play others, to see how it does; nothing is rated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction

from plugins import registry
from plugins.wording import shown
from tournaments.access import audit
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, FieldError, Invalid, Missing, pointer
from tournaments.bots.trials import Sitter, make, require_quota
from tournaments.models import Bot, BotVersion, Trial
from tournaments.rights import known_version, owned, require_ready
from tournaments.variants import checked_game, engine_info

MOST_BOARDS = 10


def challenge(
    *,
    actor: Actor,
    bot: int,
    opponents: Sequence[Mapping[str, Any]],
    version: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    boards: int = 1,
) -> Trial:
    """A trial of a version of the actor's bot (a number; by default the active one), at seat 0, against others.

    opponents: by seat, each either {"bot": id}, which is its active version, or of a bot of the actor's also
               {"bot": id, "version": number}, or {"policy": name} of the engine.
    options:   what differs from the variant.

    Raises NotAllowed for another's bot, Missing, Invalid, Conflict (`not_qualified`, `suspended`, `no_version`,
    `quota`).
    """
    own = owned(actor, bot)
    first = _version(own, version, "bot")
    if not 1 <= boards <= MOST_BOARDS:
        raise Invalid(f"boards: {boards} is not between 1 and {MOST_BOARDS}", field="boards")
    sitters = [Sitter(first), *(_opponent(actor, own, asked, place) for place, asked in enumerate(opponents))]
    _require_apart(sitters)
    info = engine_info(own.engine)
    chosen = variant or next(iter(info.variants))
    complete = checked_game(info, variant=chosen, asked=options or {}, seats=len(sitters), seats_at="opponents")
    with transaction.atomic():
        require_quota(
            actor.user,
            Trial.Purpose.CHALLENGE,
            per_day=settings.CROUPIER_CHALLENGES_PER_DAY,
            at_once=settings.CROUPIER_CHALLENGES_AT_ONCE,
        )
        trial = make(
            purpose=Trial.Purpose.CHALLENGE,
            by=actor.user,
            engine=own.engine,
            rules_version=info.rules_version,
            options=complete,
            boards=boards,
            sitters=sitters,
        )
        audit.record(actor=actor, verb="bot.challenge", target=own, details={"trial": trial.pk})
    return trial


def _opponent(actor: Actor, own: Bot, asked: Mapping[str, Any], place: int) -> Sitter:
    """Who is asked for at ``opponents[place]``."""
    at = f"opponents.{place}"
    if ("bot" in asked) == ("policy" in asked):
        raise Invalid(f"{at}: give either bot or policy", field=at)
    if "policy" in asked:
        policy = asked["policy"]
        if "version" in asked:
            raise Invalid(f"{at}.version: a policy has none; leave it out", field=f"{at}.version")
        known = sorted(registry.policies(engine_info(own.engine).id))
        if policy not in known:
            raise Invalid(f"{at}.policy: {shown(policy)} is not one of {', '.join(known)}", field=f"{at}.policy")
        return Sitter(policy=policy)
    bot_id = asked["bot"]
    other = Bot.objects.filter(id=bot_id).select_related("active").first()
    if other is None:
        message = f"{at}.bot: there is no bot {bot_id}"
        raise Missing(message, errors=[FieldError(pointer(f"{at}.bot"), message)])
    if other.engine != own.engine:
        raise Invalid(f"{at}.bot: bot {bot_id} plays {other.engine}, not {own.engine}", field=f"{at}.bot")
    number = asked.get("version")
    if number is not None and other.owner_id != actor.user.pk:
        raise Invalid(
            f"{at}.version: bot {bot_id} is another owner's, and plays its active version; leave it out",
            field=f"{at}.version",
        )
    return Sitter(_version(other, number, f"{at}.bot"))


def _version(bot: Bot, number: int | None, at: str) -> BotVersion:
    """The version of a bot that plays: that number, or the active one. Raises Missing, Conflict."""
    version = bot.active if number is None else known_version(bot, number)
    if version is None:
        raise Conflict(f"{at}: bot {bot.pk} has no active version yet", code="no_version")
    require_ready(version, at)
    return version


def _require_apart(sitters: Sequence[Sitter]) -> None:
    """No version sits twice, and no remote bot, who would not know which of its seats it is asked for."""
    seen = set()
    for seat, sitter in enumerate(sitters):
        if sitter.version is None:
            continue
        remote = sitter.version.kind == BotVersion.Kind.REMOTE
        key = ("bot", sitter.version.bot_id) if remote else ("version", sitter.version.pk)
        if key in seen:
            at = f"opponents.{seat - 1}"
            what = f"remote bot {sitter.version.bot_id}" if remote else f"version {sitter.version.number} of its bot"
            raise Invalid(f"{at}: {what} sits at another seat already", field=at)
        seen.add(key)
