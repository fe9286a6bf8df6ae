"""A private PostgreSQL for tests and benchmarks: a Unix socket only, nothing synced to disk, gone with its parent.

    python -m deploy.postgres COMMAND...

runs a command with CROUPIER_DATABASE_URL naming an empty database, and ends with its exit status.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

from deploy.broker import SHORT
from deploy.process import Process, ServiceError, run
from deploy.stopping import StopRequested, stop_on_signals

NAME = "croupier"  # of the database and of its owner


def find_binaries() -> Path:
    """The folder with initdb and postgres: on the PATH, else Debian's newest. Raises ServiceError if there is none."""
    if (found := shutil.which("initdb")) and shutil.which("postgres"):
        return Path(found).resolve().parent
    places = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    versions = sorted((float(place.parts[-3]), place.parent) for place in places if (place.parent / "initdb").exists())
    if not versions:
        raise ServiceError("no PostgreSQL: install its server (on Debian: apt-get install postgresql)")
    return versions[-1][1]


def unprivileged() -> str | None:
    """The account to run as: PostgreSQL refuses root. None when this process is not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise ServiceError("no PostgreSQL: it does not run as root, and neither postgres nor nobody is an account here")


class Postgres(Process):
    """A fresh cluster in a temporary directory, removed by `stop`. `url` is for CROUPIER_DATABASE_URL."""

    def __init__(self) -> None:
        self.binaries = find_binaries()
        account = unprivileged()
        self.directory = Path(tempfile.mkdtemp(prefix="croupier-pg-", dir=SHORT))
        if account is not None:
            shutil.chown(self.directory, account)
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.directory),
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": "100",
        }
        command = [str(self.binaries / "postgres"), "-D", str(self.directory / "data")]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        super().__init__(
            "postgresql",
            command,
            log=self.directory / "postgresql.log",
            env={**os.environ, "LC_ALL": "C"},
            cwd=self.directory,
            stop_signal=signal.SIGINT,  # the fast shutdown: does not wait for clients
            death_signal=signal.SIGQUIT,  # the immediate one, which still gives back its shared memory
            user=account,
        )

    @property
    def url(self) -> str:
        """Where Django finds it: postgresql://croupier@/croupier?host=DIRECTORY."""
        return f"postgresql://{NAME}@/{NAME}?host={quote(str(self.directory))}"

    def start(self) -> None:
        """Make the cluster, start the server, create the database. Raises ServiceError."""
        # fmt: off
        made = run(
            [
                self.binaries / "initdb", "-D", self.directory / "data", "--username", NAME, "--auth", "trust",
                "--encoding", "UTF8", "--locale", "C", "--no-sync",
            ],
            cwd=self.directory, env=self.env, user=self.user,
        )
        # fmt: on
        if made.returncode != 0:
            raise ServiceError(f"postgresql: initdb failed: {made.stderr.strip()}")
        super().start()
        limit = time.monotonic() + 30
        while True:
            try:
                with psycopg.connect(host=str(self.directory), user=NAME, dbname="postgres", autocommit=True) as link:
                    link.execute(f"CREATE DATABASE {NAME}")
                return
            except psycopg.OperationalError as error:
                if self.poll() is not None:
                    raise ServiceError(self.obituary()) from error
                if time.monotonic() > limit:
                    raise ServiceError(f"postgresql: no answer within 30 s: {error}") from error
                time.sleep(0.05)

    def stop(self) -> int | None:
        """End it and remove everything it wrote."""
        status = super().stop()
        shutil.rmtree(self.directory, ignore_errors=True)
        return status

    def __enter__(self) -> Postgres:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self


def main(arguments: list[str]) -> int:
    """Run a command beside a private PostgreSQL."""
    if not arguments:
        print("usage: python -m deploy.postgres COMMAND...", file=sys.stderr)
        return 2
    try:
        with stop_on_signals(), Postgres() as server:
            env = {**os.environ, "CROUPIER_DATABASE_URL": server.url}
            return run(arguments, env=env, cwd=Path.cwd(), capture=False).returncode
    except StopRequested as request:
        return 128 + request.number
    except (ServiceError, OSError) as error:
        print(f"croupier: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
