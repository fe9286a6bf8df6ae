"""Versions that are programs or remote, as qualified as a test needs them, without the steps that lead there."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from tournaments.models import Bot, BotVersion, Program
from tournaments.programs.uploads import ProgramFile, ProgramFiles

HOSTILE = Path(__file__).resolve().parents[1] / "hostile"
SHARED = ("table.py",)  # what the bots there import


def files_of(*names: str) -> ProgramFiles:
    """Files of tests/hostile; the first is `main.py`."""
    files = [
        ProgramFile("main.py" if number == 0 else name, (HOSTILE / name).read_bytes())
        for number, name in enumerate([*names, *SHARED])
    ]
    return ProgramFiles(tuple(files), "main.py")


def give_program(bot: Bot, name: str) -> BotVersion:
    """A qualified version that is a program of tests/hostile, such as `honest.py`, active from now on."""
    files = files_of(name)
    version = _version(
        bot,
        kind="program",
        runtime="python",
        main=files.main,
        digest=files.digest(),
        files=len(files.files),
        size=files.size,
    )
    Program.objects.create(version=version, archive=files.archive())
    return version


def give_remote(bot: Bot) -> BotVersion:
    """A qualified remote version, active from now on."""
    return _version(bot, kind="remote")


def _version(bot: Bot, **values: object) -> BotVersion:
    number = bot.versions.count() + 1
    version = BotVersion.objects.create(
        bot=bot, number=number, state=BotVersion.State.QUALIFIED, qualified_at=timezone.now(), **values
    )
    bot.active = version
    bot.save()
    return version
