"""A bot that tries to remember deals does so where nothing hinders it, and not in the sandbox."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tournaments.play.players.plain import game, player
from tests.tournaments.play.players.sandboxed import OTHER_USER, inside, left_over
from tournaments.play.players.sandbox import Sandbox


@pytest.fixture
def folder(bots: Path) -> Path:
    shutil.copy(bots / "remembers.py", bots / "main.py")
    return bots


def test_games_one_after_the_other_and_at_once_know_nothing_of_each_other(sandbox: Sandbox, folder: Path):
    for _ in range(2):
        both = [player(inside(sandbox, folder, "main")) for _ in range(2)]
        assert game(*both).verdicts == ("played", "played")
        for bot in both:
            assert b"ESCAPED" not in bot.printed
            assert bot.printed.count(b"refused") == 32
            assert bot.printed.count(b"SAW") == 1
    assert left_over() == []


def test_outside_it_would_remember(sandbox: Sandbox, folder: Path):
    """Two games in one place of its own, where all is allowed: else it would prove nothing that it finds nothing."""
    for path in (folder, *folder.iterdir()):
        os.chown(path, OTHER_USER or -1, OTHER_USER or -1)
    messages = [
        {"type": "hello", "game": "g", "seat": 0}, {"type": "act", "game": "g", "seq": 1, "observation": {}},
        {"type": "over", "game": "g"},
    ]  # fmt: skip
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    (folder / "messages").write_text(lines)
    (folder / "messages").chmod(0o644)
    command = ["bwrap", "--unshare-user", "--unshare-ipc", "--unshare-net", "--unshare-pid", "--ro-bind", "/", "/"]
    command += ["--dev", "/dev", "--tmpfs", "/tmp", "--bind", str(folder), "/tmp/bot", "--chdir", "/tmp/bot"]
    twice = "; ".join(["cp -f remembers.py main.py; python3 -s main.py <messages >/dev/null"] * 2)
    done = subprocess.run(
        [*command, "sh", "-c", f"{twice}; kill -9 -1"],  # the daemons, for which bubblewrap would wait
        stderr=subprocess.PIPE,
        user=OTHER_USER,
        group=OTHER_USER,
        extra_groups=None if OTHER_USER is None else [],
        timeout=60,
    )
    told = done.stderr.decode()
    first, second = told.split("SAW")[:2]
    assert "ESCAPED a file in" not in first
    for found in (
        "a file in .", "a file in /tmp", "a file in /dev/shm", "processes", "abstract socket", "shared memory",
        "message queue of System V", "semaphore", "flock /usr/lib: 'held'", "lockf /dev/null: 'held'",
    ):  # fmt: skip
        assert f"ESCAPED {found}" in second, told
