"""A contestant's program as a player on its owner's machine: a plain process, with the kit where it finds it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from plugins import croupier_bot
from plugins.protocol import Limits, Message
from tournaments.play.players import process
from tournaments.play.players.program import ProgramPlayer

LIMITS = Limits()


@contextmanager
def kit_folder() -> Iterator[Path]:
    """A folder that holds ``croupier_bot.py`` and nothing else: a bot may have any other module of its own."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        shutil.copy(croupier_bot.__file__, folder)
        yield Path(folder)


def program_player(command: Sequence[str], hello: Message, kit: Path) -> ProgramPlayer:
    """``command`` ends with the program's path, in whose folder it runs; its environment is this process's, with
    ``kit`` for Python to import from.
    """
    paths = [str(kit), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    folder = Path(command[-1]).parent
    return ProgramPlayer(lambda: process.start(list(command), folder=folder, environment=environment), hello, LIMITS)
