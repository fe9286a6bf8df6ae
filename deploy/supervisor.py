"""Starts processes in order, notices when one dies, stops them in reverse order."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from deploy.process import Process, ServiceError, describe
from deploy.stopping import StopRequested, answered, checkpoint

LEAST_FREE = 8 * 2**20  # bytes: below this SQLite and the logs are about to fail


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
        """Raises ServiceError if a process has ended unasked or the disk is full, StopRequested if a signal asked."""
        self._check(self._processes)

    def _check(self, processes: Sequence[Process]) -> None:
        checkpoint()
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
        answered()
        haste = False
        while self._processes:
            process = self._processes[-1]
            try:
                ended = process.poll() is not None  # before anyone asked it to
                status = process.kill() if haste else process.stop()
                if status == -signal.SIGKILL and not haste and not ended:
                    self.say(f"{process.name} did not end within {process.grace:.0f} s and was {describe(status)}")
            except StopRequested:
                haste = True
                answered()
                continue
            haste = answered() or haste
            self._processes.pop()
