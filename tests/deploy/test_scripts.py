"""The shell scripts: POSIX syntax, options, the environment they make, files that follow from the lock."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.demo import __main__ as demo
from deploy.process import ROOT

SCRIPTS = sorted((ROOT / "deploy").glob("*.sh"))


def run(*command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_debians_shell_can_read_it(script):
    shell = shutil.which("dash") or "sh"
    done = run(shell, "-n", script)
    assert (done.returncode, done.stderr) == (0, "")


def test_ci_runs_the_tests():
    entry = ROOT / ".ci" / "run"
    assert os.access(entry, os.X_OK)
    assert run("bash", "-n", entry).returncode == 0
    assert "exec sh deploy/test.sh\n" in entry.read_text()


def test_the_demos_help_needs_no_environment_and_names_every_option(tmp_path):
    done = run("sh", ROOT / "deploy" / "demo.sh", "--once", "--help", PATH="/usr/bin:/bin", HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Croupier, and tournaments on it: sh deploy/demo.sh [--once] [--port N] [--keep]\n")
    for option in ("--once", "--port", "--keep", "--help"):
        assert re.search(rf"^  {option}\b", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--twice"], "unrecognized arguments: --twice"),
        (["--on"], "unrecognized arguments: --on"),
        (["now"], "unrecognized arguments: now"),
        (["--port"], "argument --port: expected one argument"),
        (["--port", "x"], "argument --port: 'x' is not a number from 0 to 65535"),
    ],
)
def test_the_demo_refuses_what_it_does_not_know(arguments, said, capsys):
    with pytest.raises(SystemExit) as refusal:
        demo.parse(arguments)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err


def test_the_demos_defaults():
    assert demo.parse([]) == argparse.Namespace(once=False, port=8000, keep=False)
    assert demo.parse(["--once", "--port", "0", "--keep"]) == argparse.Namespace(once=True, port=0, keep=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What setup.sh needs, in a folder with blanks in its name, with a script that makes the environment."""
    place = tmp_path / "a copy of it"
    (place / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "setup.sh", place / "deploy")
    for name in ("uv.lock", "requirements.txt", "requirements-dev.txt"):
        (place / name).write_text(f"{name}, first edition\n")
    (place / "make.sh").write_text('cd -- "$(dirname -- "$0")" || exit 1\n. deploy/setup.sh\nenvironment "$1"\n')
    (place / "bin").mkdir()
    for tool in ("sh", "env", "cat", "cut", "sha256sum", "rm", "dirname", "mkdir", "ln"):
        (place / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    return place


def tool(copy: Path, name: str, script: str) -> None:
    """A stand-in for a program on the PATH."""
    path = copy / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


UV = """echo "$@" >>calls; mkdir -p .venv/bin; ln -sf "$(command -v sh)" .venv/bin/python"""


def test_uv_is_asked_once_for_each_purpose_and_edition(copy):
    tool(copy, "uv", UV)
    path = str(copy / "bin")

    def calls_after(purpose: str) -> list[str]:
        done = run("sh", copy / "make.sh", purpose, PATH=path)
        assert done.returncode == 0, done.stderr
        return (copy / "calls").read_text().splitlines()

    first = "sync --frozen --no-install-project --inexact --extra server --extra embedded"
    assert calls_after("demo") == [f"{first} --no-dev --quiet"]
    assert len(calls_after("demo")) == 1
    assert calls_after("test")[1:] == [f"{first} --quiet"]
    assert len(calls_after("demo")) == 2  # what tests need holds what the demo needs
    (copy / "requirements.txt").write_text("second edition\n")
    assert len(calls_after("demo")) == 3


def test_an_installation_that_failed_is_tried_again(copy):
    tool(copy, "uv", UV + "; exit 1")
    for count in (1, 2):
        done = run("sh", copy / "make.sh", "demo", PATH=str(copy / "bin"))
        assert done.returncode == 1
        assert done.stderr.endswith("make.sh: uv sync failed\n")
        assert len((copy / "calls").read_text().splitlines()) == count


@pytest.mark.parametrize(
    ("python", "said"),
    [
        (
            None,
            "python3 is not on the PATH; install Python 3.11 or later (on Debian: apt-get install python3",
        ),
        ('case "$*" in --version) echo Python 3.9.2 ;; *version_info*) exit 1 ;; esac', "Python 3.9.2 is too old"),
        ('case "$*" in *ensurepip*) exit 1 ;; esac', "install them (on Debian: apt-get install python3-venv)"),
    ],
)
def test_without_uv_what_is_missing_is_said(copy, python, said):
    if python is not None:
        tool(copy, "python3", python)
    done = run("sh", copy / "make.sh", "demo", PATH=str(copy / "bin"))
    assert done.returncode == 1
    assert said in done.stderr


def test_without_uv_pip_checks_hashes(copy):
    tool(
        copy,
        "python3",
        """case "$*" in *venv' '--clear*) mkdir -p .venv/bin; ln -sf ../../bin/venvpython .venv/bin/python ;; esac""",
    )
    tool(copy, "venvpython", 'case "$*" in *install*) echo "$@" >>calls ;; esac')
    for _ in range(2):
        done = run("sh", copy / "make.sh", "test", PATH=str(copy / "bin"))
        assert done.returncode == 0, done.stderr
    (call,) = (copy / "calls").read_text().splitlines()
    assert "--require-hashes" in call
    assert call.endswith("-r requirements-dev.txt")


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_the_exports_hold_packages_and_hashes_alone(name):
    package = re.compile(r"[a-z0-9][a-z0-9._-]*(\[[a-z,]+\])?==[^ ]+( ; [^\\]+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    lines = (ROOT / name).read_text().splitlines()
    assert lines[0].startswith("# ")
    wrong = [line for line in lines[1:] if not package.fullmatch(line) and not digest.fullmatch(line)]
    assert wrong == []
