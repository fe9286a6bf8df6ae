"""Croupier on one machine with nothing installed beside it: broker, workers, beat and web under one supervisor.

    python -m deploy.services --port 8000

keeps everything in var/ (or CROUPIER_VAR). CROUPIER_BROKER_URL and CROUPIER_DATABASE_URL, where set, are used instead
of the private broker and SQLite. All processes end with this one, however it ends.
"""

from __future__ import annotations

import argparse
import fcntl
import http.client
import os
import secrets
import shutil
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Self

from deploy.broker import Broker
from deploy.process import ROOT, Process, ServiceError, describe, run
from deploy.stopping import StopRequested, stop_on_signals
from deploy.supervisor import Supervisor
from deploy.web import STOP_SECONDS, bind
from deploy.worker import Worker

LOCK = "croupier.lock"
MOST_WORKERS = 1024
REMOTE_MATCHES = 256  # with remote bots, played at once: each waits in a thread
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy knows nothing of our 127.0.0.1
KEPT = {LOCK, "bench"}  # what a wipe of var/ leaves: the lock that is held, and measurements


def say(line: str) -> None:
    """Show a line at once."""
    print(line, flush=True)


def port(text: str) -> int:
    """A TCP port from a command line. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 65535")
    return int(text)


def workers(text: str) -> int:
    """A number of pool processes from a command line. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_WORKERS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_WORKERS}")
    return int(text)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


class Services:
    """All of Croupier's processes, as a context manager that starts and stops them. `url` is where the web answers.

    `concurrency` are the pool processes of the worker, `remote` the matches with remote bots played at once.
    `env` is added to the environment of every child. `wipe` empties `var` first. Entering raises ServiceError, and
    OSError for a `var` that cannot be written; everything that was started is stopped then.
    """

    def __init__(
        self,
        var: Path,
        *,
        port: int = 8000,
        concurrency: int | None = None,
        remote: int = REMOTE_MATCHES,
        wipe: bool = False,
        env: Mapping[str, str] | None = None,
        say: Callable[[str], None] = say,
    ) -> None:
        self.var = var.absolute()
        self.port = port
        self.concurrency = concurrency or cores()
        self.remote = remote
        self.wipe = wipe
        self.env = {
            **os.environ,
            **(env or {}),
            "CROUPIER_VAR": str(self.var),
            "DJANGO_SETTINGS_MODULE": "deploy.settings",  # the shell may be one of another project
            "PYTHONUNBUFFERED": "1",
        }
        self.say = say
        self.supervisor = Supervisor(self.var, say)
        self._lock: IO[str] | None = None
        self._broker: Broker | None = None
        self._answer = "no answer"  # the last one of /readyz

    @property
    def url(self) -> str:
        """The address of the web server, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self) -> None:
        with bind(self.port) as listener:
            self.port = listener.getsockname()[1]
            self._prepare_var()
            if "CROUPIER_BROKER_URL" not in self.env:
                self._broker = Broker(self.var / "run", log=self._log("broker"))
                self.supervisor.start(self._broker)
                self.env["CROUPIER_BROKER_URL"] = self._broker.url
            self.say("preparing the database")
            self.supervisor.run(
                self._python("migrate", "manage.py", "migrate", "--noinput"),
                self._python("collectstatic", "manage.py", "collectstatic", "--noinput"),
                limit=300,
            )
            self.supervisor.start(Worker(self.env, log=self._log("worker"), concurrency=self.concurrency))
            self.supervisor.start(Worker(self.env, log=self._log("ratings"), name="ratings", queues=("ratings",)))
            self.supervisor.start(
                Worker(
                    self.env,
                    log=self._log("remote"),
                    name="remote",
                    concurrency=self.remote,
                    queues=("remote",),
                    pool="threads",
                )
            )
            self.supervisor.start(
                self._python(
                    "beat", "-m", "celery", "--app", "deploy.celery", "beat", "--pidfile=", "--loglevel", "INFO"
                )
            )
            descriptor = listener.fileno()
            self.supervisor.start(
                self._python(
                    "web", "-m", "deploy.web", "--fd", str(descriptor), grace=STOP_SECONDS + 2.0, pass_fds=(descriptor,)
                )
            )
        self.supervisor.wait_until(self._ready, lambda: f"{self.url}/readyz to be 200 (now {self._answer})", limit=90)

    def check(self) -> None:
        """Raises ServiceError if a process has ended unasked or the disk is full. Call it again and again."""
        self.supervisor.check()

    def stop(self) -> None:
        """End everything: web, beat, workers, broker. Does nothing the second time."""
        self.supervisor.stop()
        if self._broker is not None:
            self._broker.close()
            self._broker = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def manage(self, *arguments: str, env: Mapping[str, str] | None = None) -> str:
        """Run a command of manage.py in the services' environment and give what it prints. Raises ServiceError."""
        done = run([sys.executable, "manage.py", *arguments], env={**self.env, **(env or {})})
        if done.returncode != 0:
            raise ServiceError(f"manage.py {arguments[0]} failed: {describe(done.returncode)}\n{done.stderr.strip()}")
        return done.stdout.strip()

    def _prepare_var(self) -> None:
        existed = self.var.exists() and any(self.var.iterdir())
        ours = self.var == ROOT / "var" or (self.var / LOCK).exists()
        if self.wipe and existed and not ours:
            raise ServiceError(f"{self.var}: not wiped, since Croupier never ran there; name an empty or new directory")
        self.var.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = (self.var / LOCK).open("a+")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.seek(0)
            holder = self._lock.read().strip()
            raise ServiceError(f"{self.var}: another Croupier runs here, process {holder}") from None
        self._lock.truncate(0)
        self._lock.write(f"{os.getpid()}\n")
        self._lock.flush()
        if self.wipe:
            for path in self.var.iterdir():
                if path.is_dir() and not path.is_symlink() and path.name not in KEPT:
                    shutil.rmtree(path)
                elif path.name not in KEPT:
                    path.unlink()
        (self.var / "log").mkdir(exist_ok=True)
        self.supervisor.check_disk()
        if "CROUPIER_SECRET_KEY" not in self.env:
            self.env["CROUPIER_SECRET_KEY"] = secret_key(self.var / "secret-key")

    def _log(self, name: str) -> Path:
        return self.var / "log" / f"{name}.log"

    def _python(self, name: str, *arguments: str, grace: float = 5.0, pass_fds: tuple[int, ...] = ()) -> Process:
        command = [sys.executable, *arguments]
        return Process(name, command, log=self._log(name), env=self.env, grace=grace, pass_fds=pass_fds)

    def _ready(self) -> bool:
        try:
            with OPENER.open(f"{self.url}/readyz", timeout=5) as reply:
                return bool(reply.status == 200)
        except urllib.error.HTTPError as error:
            with error:
                self._answer = f"{error.code} {error.read(300).decode(errors='replace').strip()}"
        except (OSError, http.client.HTTPException) as error:  # urllib's URLError is an OSError
            self._answer = str(error)
        return False


def secret_key(path: Path) -> str:
    """The key kept in `path` (mode 0600), made at the first call."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w") as target:
        target.write(key + "\n")
    return key


def failure(error: ServiceError | OSError) -> str:
    """One message for a person: `croupier: /var/x: Permission denied`."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"croupier: {error.filename}: {error.strerror}"
    return f"croupier: {error}"


def main(arguments: list[str] | None = None) -> int:
    """Run the services until a signal asks for the end (0) or one of them fails (1)."""
    parser = argparse.ArgumentParser(prog="python -m deploy.services", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--port", type=port, default=8000, help="where the web listens on 127.0.0.1; 0 picks a free port"
    )
    parser.add_argument(
        "--workers", type=workers, default=cores(), help="pool processes of the worker; default: one per core"
    )
    parser.add_argument(
        "--remote-matches",
        type=workers,
        default=REMOTE_MATCHES,
        help=f"matches with remote bots that are played at once; default: {REMOTE_MATCHES}",
    )
    options = parser.parse_args(arguments)
    var = Path(os.environ.get("CROUPIER_VAR", ROOT / "var"))
    try:
        services = Services(var, port=options.port, concurrency=options.workers, remote=options.remote_matches)
        with stop_on_signals(), services:
            say(f"Croupier is at {services.url}/ (Ctrl-C ends it)")
            while True:
                services.check()
                time.sleep(0.5)
    except StopRequested:
        return 0
    except (ServiceError, OSError) as error:
        print(failure(error), file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
