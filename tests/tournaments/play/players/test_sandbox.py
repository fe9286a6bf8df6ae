"""The sandbox itself: what it needs, what it says when that is missing, and how its programs end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from tests.tournaments.play.players.plain import game, player
from tests.tournaments.play.players.sandboxed import OTHER_USER, USER, inside, left_over, running
from tests.tournaments.play.toy import Scripted
from tournaments.play.players import family, seccomp
from tournaments.play.players import sandbox as module
from tournaments.play.players.base import HostFault
from tournaments.play.players.process import Process
from tournaments.play.players.sandbox import Lack, Sandbox


def end(process: Process) -> str:
    try:
        return process.ending(20.0)
    finally:
        process.kill()
        for stream in process.streams:
            stream.close()


def test_a_program_sees_the_runtime_and_its_folder(sandbox: Sandbox, bots: Path):
    process = sandbox.start(["sh", "-c", "pwd; id -u; hostname; ls -d /*; ls honest.py; env | sort"], bots)
    said = process.streams[1].read().decode().split()
    assert end(process) == "exit status 0"
    assert said[:3] == ["/bot", "65534", "bot"]
    assert {"/bot", "/usr", "/dev", "/tmp", "honest.py", "LANG=C.UTF-8"} <= set(said)
    assert not {"/proc", "/root", "/home", "/var", "/sys", "/run"} & set(said)


@pytest.mark.parametrize(
    ("command", "ending"),
    [
        (["sh", "-c", "exit 3"], "exit status 3"),
        (["python3", "-c", "import ctypes; ctypes.string_at(0)"], "signal 11 (SIGSEGV)"),
    ],
)
def test_how_a_program_ended_is_told(sandbox: Sandbox, bots: Path, command: list[str], ending: str):
    assert end(sandbox.start(command, bots)) == ending


def test_processor_time_is_limited(sandbox: Sandbox, bots: Path):
    limited = Sandbox(user=USER, cpu_seconds=1)
    assert end(limited.start(["python3", "-c", "while True: pass"], bots)) == "signal 9 (SIGKILL)"


def test_a_kill_at_any_moment_of_the_start_leaves_nothing(sandbox: Sandbox, bots: Path):
    for step in range(30):
        process = Sandbox(user=OTHER_USER).start(["sleep", "600"], bots)
        time.sleep(step / 2000)
        process.kill()
        for stream in process.streams:
            stream.close()
    assert running(OTHER_USER) == []


def test_a_program_outlives_the_thread_that_asked_for_it(sandbox: Sandbox, bots: Path):
    started: list[Process] = []
    thread = threading.Thread(target=lambda: started.append(sandbox.start(["sh", "-c", "read line; exit 5"], bots)))
    thread.start()
    thread.join()
    assert started[0].ending(0.3) == ""
    started[0].streams[0].write(b"\n")
    assert end(started[0]) == "exit status 5"


def test_programs_end_with_their_worker(sandbox: Sandbox, bots: Path):
    code = f"""
        import os, sys
        from tournaments.play.players.sandbox import Sandbox
        process = Sandbox(user={OTHER_USER}).start(["sh", "-c", "echo here; sleep 600"], {str(bots)!r})
        assert process.streams[1].readline() == b"here\\n"
        os.kill(os.getpid(), 9)
    """
    worker = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=False)
    assert worker.returncode == -9
    until = time.monotonic() + 20
    while running(OTHER_USER):
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.skipif(shutil.which("node", path="/usr/bin") is None, reason="node is not installed")
def test_node_runs_in_it(sandbox: Sandbox, bots: Path):
    process = sandbox.start(["node", "-e", "console.log([3, 1, 2].sort().join())"], bots)
    assert process.streams[1].read() == b"1,2,3\n"
    assert end(process) == "exit status 0"


def test_a_program_that_is_not_there_is_its_owners_fault(sandbox: Sandbox, bots: Path):
    bot = player(inside(sandbox, bots, "not_there"))
    assert game(bot, Scripted(0)).verdicts == ("crash", "played")
    assert bot.failure == "the program ended: exit status 2"
    assert b"not_there.py" in bot.printed


def test_a_sandbox_that_breaks_is_the_hosts_fault(sandbox: Sandbox, bots: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Sandbox, "check", lambda self: [Lack("bubblewrap", "allow it")])
    with pytest.raises(HostFault, match="no sandbox: bubblewrap: allow it"):
        game(player(inside(sandbox, bots, "not_there")), Scripted(0))
    assert left_over() == []


def test_what_is_missing_is_named_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def none() -> bytes:
        raise seccomp.Unavailable("install libseccomp")

    monkeypatch.setattr(module, "_PATH", str(tmp_path))
    monkeypatch.setattr(seccomp, "program", none)
    monkeypatch.setattr(family, "is_told", lambda: False)
    assert list(map(str, Sandbox(user=USER).check())) == [
        "bwrap is not installed: install it (on Debian: apt-get install bubblewrap)",
        "prlimit is not installed: install it (on Debian: apt-get install util-linux)",
        "setsid is not installed: install it (on Debian: apt-get install util-linux)",
        "there is no filter of system calls: install libseccomp",
        "nobody tells what a program has started: use a kernel with CONFIG_PROC_CHILDREN",
    ]
    with pytest.raises(HostFault, match="no sandbox: install libseccomp"):
        Sandbox(user=USER).start(["true"], tmp_path)


def test_root_runs_no_program(sandbox: Sandbox, bots: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for rooted in (Sandbox(), Sandbox(user=0)):
        assert [lack.what for lack in rooted.check()] == ["the worker is root"]
        with pytest.raises(HostFault, match="a program is not run as root"):
            rooted.start(["true"], bots)


def test_only_root_runs_programs_as_another_user(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    (lack,) = Sandbox(user=1001).check()
    assert str(lack) == "the worker may not run programs as user 1001: run it as root, or set no user"


def test_a_bubblewrap_that_does_not_work_is_shown_with_what_to_allow(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Sandbox, "_arguments", lambda self, *rest: ["--no-such-option"])
    (lack,) = sandbox.check()
    assert "bubblewrap does not work here (bwrap: Unknown option --no-such-option" in lack.what
    assert "user namespaces" in lack.remedy
