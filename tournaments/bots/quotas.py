"""How much an owner may have: bots, versions, bytes. Staff may have more, but upload no more at once."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Sum
from django.utils import timezone

from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict
from tournaments.models import Bot, BotVersion
from tournaments.programs.uploads import Limits

DAY = timedelta(hours=24)


def limits() -> Limits:
    """What is taken of one upload."""
    return Limits(
        upload_bytes=settings.CROUPIER_UPLOAD_BYTES,
        unpacked_bytes=settings.CROUPIER_PROGRAM_BYTES,
        files=settings.CROUPIER_PROGRAM_FILES,
    )


def lock(owner_id: int) -> None:
    """Hold the row of an owner, so that what is counted stays so until the transaction ends.

    It is the first lock of a transaction that takes several.
    """
    User.objects.select_for_update(no_key=True).get(pk=owner_id)


def require_bot(actor: Actor) -> None:
    """Raise Conflict (`quota`) if the actor has as many bots as an owner may."""
    most = settings.CROUPIER_BOTS_PER_OWNER
    if not actor.user.is_staff and Bot.objects.filter(owner=actor.user).count() >= most:
        raise Conflict(f"you have {most} bots, as many as an owner may", code="quota")


def require_version(actor: Actor, bot: Bot, *, kind: str, size: int = 0) -> None:
    """Raise Conflict (`quota`) if the bot or its owner may not have another version of this kind, of ``size`` bytes.

    Those that must qualify are counted by the day too, since each takes a worker's time.
    """
    if actor.user.is_staff:
        return
    versions = BotVersion.objects.filter(bot__owner=bot.owner_id)
    most = settings.CROUPIER_VERSIONS_PER_BOT
    if versions.filter(bot=bot).count() >= most:
        raise Conflict(f"bot {bot.pk} has {most} versions, as many as a bot may; register another bot", code="quota")
    if kind == BotVersion.Kind.POLICY:
        return
    most, since = settings.CROUPIER_VERSIONS_PER_DAY, timezone.now() - DAY
    lately = versions.exclude(kind=BotVersion.Kind.POLICY).filter(created_at__gt=since).order_by("-created_at")
    counted = list(lately.values_list("created_at", flat=True)[:most])
    if len(counted) >= most:
        wait = int((counted[-1] - since).total_seconds()) + 1 if counted else int(DAY.total_seconds())
        raise Conflict(
            f"{most} programs and remote versions within 24 hours, as many as an owner may; the next in {wait} s",
            code="quota",
            headers={"Retry-After": str(wait)},
        )
    most = settings.CROUPIER_STORED_BYTES
    stored = versions.aggregate(stored=Sum("size"))["stored"] or 0
    if stored + size > most:
        raise Conflict(
            f"program: {size} bytes unpacked, beside the {stored} of your others; an owner may have {most}",
            code="quota",
        )
