"""Starts processes in order, notices when one dies, stops them in reverse order; turns signals into an orderly end."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from deploy.process import Process, ServiceError, describe

LEAST_FREE = 8 * 2**20  # bytes: below this SQLite and the logs are about to fail


class StopRequested(BaseException):
    """A signal asked for the end. Not an Exception: nothing on the way may take it for a failure."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Within, SIGTERM, SIGINT and SIGHUP raise StopRequested in the main thread.

    Signals that follow within a second are the same request (a terminal and a shell may both send one); a later one
    asks for haste, see Supervisor.stop.
    """
    last = -1.0

    def handle(number: int, _frame: FrameType | None) -> None:
        nonlocal last
        now = time.monotonic()
        if last >= 0 and now - last < 1.0:
            return
        last = now
        raise StopRequested(number)

    before = {number: signal.signal(number, handle) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Supervisor:
    """The processes of one service. `var` is the directory whose disk they need; `say` shows a line to a person."""

    def __init__(self, var: Path, say: Callable[[str], None]) -> None:
        self.var = var
        self.say = say
        self._processes: list[Process] = []

    def start(self, process: Process) -> None:
        """Start a process that is to run until `stop`. Raises ServiceError."""
        self._processes.append(process)
        process.start()

    def run(self, *commands: Process, limit: float) -> None:
        """Run commands side by side to their end, for at most `limit` seconds in all.

        Raises ServiceError unless each exit status is 0.
        """
        for command in commands:
            self.start(command)
        deadline = time.monotonic() + limit
        for command in commands:
            while (status := command.wait(0.1)) is None:
                self._check([process for process in self._processes if process not in commands])
                if time.monotonic() > deadline:
                    raise ServiceError(f"{command.name} did not end within {limit:g} s; see {command.log}")
            self._processes.remove(command)
            if status != 0:
                self.check_disk()
                raise ServiceError(command.obituary("failed"))

    def check(self) -> None:
        """Raises ServiceError if a process has ended unasked or the disk is full."""
        self._check(self._processes)

    def _check(self, processes: Sequence[Process]) -> None:
        for process in processes:
            if process.poll() is not None:
                self.check_disk()
                raise ServiceError(process.obituary())
        self.check_disk()

    def check_disk(self) -> None:
        """Raises ServiceError if the disk of `var` is full."""
        free = shutil.disk_usage(self.var).free
        if free < LEAST_FREE:
            raise ServiceError(
                f"{self.var}: the disk is full: {free / 2**20:.1f} MiB are free, {LEAST_FREE // 2**20} are needed"
            )

    def wait_until(self, met: Callable[[], bool], what: Callable[[], str], limit: float) -> None:
        """Wait for a condition. Raises ServiceError if a process dies meanwhile or `limit` seconds have passed.

        `what` describes the condition, and may say how things stand.
        """
        begun = time.monotonic()
        shown = begun
        while not met():
            self.check()
            now = time.monotonic()
            if now - begun > limit:
                raise ServiceError(f"{what()}: not so within {limit:g} s; see the logs in {self.var / 'log'}")
            if now - shown > 5:
                shown = now
                self.say(f"waiting for {what()} ({now - begun:.0f} s)")
            time.sleep(0.25)

    def stop(self) -> None:
        """End all, the last started first, each politely within its grace; a further signal ends the rest at once."""
        haste = False
        while self._processes:
            process = self._processes[-1]
            try:
                status = process.kill() if haste else process.stop()
                if status == -signal.SIGKILL and not haste:
                    self.say(f"{process.name} did not end within {process.grace:.0f} s and was {describe(status)}")
            except StopRequested:
                haste = True
                continue
            self._processes.pop()
