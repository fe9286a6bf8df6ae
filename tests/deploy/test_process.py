"""A child process with real commands: how it ends, what it leaves, what is said of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from deploy.process import ROOT, Process, ServiceError, describe, die_with_parent
from tests.deploy.processes import MARK, marked, wait_for

TOUCHY = "trap '' TERM; echo up; while :; do sleep 0.1; done"


def shell(tmp_path: Path, script: str, **options) -> Process:
    return Process("child", ["sh", "-c", script], log=tmp_path / "child.log", **options)


def up(process: Process) -> None:
    wait_for(lambda: "up" in process.tail(), what="the child's first line")


def test_the_exit_status_and_both_streams_are_kept(tmp_path):
    process = shell(tmp_path, "echo out; echo err >&2; exit 3")
    process.start()
    assert process.wait(10) == 3
    assert process.tail().splitlines() == ["out", "err"]
    assert process.obituary() == (
        f"child ended unasked: exit status 3. The last lines of {tmp_path / 'child.log'}:\n    out\n    err"
    )


def test_a_polite_stop_lets_it_finish(tmp_path):
    process = shell(tmp_path, "trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.05; done")
    process.start()
    up(process)
    assert process.stop() == 7
    assert process.tail().splitlines()[-1] == "bye"


def test_who_does_not_listen_is_killed(tmp_path):
    process = shell(tmp_path, TOUCHY, grace=0.2)
    process.start()
    up(process)
    assert process.stop() == -signal.SIGKILL
    assert describe(-signal.SIGKILL) == "killed by SIGKILL"


@pytest.mark.parametrize("end", ["kill", "stop", "by itself"])
def test_its_own_children_end_with_it(tmp_path, end):
    mark = uuid.uuid4().hex
    ending = "exit 0" if end == "by itself" else "wait"
    process = shell(tmp_path, f"sleep 300 & sleep 300 & echo up; {ending}", env={**os.environ, MARK: mark})
    process.start()
    up(process)
    if end == "by itself":
        assert process.wait(10) == 0
    else:
        assert len(process.children()) == 2
        getattr(process, end)()
    wait_for(lambda: not marked(mark), what="the end of the grandchildren")


def test_a_log_is_kept_for_one_more_run(tmp_path):
    process = shell(tmp_path, "echo run $$")
    process.start()
    assert process.wait(10) == 0
    first = process.tail()
    process.start()
    assert process.wait(10) == 0
    assert process.tail() != first
    assert (tmp_path / "child.log.1").read_text().strip() == first


def test_a_command_that_is_not_there(tmp_path):
    process = Process("web", ["/nowhere/uvicorn"], log=tmp_path / "web.log")
    with pytest.raises(ServiceError, match=r"web: /nowhere/uvicorn cannot be started: .*No such file"):
        process.start()
    assert process.stop() is None


def test_a_second_start_is_refused(tmp_path):
    process = shell(tmp_path, "sleep 300")
    with process, pytest.raises(ServiceError, match="child: already runs as process"):
        process.start()


def test_the_tail_is_short(tmp_path):
    process = shell(tmp_path, "seq 1 100000")
    process.start()
    process.wait(10)
    assert process.tail(3).splitlines() == ["99998", "99999", "100000"]


def test_a_child_whose_parent_is_gone_already_ends_itself():
    # The parent that is named is not the parent: as if it had died between the fork and the call.
    script = "from deploy.process import die_with_parent; die_with_parent(1); print('alive')"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "")


def test_a_child_with_its_parent_lives():
    script = "import os; from deploy.process import die_with_parent; die_with_parent(os.getppid()); print('alive')"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "alive\n")
    assert die_with_parent.__doc__
