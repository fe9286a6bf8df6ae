"""The supervisor over real processes: every way it can end leaves none of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from functools import partial
from pathlib import Path

import pytest

from deploy import supervisor as supervisor_module
from deploy.process import ROOT, Process, ServiceError, die_with_parent
from deploy.supervisor import Supervisor
from tests.deploy.processes import MARK, marked, wait_for

SLEEPER = "sleep 300 & trap 'echo {name} >>ORDER; exit 0' TERM; wait"
DEAF = "trap '' TERM; sleep 300 & while :; do wait; sleep 0.1; done"


class Run:
    """A running supervisor.py with its marked descendants."""

    def __init__(self, var: Path, *scripts: str) -> None:
        self.mark = uuid.uuid4().hex
        self.var = var
        command = [sys.executable, "-m", "tests.deploy.supervised", str(var), *scripts]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, MARK: self.mark, "ORDER": "x"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, os.getpid()),
        )

    def all_up(self, count: int) -> None:
        """Wait for supervisor, children and grandchildren."""
        wait_for(lambda: len(marked(self.mark)) >= count, what=f"{count} processes")

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=30)
        wait_for(lambda: not marked(self.mark), what="the end of all processes")
        return self.process.returncode, out, err


def sleeper(name: str, var: Path) -> str:
    return SLEEPER.format(name=name).replace("ORDER", f"'{var}/order'")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_all_in_reverse_order(tmp_path, number):
    run = Run(tmp_path, sleeper("one", tmp_path), sleeper("two", tmp_path))
    run.all_up(5)
    os.kill(run.process.pid, number)
    assert run.end()[0] == 0
    assert (tmp_path / "order").read_text().split() == ["two", "one"]


def test_ctrl_c_reaches_the_whole_foreground_group(tmp_path):
    run = Run(tmp_path, sleeper("one", tmp_path), sleeper("two", tmp_path))
    run.all_up(5)
    os.killpg(run.process.pid, signal.SIGINT)
    os.killpg(run.process.pid, signal.SIGTERM)  # and a shell that ends its job at once: the same request
    assert run.end()[0] == 0
    assert (tmp_path / "order").read_text().split() == ["two", "one"]


def test_sigkill_leaves_no_orphan(tmp_path):
    run = Run(tmp_path, DEAF, DEAF)
    run.all_up(5)
    os.kill(run.process.pid, signal.SIGKILL)
    # The children die with their parent. Theirs (here: sleep) were not asked to, and are reaped by nobody.
    run.process.communicate(timeout=30)
    children = [pid for pid in marked(run.mark) if b"trap" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    wait_for(lambda: not [pid for pid in children if pid in marked(run.mark)], what="the end of the children")
    for pid in marked(run.mark):
        os.kill(pid, signal.SIGKILL)


def test_a_second_signal_makes_haste(tmp_path):
    run = Run(tmp_path, DEAF, DEAF)
    run.all_up(5)
    os.kill(run.process.pid, signal.SIGTERM)
    # A repeat within a second counts as the same request; so ask until it is taken for another.
    while run.process.poll() is None:
        os.kill(run.process.pid, signal.SIGTERM)
        try:
            run.process.wait(0.3)
        except subprocess.TimeoutExpired:
            continue
    code, out, _ = run.end()
    assert code == 0
    assert "did not end within" not in out  # nobody was waited for


def test_a_child_that_dies_is_named_and_the_others_are_stopped(tmp_path):
    run = Run(tmp_path, sleeper("one", tmp_path), "echo the roof is on fire; exit 9")
    code, _, err = run.end()
    assert code == 1
    assert err.startswith("child2 ended unasked: exit status 9.")
    assert "    the roof is on fire" in err
    assert str(tmp_path / "child2.log") in err


def test_a_child_that_is_killed(tmp_path):
    run = Run(tmp_path, sleeper("one", tmp_path), "kill -SEGV $$")
    code, _, err = run.end()
    assert (code, err.partition(".")[0]) == (1, "child2 ended unasked: killed by SIGSEGV")


def test_who_was_killed_before_the_end_is_not_said_to_have_resisted_it(tmp_path):
    said: list[str] = []
    supervisor = Supervisor(tmp_path, said.append)
    victim = Process("victim", ["sleep", "60"], log=tmp_path / "victim.log")
    supervisor.start(victim)
    os.kill(victim.pid, signal.SIGKILL)
    wait_for(lambda: victim.poll() is not None, what="its end")
    supervisor.stop()
    assert said == []


def test_a_command_is_run_to_its_end(tmp_path):
    supervisor = Supervisor(tmp_path, print)
    supervisor.run(Process("migrate", ["sh", "-c", "echo done"], log=tmp_path / "m.log"), limit=10)
    assert (tmp_path / "m.log").read_text() == "done\n"
    supervisor.check()


def test_a_command_that_fails(tmp_path):
    supervisor = Supervisor(tmp_path, print)
    with pytest.raises(ServiceError, match=r"migrate failed: exit status 4\. The last lines of .*:\n    no such table"):
        supervisor.run(Process("migrate", ["sh", "-c", "echo no such table; exit 4"], log=tmp_path / "m.log"), limit=10)
    supervisor.stop()


def test_a_command_that_hangs(tmp_path):
    supervisor = Supervisor(tmp_path, print)
    with pytest.raises(ServiceError, match=r"migrate did not end within 0.1 s"):
        supervisor.run(Process("migrate", ["sleep", "300"], log=tmp_path / "m.log"), limit=0.1)
    supervisor.stop()


def test_a_full_disk_is_said_before_anything_else(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor_module, "LEAST_FREE", 2**62)
    supervisor = Supervisor(tmp_path, print)
    supervisor.start(Process("worker", ["false"], log=tmp_path / "worker.log"))
    supervisor._processes[0].wait(10)
    with pytest.raises(ServiceError, match=r"the disk is full: [0-9.]+ MiB are free, 4398046511104 are needed"):
        supervisor.check()
    supervisor.stop()


def test_waiting_notices_a_death_and_a_limit(tmp_path):
    supervisor = Supervisor(tmp_path, print)
    with pytest.raises(ServiceError, match=r"the moon: not so within 0\.1 s"):
        supervisor.wait_until(lambda: False, lambda: "the moon", limit=0.1)
    supervisor.start(Process("web", ["false"], log=tmp_path / "web.log"))
    with pytest.raises(ServiceError, match="web ended unasked: exit status 1"):
        supervisor.wait_until(lambda: False, lambda: "the moon", limit=30)
    supervisor.stop()


def test_commands_run_side_by_side(tmp_path):
    # Each waits for what the other makes: one after the other they would never end.
    supervisor = Supervisor(tmp_path, print)
    scripts = {name: f"touch {name}; until [ -e {other} ]; do sleep 0.02; done" for name, other in ("ab", "ba")}
    supervisor.run(
        *(
            Process(name, ["sh", "-c", script], log=tmp_path / f"{name}.log", cwd=tmp_path)
            for name, script in scripts.items()
        ),
        limit=20,
    )
    supervisor.check()
