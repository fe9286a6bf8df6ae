"""Signals that ask for the end, as an exception in the main thread that is not lost on its way."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SAME_REQUEST_SECONDS = 1.0

_pending: int | None = None  # the number of a signal that nobody has acted upon
_deferring = 0  # how many `deferred` are open


class StopRequested(BaseException):
    """A signal asked for the end. Not an Exception: nothing on the way may take it for a failure."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Within, SIGTERM, SIGINT and SIGHUP raise StopRequested in the main thread.

    Signals that follow within a second are the same request (a terminal and a shell may both send one); a later one is
    another, by which the impatient ask for haste.

    Python swallows what is raised while it runs a finaliser or a hook of fork. So the request is also remembered until
    `answered`, and `checkpoint` raises it again: call that in every loop that waits.
    """
    global _pending
    last = float("-inf")

    def handle(number: int, _frame: FrameType | None) -> None:
        nonlocal last
        global _pending
        now = time.monotonic()
        if now - last < SAME_REQUEST_SECONDS:
            return
        last, _pending = now, number
        if not _deferring:
            raise StopRequested(number)

    before = {number: signal.signal(number, handle) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _pending = None


@contextmanager
def deferred() -> Iterator[None]:
    """Within, a signal is only remembered; it is raised at the end. For what must not be left half done, as a fork."""
    global _deferring
    _deferring += 1
    try:
        yield
    finally:
        _deferring -= 1
    checkpoint()


def checkpoint() -> None:
    """Raises StopRequested if a signal has asked for the end and nobody has acted upon it."""
    if _pending is not None and not _deferring:
        raise StopRequested(_pending)


def answered() -> bool:
    """Whether a signal was waiting to be acted upon; now it is acted upon, and `checkpoint` lets pass."""
    global _pending
    waiting, _pending = _pending is not None, None
    return waiting
