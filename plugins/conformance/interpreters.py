"""Other processes, with other hash seeds and of other Pythons, that play the same games.

Nothing need be installed for another Python: it is given this one's ``sys.path`` behind its own, and imports the
engine, the contract and pluggy, which is pure Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plugins.conformance.errors import ConformanceError
from plugins.contract import JSON
from plugins.wording import shown

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
VARIABLE = "CROUPIER_PYTHONS"
"""The environment variable with further interpreters, separated as in PATH."""

_SECONDS = 900  # an engine that hangs elsewhere and not here
_BOOT = (
    "import json, sys; job = json.load(sys.stdin); sys.path += job['path']; "
    "from plugins.conformance.child import play; play(job)"
)


@dataclass(frozen=True, slots=True)
class Python:
    """An interpreter that was found to run. ``version``: "3.12"."""

    path: str
    version: str


def ours() -> Python:
    """The interpreter of this process."""
    return Python(sys.executable, f"{sys.version_info.major}.{sys.version_info.minor}")


def others(named: Sequence[str] = ()) -> tuple[list[Python], list[str]]:
    """One interpreter for every other version that can be found, and in words what was not.

    ``named`` come first, then those of the variable CROUPIER_PYTHONS, then ``python3.N`` on the PATH. Raises
    ConformanceError if one of the named does not run.
    """
    found: dict[str, Python] = {ours().version: ours()}
    missed = []
    for path in (*named, *filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))):
        version = _version(path)
        if version is None:
            raise ConformanceError(f"python {path}", "it does not run", "the path of an interpreter would be right")
        if version in VERSIONS:
            found.setdefault(version, Python(path, version))
        else:
            missed.append(f"{path} is Python {version}, not one of {', '.join(VERSIONS)}")
    for version in VERSIONS:
        if version not in found:
            running = next((path for path in _on_path(f"python{version}") if _version(path) == version), None)
            if running:
                found[version] = Python(running, version)
            else:
                missed.append(f"python{version} is not on the PATH, or does not run")
    return [python for python in found.values() if python != ours()], missed


def _on_path(name: str) -> Iterator[str]:
    # All of them: the first may be a shim that starts nothing.
    for folder in map(Path, os.get_exec_path()):
        if os.access(folder / name, os.X_OK):
            yield str(folder / name)
        if folder.name == "shims":
            # pyenv's; the versions that it would choose from lie beside them.
            yield from map(str, sorted(folder.parent.glob(f"versions/*/bin/{name}")))


@cache
def _version(path: str) -> str | None:
    program = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([path, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def load_reference(load: Callable[[], Any]) -> tuple[str, str]:
    """Module and qualified name by which another process finds ``load``. Raises ConformanceError if it has none."""
    module, name = getattr(load, "__module__", None), getattr(load, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or "<" in name or module == "__main__":
        raise ConformanceError(
            "load",
            f"{shown(name) if name else 'it'} of module {shown(module)} cannot be imported by another process",
            "a function at the top of an importable module would be right",
        )
    return module, name


class Unable(Exception):
    """The other Python cannot import the engine, or what the engine needs; it says why."""


def ask(python: Python, hash_seed: int, load: tuple[str, str], games: list[JSON], most: int, marks: int) -> list[JSON]:
    """What the process says of the games (``playing.account``), each {"options", "seats", "seed" in hexadecimal}.

    Raises Unable, or ConformanceError with the process's complaint if a game fails there.
    """
    job = {"path": _search_path(), "load": load, "games": games, "most": most, "marks": marks}
    where = f"Python {python.version} with PYTHONHASHSEED={hash_seed}"
    try:
        done = subprocess.run(
            # -P: the folder it is started in is no place to import from.
            [python.path, "-P", "-c", _BOOT],
            input=json.dumps(job),
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ConformanceError(where, f"the games did not end in {_SECONDS} s", "they do here") from error
    complaint = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
    if done.returncode != 0:
        raise ConformanceError(where, f"the games failed: {complaint}", "they do not fail here")
    answer = json.loads(done.stdout)
    if "unable" in answer:
        raise Unable(answer["unable"])
    games_there: list[JSON] = answer["games"]
    return games_there


def _search_path() -> list[str]:
    """This process's ``sys.path`` without its standard library, which another Python must not read."""
    library = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")]
    kept = []
    for entry in sys.path:
        path = Path(entry or os.getcwd()).absolute()
        packages = {"site-packages", "dist-packages"} & set(path.parts)
        standard = any(path.is_relative_to(folder) for folder in library) or path.suffix == ".zip"
        if packages or not standard:
            kept.append(str(path))
    return kept
