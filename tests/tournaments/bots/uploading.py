"""What tests of uploads begin with: a worker that has a sandbox, and a small program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils import timezone

from tournaments.access.actors import Actor
from tournaments.bots.registering import add_version
from tournaments.models import BotVersion, WorkerHost
from tournaments.programs.uploads import Upload

SOURCE = b"from croupier_bot import run\nrun(lambda view: 0)\n"


def sandbox_at(host: str = "alpha", *, works: bool = True, lacks: str = "") -> None:
    """What the workers of a machine found."""
    WorkerHost.objects.update_or_create(
        host=host, defaults={"sandbox": works, "lacks": lacks, "checked_at": timezone.now()}
    )


def upload(actor: Actor, bot_id: int, source: bytes = SOURCE, **values: Any) -> BotVersion:
    """A version with a Python program of one file."""
    asked = {"kind": "program", "runtime": "python", **values}
    return add_version(actor=actor, bot_id=bot_id, program=Upload(source, "my_bot.py"), **asked)


def seen(folder: Path) -> dict[str, tuple[bytes, str]]:
    """The files in a folder and below: what they hold, and their modes."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): (path.read_bytes(), oct(path.stat().st_mode)) for path in paths}
