"""The services as a program: what it refuses before it starts, what it starts, and that nothing outlives it."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
import uuid
from functools import partial
from pathlib import Path

import pytest

from deploy.process import ROOT, ServiceError, die_with_parent
from deploy.services import LOCK, Services, secret_key
from tests.deploy.processes import MARK, marked, wait_for


class Program:
    """`python -m deploy.services` in a var of its own; `wrap` is put before the command."""

    def __init__(self, var: Path, *arguments: str, wrap: tuple[str, ...] = ()) -> None:
        self.mark = uuid.uuid4().hex
        self.var = var
        env = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
        self.popen = subprocess.Popen(
            [*wrap, sys.executable, "-m", "deploy.services", *arguments],
            cwd=ROOT,
            env={**env, MARK: self.mark, "CROUPIER_VAR": str(var)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, os.getpid()),
        )

    def address(self) -> str:
        """Wait until it serves, and give its address."""
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            if line.startswith("Croupier is at "):
                return line.split()[3].rstrip("/")
        raise AssertionError(f"it ended: {self.popen.communicate()}")

    def running(self) -> list[int]:
        return marked(self.mark, self.var)

    def end(self) -> tuple[int, str, str]:
        out, err = self.popen.communicate(timeout=60)
        wait_for(lambda: not self.running(), what="the end of all processes")
        return self.popen.returncode, out, err

    def pid(self, word: str) -> int:
        """The process of this run whose command line has the word; of a worker, the parent of the pool."""
        found = [
            pid for pid in self.running() if word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        ]
        return min(found)


def test_a_port_in_use_is_said_before_anything_is_started(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = Program(tmp_path / "var", "--port", str(port)).end()
    assert (code, out) == (1, "")
    assert (
        err == f"croupier: port {port} on 127.0.0.1: Address already in use; name another port, or 0 for any free one\n"
    )
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("port", ["65536", "-1", "http", "８０００"])
def test_a_port_that_is_none_is_refused(tmp_path, port):
    code, _, err = Program(tmp_path / "var", f"--port={port}").end()
    assert code == 2
    assert f"argument --port: {port!r} is not a number from 0 to 65535" in err


@pytest.mark.parametrize("workers", ["0", "-1", "1025", "all", "1.5"])
def test_a_number_of_workers_that_is_none_is_refused(tmp_path, workers):
    code, _, err = Program(tmp_path / "var", f"--workers={workers}").end()
    assert code == 2
    assert f"argument --workers: {workers!r} is not a number from 1 to 1024" in err


def test_a_var_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    var = tmp_path / "file" / "var"
    code, _, err = Program(var, "--port", "0").end()
    assert (code, err) == (1, f"croupier: {var}: Not a directory\n")


def test_a_var_that_is_read_only(tmp_path):
    script = 'mount -t tmpfs -o ro none "$0" && exec "$@"'
    wrap = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(tmp_path))
    if subprocess.run([*wrap, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("no user namespaces here")
    code, _, err = Program(tmp_path, "--port", "0", wrap=wrap).end()
    assert (code, err) == (1, f"croupier: {tmp_path / LOCK}: Read-only file system\n")


def test_a_disk_that_is_full(tmp_path):
    script = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"'
    wrap = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(tmp_path))
    if subprocess.run([*wrap, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("no user namespaces here")
    code, _, err = Program(tmp_path, "--port", "0", wrap=wrap).end()
    assert (code, err) == (1, f"croupier: {tmp_path}: the disk is full: 1.0 MiB are free, 8 are needed\n")


def test_what_croupier_did_not_make_is_not_wiped(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    services = Services(tmp_path, port=0, wipe=True)
    with pytest.raises(ServiceError, match="not wiped, since Croupier never ran there"), services:
        pass
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_a_wipe_keeps_measurements_and_follows_no_link(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("")
    var = tmp_path / "var"
    for name in ("log", "bench", "uploads"):
        (var / name).mkdir(parents=True)
        (var / name / "file").write_text("")
    (var / "link").symlink_to(outside)
    (var / LOCK).write_text("")
    services = Services(var, port=0, wipe=True)
    services._prepare_var()
    services.stop()
    assert {path.name for path in var.iterdir()} == {LOCK, "bench", "log", "secret-key"}
    assert (outside / "kept").exists()
    assert list((var / "log").iterdir()) == []


def test_two_do_not_share_a_var(tmp_path):
    first, second = Services(tmp_path, port=0), Services(tmp_path, port=0, wipe=True)
    first._prepare_var()
    (tmp_path / "croupier.sqlite3").write_text("data")
    with pytest.raises(ServiceError, match=f"another Croupier runs here, process {os.getpid()}"), second:
        pass
    assert (tmp_path / "croupier.sqlite3").read_text() == "data"
    first.stop()
    second._prepare_var()
    second.stop()


def test_the_secret_key_is_made_once_and_private(tmp_path):
    path = tmp_path / "secret-key"
    key = secret_key(path)
    assert secret_key(path) == key
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert secret_key(tmp_path / "other") != key


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A var, with blanks in its path, that has a database and static files already."""
    return tmp_path_factory.mktemp("a var")


def test_it_serves_and_a_signal_ends_it_all(prepared):
    program = Program(prepared, "--port", "0")
    address = program.address()
    with urllib.request.urlopen(f"{address}/readyz", timeout=10) as reply:
        assert reply.status == 200
        assert json.loads(reply.read())
    assert stat.S_IMODE((prepared / "run").stat().st_mode) == 0o700
    os.killpg(program.popen.pid, signal.SIGINT)
    code, _, err = program.end()
    assert (code, err) == (0, "")
    assert list((prepared / "run").iterdir()) == []


def test_sigkill_of_the_supervisor_leaves_nothing(prepared):
    program = Program(prepared, "--port", "0", "--workers", "2")
    program.address()
    # Supervisor, broker, worker and its pool of two, the worker of ratings and its one, that of remote bots, beat, web.
    wait_for(lambda: len(program.running()) == 10, what="all ten processes")
    os.kill(program.popen.pid, signal.SIGKILL)
    assert program.end()[0] == -signal.SIGKILL


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("worker", "worker"),
        pytest.param("web", "deploy.web", marks=pytest.mark.long),
        pytest.param("beat", "beat", marks=pytest.mark.long),
    ],
)
def test_a_dead_child_is_named_and_ends_the_rest(prepared, name, word):
    program = Program(prepared, "--port", "0", "--workers", "1")
    program.address()
    os.kill(program.pid(word), signal.SIGKILL)
    code, _, err = program.end()
    assert code == 1
    assert err.startswith(
        f"croupier: {name} ended unasked: killed by SIGKILL. The last lines of {prepared}/log/{name}.log"
    )
