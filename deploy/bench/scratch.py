"""Scratch environments of the peers that we are measured beside: pinned packages, and a program run among them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from deploy.process import ServiceError, describe, die_with_parent, run
from deploy.stopping import deferred


def stamp(folder: Path, pins: Sequence[str]) -> Path:
    """The file that says that ``folder`` holds these packages, for this Python."""
    wanted = "\n".join([*pins, sys.version])
    return folder / f"croupier-{sha256(wanted.encode()).hexdigest()[:32]}"


def environment(folder: Path, pins: Sequence[str]) -> Path:
    """The Python of a virtual environment in ``folder`` that holds the packages pinned; made if it is not there.

    Needs uv, or else venv and pip; no root. Raises ServiceError if it cannot be made.
    """
    python = folder / "bin" / "python"
    if stamp(folder, pins).exists() and python.exists():
        return python
    print(f"installing {' and '.join(pins[:2])} in {folder}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if uv := shutil.which("uv"):
        # Like pip, uv trusts whom the system trusts.
        env = {**os.environ, "UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}
        _install([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], env)
        _install([uv, "pip", "install", "--quiet", "--python", str(python), *pins], env)
    else:
        _install([sys.executable, "-m", "venv", str(folder)])
        quietly = ("--disable-pip-version-check", "--no-input", "--quiet")
        _install([str(python), "-m", "pip", "install", *quietly, *pins])
    stamp(folder, pins).touch()
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

    def __init__(self, python: Path, program: Path, *, log: Path) -> None:
        self.log = log
        # Isolated: neither this folder, whose names are common words, nor PYTHONPATH is searched for modules.
        self._command = [str(python), "-I", str(program)]

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

    def ask(self, request: Mapping[str, Any]) -> Any:
        """What the program answers to a request, both JSON on a line. Raises ServiceError if it has failed."""
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
        return json.loads(answer)
