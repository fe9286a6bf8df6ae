"""Who may poll and answer for a remote bot."""

from __future__ import annotations

from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Conflict, Missing, NotAllowed
from tournaments.models import Bot, BotVersion


def require_remote(*, actor: Actor, bot_id: int) -> None:
    """Raise unless the bot is the actor's own and has a remote version.

    NotAllowed without the scope and for another's bot, also for staff, who have no business in its games; Missing;
    Conflict (`no_remote_version`).
    """
    actor.require(Scope.BOTS)
    owner = Bot.objects.filter(pk=bot_id).values_list("owner_id", flat=True).first()
    if owner is None:
        raise Missing(f"there is no bot {bot_id}")
    if owner != actor.user.pk:
        raise NotAllowed(f"bot {bot_id} is another owner's", code="not_owner")
    if not BotVersion.objects.filter(bot_id=bot_id, kind=BotVersion.Kind.REMOTE).exists():
        raise Conflict(f"bot {bot_id} has no remote version", code="no_remote_version")
