"""Who may poll and answer for a remote bot."""

from __future__ import annotations

from functools import partial

from django.db.models import Exists, OuterRef

from tournaments.access.actors import Actor, Scope
from tournaments.access.brief import Brief
from tournaments.access.errors import Conflict, Missing, NotAllowed
from tournaments.bots.qualification import arrived
from tournaments.models import Bot, BotVersion

# Neither the owner of a bot nor the kind of its versions ever changes, but a version may come that waits for the bot.
_remote: Brief[None] = Brief(20.0)


def require_remote(*, actor: Actor, bot_id: int) -> None:
    """Raise unless the bot is the actor's own and has a remote version. The bot has come: what waits for that begins.

    A version that is added while its bot polls is seen within 20 seconds.
    NotAllowed without the scope and for another's bot, also for staff, who have no business in its games; Missing;
    Conflict (`no_remote_version`).
    """
    actor.require(Scope.BOTS)
    _remote.get((actor.user.pk, bot_id), partial(_look, actor, bot_id))


def _look(actor: Actor, bot_id: int) -> None:
    remote = BotVersion.objects.filter(bot_id=OuterRef("pk"), kind=BotVersion.Kind.REMOTE)
    waiting = remote.filter(state=BotVersion.State.WAITING)
    found = Bot.objects.filter(pk=bot_id).values_list("owner_id", Exists(remote), Exists(waiting)).first()
    if found is None:
        raise Missing(f"there is no bot {bot_id}")
    owner, is_remote, waits = found
    if owner != actor.user.pk:
        raise NotAllowed(f"bot {bot_id} is another owner's", code="not_owner")
    if not is_remote:
        raise Conflict(f"bot {bot_id} has no remote version", code="no_remote_version")
    if waits:  # to be there, so that it can qualify
        arrived(bot_id=bot_id)
