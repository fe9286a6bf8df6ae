"""On which processor programs run: on one that is their worker process's own, or on all of them by turns."""

from __future__ import annotations

import fcntl
import itertools
import os
import threading
from pathlib import Path

_lock = threading.Lock()
_turns = itertools.count()
_taken: tuple[int, int] | None = None  # by the process of this id, the processor


def own(folder: Path) -> int:
    """The number of the processor of this process: the same each time, and as long as it lives nobody else's.

    Who has which is told by locks on files in ``folder``, which all workers of a machine share. Where there are more
    processes than processors that they may use, some share one. To be asked in the process that plays, not in its
    parent: what a parent has taken is its own.
    """
    global _taken
    with _lock:
        if _taken is None or _taken[0] != os.getpid():
            _taken = (os.getpid(), _take(folder))
        return _taken[1]


def by_turns() -> int:
    """The number of the next of the processors that this process may use."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[next(_turns) % len(allowed)]


def _take(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    allowed = sorted(os.sched_getaffinity(0))
    for processor in allowed:
        number = os.open(folder / str(processor), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(number)
        else:
            return processor  # the file stays open, and with it the lock, until this process ends
    return allowed[os.getpid() % len(allowed)]
