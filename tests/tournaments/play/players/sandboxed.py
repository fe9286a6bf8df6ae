"""The sandbox of the tests: an unprivileged user's, with the bots of tests/hostile in a folder he can read."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tournaments.play.players.plain import HOSTILE
from tournaments.play.players.process import Process
from tournaments.play.players.sandbox import Sandbox

# As root: a user without an account or a process, another one for each process of pytest.
USER = 200_000 + os.getpid() % 100_000 if os.geteuid() == 0 else None
# For tests in which the worker dies, or kills bubblewrap early: their dead are left to the system for a while.
OTHER_USER = None if USER is None else USER + 100_000
SANDBOX = Sandbox(user=USER, memory_bytes=256 << 20)


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """A sandbox that works here. Without one the test is skipped, and in CI it fails."""
    lacks = SANDBOX.check()
    if lacks:
        reason = "; ".join(map(str, lacks))
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI=true, and the sandbox cannot work: {reason}")
        pytest.skip(reason)
    return SANDBOX


@pytest.fixture
def bots() -> Iterator[Path]:
    """A copy of the hostile bots. Pytest's own temporary folders are for their owner alone."""
    with tempfile.TemporaryDirectory(prefix="croupier-bots-") as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "bots"
        shutil.copytree(HOSTILE, folder, ignore=shutil.ignore_patterns("__pycache__"))
        folder.chmod(0o755)
        yield folder


@pytest.fixture
def undisturbed() -> Iterator[None]:
    """No other test that asks for this runs on this machine meanwhile: some burn processor time, others have little."""
    with open(Path(tempfile.gettempdir()) / f"croupier-tests-burning-{os.geteuid()}", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def inside(sandbox: Sandbox, folder: Path, bot: str) -> Callable[[], Process]:
    return lambda: sandbox.start(["python3", "-s", f"{bot}.py"], folder)


def left_over(user: int | None = USER) -> list[str]:
    """The processes of sandboxes, dead ones included: all of the tests' user.

    Without one, those of ours in another process namespace that run what the tests run; a browser has such too.
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid == user or (user is None and _is_inside(process)):
                found.append((process / "stat").read_text())
        except OSError:
            continue
    return found


def _is_inside(process: Path) -> bool:
    if os.readlink(process / "ns/pid") == os.readlink("/proc/self/ns/pid"):
        return False
    program = (process / "cmdline").read_bytes().split(b"\0")[0]
    return os.path.basename(program) in {b"bwrap", b"setsid", b"prlimit", b"python3", b"sh", b"sleep"}


def running(user: int | None) -> list[str]:
    """Those of ``left_over`` that are not dead."""
    return [stat for stat in left_over(user) if stat.rsplit(")", 1)[1].split()[0] not in "ZX"]
