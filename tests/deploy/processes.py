"""Finds the processes of a test by a variable in their environment, whoever their parent is by now."""

from __future__ import annotations

import time
from pathlib import Path

MARK = "CROUPIER_TEST_MARK"


def marked(mark: str, path: Path | None = None) -> list[int]:
    """The process ids, zombies left out, whose environment at their start held the mark, or whose title has the path.

    (A Redis server writes its title over its environment.)
    """
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            environment = (entry / "environ").read_bytes().split(b"\0")
            title = (entry / "cmdline").read_bytes()
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        ours = f"{MARK}={mark}".encode() in environment or (path is not None and bytes(path) in title)
        if ours and state not in "ZX":
            found.append(int(entry.name))
    return sorted(found)


def wait_for(condition, seconds: float = 20.0, what: str = "the condition"):
    """The first true value of `condition()`; fails the test after `seconds`."""
    limit = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < limit, f"{what}: not so within {seconds} s"
        time.sleep(0.02)
    return value
