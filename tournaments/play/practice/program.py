"""A contestant's program as a player on its owner's machine: a plain process, with the kit where it finds it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from plugins.protocol import Limits, Message
from tournaments.play import kit
from tournaments.play.players import process
from tournaments.play.players.program import ProgramPlayer

LIMITS = Limits()


@contextmanager
def kit_folder() -> Iterator[Path]:
    """A folder that holds the kit and nothing else: a bot may have any other module of its own."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        for file in kit.FILES:
            shutil.copy(file, folder)
        yield Path(folder)


def program_player(command: Sequence[str], hello: Message, folder: Path) -> ProgramPlayer:
    """``command`` ends with the program's path, in whose folder it runs; its environment is this process's, with the
    kit's ``folder`` for Python and Node.js to import from.
    """
    environment = dict(os.environ)
    for name in ("PYTHONPATH", "NODE_PATH"):
        environment[name] = os.pathsep.join([str(folder), *filter(None, [os.environ.get(name)])])
    beside = Path(command[-1]).parent
    return ProgramPlayer(lambda: process.start(list(command), folder=beside, environment=environment), hello, LIMITS)
