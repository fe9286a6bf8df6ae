"""The processes that descend from one: found, weighed, stopped and let go on."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tournaments.play.players import family
from tournaments.play.players.family import computes, descendants, resident_bytes, resume, stop

# The first starts a second, which starts a third, which runs the code it is given in a thread; all wait for their end.
CHAIN = """
import subprocess, sys, threading
depth = int(sys.argv[1])
if depth:
    subprocess.run([sys.executable, "-c", *sys.orig_argv[2:3], str(depth - 1), sys.argv[2]])
else:
    threading.Thread(target=exec, args=(sys.argv[2], {}), daemon=True).start()
    input()
"""


@contextmanager
def chain(code: str) -> Iterator[subprocess.Popen[bytes]]:
    """Three processes, once the last of them has written a line."""
    command = [sys.executable, "-c", CHAIN, "2", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            resume(process.pid)
            process.communicate(b"\n")


def states(root: int) -> list[str]:
    """The states of the main threads, the root's first."""
    return [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] for pid in descendants(root)]


def until(condition: object) -> None:
    end = time.monotonic() + 20
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.005)


def test_memory_is_that_of_a_process_and_of_all_it_has_started():
    with chain("import time; x = b'x' * (64 << 20); print(flush=True); time.sleep(600)") as process:
        assert len(descendants(process.pid)) == 3
        assert (64 << 20) < resident_bytes(process.pid) < (256 << 20)
    assert resident_bytes(process.pid) == 0
    assert descendants(process.pid) == []


def test_who_computes_in_any_thread_is_found_stopped_and_let_go_on():
    with chain("print(flush=True)\nwhile True: pass") as process:
        until(lambda: computes(process.pid))
        assert stop(process.pid)
        assert not computes(process.pid)
        assert states(process.pid) == ["S", "T", "T"]
        assert stop(process.pid)
        resume(process.pid)
        until(lambda: computes(process.pid))


def test_who_waits_does_not_compute():
    with chain("print(flush=True)") as process:
        until(lambda: not computes(process.pid))


def test_what_is_gone_is_no_trouble():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert not computes(process.pid)
    assert stop(process.pid)
    resume(process.pid)


def test_a_process_that_has_taken_the_number_of_another_is_left_alone(monkeypatch: pytest.MonkeyPatch):
    with chain("print(flush=True)\nwhile True: pass") as process, subprocess.Popen(["sleep", "600"]) as stranger:
        found = descendants(process.pid)
        monkeypatch.setattr(family, "descendants", lambda root: [*found[:2], stranger.pid, found[2]])
        monkeypatch.setattr(family, "_PASSES", 3)
        assert not stop(process.pid)  # the stranger is seen to go on
        state = Path(f"/proc/{stranger.pid}/stat").read_text().rpartition(")")[2].split()[0]
        stranger.kill()
        assert state == "S"
