"""The thread that starts sandboxed programs and watches them.

bubblewrap's ``--die-with-parent`` follows the thread that has started it, not the process: a program is started by a
thread that outlives every match, and dies with the worker.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

LOOK_SECONDS = 0.05

T = TypeVar("T")


class Watched(Protocol):
    """What the keeper looks at until ``look`` says that it is over."""

    def look(self) -> bool: ...


class Keeper:
    """One thread for all programs of this process."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._watched: list[Watched] = []
        threading.Thread(target=self._run, name="sandbox keeper", daemon=True).start()

    def run(self, work: Callable[[], T]) -> T:
        """Do ``work`` in the thread; returns or raises what it does."""
        done: Future[T] = Future()

        def carry_out() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # it is raised where it was asked for
                done.set_exception(error)

        self._work.put(carry_out)
        return done.result()

    def watch(self, program: Watched) -> None:
        """Look at it from now on. Called in the thread itself."""
        self._watched.append(program)

    def _run(self) -> None:
        next_look = 0.0
        while True:
            with contextlib.suppress(queue.Empty):
                self._work.get(timeout=LOOK_SECONDS if self._watched else None)()
            if (now := time.monotonic()) >= next_look:
                next_look = now + LOOK_SECONDS
                self._watched = [program for program in self._watched if program.look()]


_lock = threading.Lock()
_keeper: Keeper | None = None


def keeper() -> Keeper:
    """This process's own: a thread does not come along into a child of the process."""
    global _keeper
    with _lock:
        if _keeper is None or _keeper.pid != os.getpid():
            _keeper = Keeper()
        return _keeper
