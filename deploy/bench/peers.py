"""The peers that engines are measured beside: their scratch environment, and the process that plays their games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Self

from deploy.bench.samples import CALLS_PART, POSITIONS, Sample
from deploy.process import ServiceError, describe, die_with_parent, run
from deploy.stopping import deferred

# RLCard asks pip what is installed, and setuptools for distutils, which Python itself has no longer since 3.12.
PINS = ("open_spiel==2.0.2", "rlcard==1.2.0", "pip==26.3", "setuptools==84.2.1")
PROGRAM = Path(__file__).with_name("peer_games.py")


def stamp(folder: Path) -> Path:
    """The file that says that ``folder`` holds the peers of these versions, for this Python."""
    wanted = "\n".join([*PINS, sys.version])
    return folder / f"croupier-{sha256(wanted.encode()).hexdigest()[:32]}"


def environment(folder: Path) -> Path:
    """The Python of a virtual environment in ``folder`` that holds the pinned peers; made if it is not there.

    Needs uv, or else venv and pip; no root. Raises ServiceError if it cannot be made.
    """
    python = folder / "bin" / "python"
    if stamp(folder).exists() and python.exists():
        return python
    print(f"installing {PINS[0]} and {PINS[1]} in {folder}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if uv := shutil.which("uv"):
        # Like pip, uv trusts whom the system trusts.
        env = {**os.environ, "UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}
        _install([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], env)
        _install([uv, "pip", "install", "--quiet", "--python", str(python), *PINS], env)
    else:
        _install([sys.executable, "-m", "venv", str(folder)])
        quietly = ("--disable-pip-version-check", "--no-input", "--quiet")
        _install([str(python), "-m", "pip", "install", *quietly, *PINS])
    stamp(folder).touch()
    return python


def _install(command: list[str], env: Mapping[str, str] | None = None) -> None:
    try:
        done = run(command, env=env)
        reason = "" if done.returncode == 0 else (done.stderr or done.stdout).strip() or describe(done.returncode)
    except OSError as error:
        reason = str(error)
    if reason:
        raise ServiceError(
            f"the peers cannot be installed; --no-peers measures without them: {' '.join(command[:3])}: {reason}"
        )


class PeerProcess:
    """The program of the scratch environment while it runs, as a context manager; it dies with this process."""

    def __init__(self, python: Path, *, log: Path) -> None:
        self.log = log
        # Isolated: neither this folder, whose names are common words, nor PYTHONPATH is searched for modules.
        self._command = [str(python), "-I", str(PROGRAM)]

    def __enter__(self) -> Self:
        """Raises ServiceError if it cannot be started."""
        with self.log.open("wb") as sink, deferred():
            try:
                self._popen = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=sink,
                    text=True,
                    preexec_fn=partial(die_with_parent, os.getpid()),
                )
            except OSError as error:
                raise ServiceError(f"the peers' {self._command[0]} cannot be started: {error}") from error
        return self

    def __exit__(self, *_: object) -> None:
        self._popen.kill()
        self._popen.communicate()

    def ask(self, peer: str, seconds: float) -> Sample:
        """What a peer measures in so many processor seconds. Raises ServiceError if the program has failed."""
        request = {"peer": peer, "seconds": seconds, "calls_part": CALLS_PART, "positions": POSITIONS}
        requests, answers = self._popen.stdin, self._popen.stdout
        assert requests is not None  # both are pipes
        assert answers is not None
        try:
            requests.write(json.dumps(request) + "\n")
            requests.flush()
            answer = answers.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            status = describe(self._popen.wait())
            raise ServiceError(f"the peers' program has ended ({status}); see {self.log}")
        return Sample(**json.loads(answer))


class Peer:
    """One way to play gin rummy with a peer."""

    def __init__(self, key: str, name: str, process: PeerProcess) -> None:
        self.key = key
        self.name = name
        self._process = process

    def measure(self, seconds: float) -> Sample:
        """See ``PeerProcess.ask``."""
        return self._process.ask(self.key, seconds)


# key in peer_games.py -> name in tables
NAMES = {
    "open_spiel": "OpenSpiel gin_rummy, tight loop",
    "open_spiel_example": "OpenSpiel gin_rummy, its example's loop",
    "open_spiel_bots": "OpenSpiel gin_rummy, bots in C++",
    "rlcard_env": "RLCard gin-rummy, env.run",
    "rlcard_game": "RLCard gin-rummy, game.step",
}
