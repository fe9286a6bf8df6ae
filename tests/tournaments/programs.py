"""Versions that are programs or remote, as qualified as a test needs them, without the steps that lead there."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

from django.utils import timezone

from tournaments.models import Bot, BotVersion, Program

HOSTILE = Path(__file__).resolve().parents[1] / "hostile"
SHARED = ("table.py",)  # what the bots there import


def archive_of(*names: str) -> bytes:
    """A zip of files of tests/hostile; the first is `main.py`."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for number, name in enumerate([*names, *SHARED]):
            archive.write(HOSTILE / name, "main.py" if number == 0 else name)
    return target.getvalue()


def give_program(bot: Bot, name: str) -> BotVersion:
    """A qualified version that is a program of tests/hostile, such as `honest.py`, active from now on."""
    data = archive_of(name)
    digest = hashlib.sha256(data).hexdigest()
    version = _version(bot, kind="program", runtime="python", main="main.py", digest=digest, files=2, size=len(data))
    Program.objects.create(version=version, archive=data)
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
