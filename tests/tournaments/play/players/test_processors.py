"""Which processor a worker process has for its programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ALLOWED = sorted(os.sched_getaffinity(0))
CODE = """
import os, pathlib, sys
from tournaments.play.players.processors import own
folder = pathlib.Path(sys.argv[1])
print(own(folder), own(folder), flush=True)
if len(sys.argv) > 2:
    if os.fork() == 0:
        print(own(folder), flush=True)
        os._exit(0)
    os.wait()
sys.stdin.read()
"""


class Workers:
    """Processes that have each asked for a processor, and hold it until they end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[str]] = []

    def start(self, *more: str) -> int:
        command = [sys.executable, "-c", CODE, str(self.folder), *more]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.running.append(worker)
        first, again = map(int, worker.stdout.readline().split())
        assert first == again
        return first

    def end(self, worker: subprocess.Popen[str]) -> None:
        self.running.remove(worker)
        worker.kill()
        worker.communicate()


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    made = Workers(tmp_path / "var" / "processors")
    yield made
    for worker in list(made.running):
        made.end(worker)


def test_every_process_has_one_of_its_own_as_long_as_there_are(workers: Workers):
    assert [workers.start() for _ in ALLOWED] == ALLOWED
    assert workers.start() in ALLOWED


def test_what_a_process_had_is_free_when_it_has_died(workers: Workers):
    for _ in ALLOWED:
        workers.start()
    workers.end(workers.running[-1])
    assert workers.start() == ALLOWED[-1]


def test_a_child_does_not_take_what_its_parent_has(workers: Workers):
    if len(ALLOWED) < 2:
        pytest.skip("one processor")
    assert workers.start("fork") == ALLOWED[0]
    assert int(workers.running[0].stdout.readline()) == ALLOWED[1]
