"""The processes of an end-to-end test, and waiting for what they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from deploy.broker import Broker
from deploy.process import ROOT, Process
from deploy.web import bind
from deploy.worker import Worker
from tests.tournaments.play.players import sandboxed
from tournaments.models import Game, Match, Tournament

LEASE_SECONDS = 3.0
PATIENCE_SECONDS = 120.0
# Of the bots that these workers run: nobody else's, so that what is left of them can be told.
BOT_USER = None if sandboxed.OTHER_USER is None else sandboxed.OTHER_USER + 100_000


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
            **({} if BOT_USER is None else {"CROUPIER_BOT_USER": str(BOT_USER)}),
        }

    def worker(
        self,
        concurrency: int = 1,
        name: str = "worker",
        queues: Sequence[str] = (),
        pool: Literal["prefork", "threads"] = "prefork",
        wait: bool = True,
    ) -> Worker:
        """A worker that is ready; or, if nobody is to ``wait`` for that, will be."""
        log = self.folder / f"{name}.log"
        made = Worker(self.env, log=log, concurrency=concurrency, name=name, grace=2.0, queues=queues, pool=pool)
        self.ends.callback(made.kill)
        made.start()
        if wait:
            made.wait_ready()
        return made

    def beat(self) -> Process:
        """What sends the sweeper's messages."""
        command = [sys.executable, "-m", "celery", "--app", "deploy.celery", "beat", "--pidfile=", "--loglevel", "INFO"]
        made = Process("beat", command, log=self.folder / "beat.log", env={**os.environ, **self.env})
        self.ends.callback(made.kill)
        made.start()
        return made

    def web(self) -> tuple[Process, int]:
        """A web server, and its port."""
        listener = self.ends.enter_context(bind(0))
        port: int = listener.getsockname()[1]
        env = {**os.environ, **self.env, "PYTHONWARNINGS": "ignore:No directory at"}
        command = [sys.executable, "-m", "deploy.web", "--fd", str(listener.fileno())]
        made = Process("web", command, log=self.folder / "web.log", env=env, pass_fds=(listener.fileno(),))
        self.ends.enter_context(made)
        return made, port

    def at_home(self, command: Sequence[str], *, port: int, bot_id: int, token: str) -> subprocess.Popen[str]:
        """The program of a remote bot, as its owner runs it."""
        arguments = ["--server", f"http://127.0.0.1:{port}", "--bot", str(bot_id)]
        env = {**os.environ, "CROUPIER_TOKEN": token, "PYTHONPATH": str(ROOT / "plugins")}
        env["NODE_PATH"] = str(ROOT / "examples" / "javascript")
        made = subprocess.Popen([*command, *arguments], env=env, stderr=subprocess.PIPE, text=True)
        self.ends.callback(end, made)
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


def end(program: subprocess.Popen[str]) -> str:
    """End it as Ctrl-C does; what it has written."""
    if program.poll() is None:
        program.send_signal(signal.SIGINT)
    return program.communicate(timeout=30)[1] if program.stderr and not program.stderr.closed else ""


def kill(pid: int) -> None:
    """SIGKILL to one process that this test started."""
    os.kill(pid, signal.SIGKILL)
