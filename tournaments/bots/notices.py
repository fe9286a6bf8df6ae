"""What owners are told of their bots."""

from __future__ import annotations

from tournaments.models import BotVersion, Notice


def tell(version: BotVersion, kind: Notice.Kind, text: str) -> None:
    """Tell the version's owner. Call it inside the transaction of what is told."""
    Notice.objects.create(owner_id=version.bot.owner_id, version=version, kind=kind, text=text)
