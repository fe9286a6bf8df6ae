"""The processes of an end-to-end test, and waiting for what they do."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from deploy.broker import Broker
from deploy.process import Process
from deploy.worker import Worker
from tournaments.models import Game, Match, Tournament

LEASE_SECONDS = 3.0
PATIENCE_SECONDS = 120.0


class Stack:
    """A broker and what is started beside it."""

    def __init__(self, broker: Broker, database: str, folder: Path, ends: ExitStack) -> None:
        self.broker = broker
        self.folder = folder
        self.ends = ends
        self.env = {
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "CROUPIER_DATABASE_URL": database,
            "CROUPIER_BROKER_URL": broker.url,
            "CROUPIER_VAR": str(folder),
            "CROUPIER_LEASE_SECONDS": str(LEASE_SECONDS),
            "CROUPIER_FLUSH_SECONDS": "0.1",
            "CROUPIER_SWEEP_SECONDS": "0.5",
            "CROUPIER_RESEND_SECONDS": "2",
        }

    def worker(self, concurrency: int = 1, name: str = "worker", queues: Sequence[str] = ()) -> Worker:
        """A worker that is ready."""
        log = self.folder / f"{name}.log"
        made = Worker(self.env, log=log, concurrency=concurrency, name=name, grace=2.0, queues=queues)
        self.ends.callback(made.kill)
        made.start()
        made.wait_ready()
        return made

    def beat(self) -> Process:
        """What sends the sweeper's messages."""
        command = [sys.executable, "-m", "celery", "--app", "deploy.celery", "beat", "--pidfile=", "--loglevel", "INFO"]
        made = Process("beat", command, log=self.folder / "beat.log", env={**os.environ, **self.env})
        self.ends.callback(made.kill)
        made.start()
        return made

    def wait(self, until: Callable[[], bool], what: str) -> None:
        """Wait until it is so; fail with the logs when patience ends."""
        limit = time.monotonic() + PATIENCE_SECONDS
        while not until():
            if time.monotonic() > limit:
                logs = {log.name: log.read_text(errors="replace")[-1500:] for log in sorted(self.folder.glob("*.log"))}
                raise AssertionError(f"waited {PATIENCE_SECONDS:.0f} s for: {what}\n{logs}")
            time.sleep(0.05)

    def wait_finished(self, event: Tournament) -> None:
        """Wait until the event has finished."""

        def finished() -> bool:
            event.refresh_from_db()
            return event.state == Tournament.State.FINISHED

        self.wait(finished, "the event to finish")


def games_of(event: Tournament) -> int:
    """Games recorded so far."""
    return Game.objects.filter(match__round__tournament=event).count()


def wait_in_match(stack: Stack, event: Tournament) -> Match:
    """A match that is being played now and of which some games are recorded."""
    found: list[Match] = []

    def playing() -> bool:
        found[:] = Match.objects.filter(round__tournament=event, state="running", games__isnull=False).distinct()[:1]
        return bool(found)

    stack.wait(playing, "a match in progress with games recorded")
    return found[0]


def kill(pid: int) -> None:
    """SIGKILL to one process that this test started."""
    os.kill(pid, signal.SIGKILL)
