"""The sandbox as the settings say: for whom, with how much of the machine, and whether it works here."""

from __future__ import annotations

from django.conf import settings

from tournaments.play import kit
from tournaments.play.players import processors
from tournaments.play.players.sandbox import Lack, Sandbox


def sandbox(*, many: bool = False) -> Sandbox:
    """What a game's programs run in: on a processor that becomes this process's own at the first call, or, if it plays
    ``many`` games at once (a pool of threads), on another one at every call.
    """
    return _sandbox(processors.by_turns() if many else processors.own(settings.CROUPIER_PROCESSORS))


def lacks() -> list[Lack]:
    """All that keeps the sandbox from working here. May be asked by any process, and takes no processor."""
    return _sandbox(None).check()


def _sandbox(processor: int | None) -> Sandbox:
    return Sandbox(
        user=settings.CROUPIER_BOT_USER,
        memory_bytes=settings.CROUPIER_BOT_MEMORY_MIB << 20,
        processes=settings.CROUPIER_BOT_PROCESSES,
        processor=processor,
        kit=kit.FILES,
    )
