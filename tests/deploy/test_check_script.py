"""deploy/test.sh over stand-ins for every program it calls: which steps it takes, and what becomes of a failure."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.process import ROOT

SPREAD = "--numprocesses auto --dist loadfile"
STEPS = [
    "-m ruff check .",
    "-m ruff format --check .",
    "-m mypy plugins engines tournaments ratings deploy manage.py",
    "-c from importlinter.cli import lint_imports_command; lint_imports_command()",
    "manage.py makemigrations --check --dry-run",
    "manage.py spectacular --validate --fail-on-warn --file /dev/null",
    f"-m pytest {SPREAD} -m not long",
    f"-m deploy.postgres .venv/bin/python -m pytest {SPREAD} -m database and not long",
]
NATIVE = ("sh", "env", "cat", "cut", "sha256sum", "rm", "dirname", "mkdir", "ln", "date", "mktemp", "chmod")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The scripts in a folder with a blank in its name, beside a PATH on which every program only notes its call."""
    place = tmp_path / "a copy"
    (place / "deploy").mkdir(parents=True)
    for name in ("setup.sh", "test.sh"):
        shutil.copy(ROOT / "deploy" / name, place / "deploy")
    (place / "deploy" / "requirements.sh").write_text('echo "requirements.sh $*" >>calls\n')
    for name in ("uv.lock", "requirements.txt", "requirements-dev.txt"):
        (place / name).write_text("\n")
    (place / "bin").mkdir()
    for name in NATIVE:
        (place / "bin" / name).symlink_to(shutil.which(name) or name)
    stand_in(place, "uv", 'mkdir -p .venv/bin; ln -sf "$PWD/bin/noting" .venv/bin/python')
    stand_in(
        place,
        "noting",
        '[ "$1" = -c ] && [ -z "$2" ] && exit 0; echo "$*" >>calls; case "$*" in *"$FAILING"*) exit 3 ;; esac',
    )
    for name in ("redis-server", "initdb", "postgres", "bwrap", "chromium", "node", "f2py3"):
        stand_in(place, name, "exit 99")
    return place


def stand_in(copy: Path, name: str, script: str) -> None:
    path = copy / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def check(copy: Path, *arguments: str, failing: str = "nothing at all", **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"CI", "PATH"}}
    return subprocess.run(
        ["sh", str(copy / "deploy" / "test.sh"), *arguments],
        env={**kept, "PATH": str(copy / "bin"), "FAILING": failing, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def calls(copy: Path) -> list[str]:
    return [line for line in (copy / "calls").read_text().splitlines() if not line.startswith("requirements.sh")]


def test_every_step_is_taken_in_order(copy):
    done = check(copy)
    assert done.returncode == 0, done.stderr
    assert calls(copy) == STEPS
    assert "requirements.sh --check" in (copy / "calls").read_text()
    assert done.stdout.splitlines()[-1].endswith(" s in all; passed")


@pytest.mark.parametrize(
    ("failing", "name"),
    [
        (STEPS[1], "ruff format"),
        (STEPS[6], "pytest on SQLite"),
        ("-m pytest", "pytest on SQLite, pytest on PostgreSQL"),
    ],
)
def test_a_failure_is_named_and_the_rest_still_runs(copy, failing, name):
    done = check(copy, failing=failing)
    assert done.returncode == 1
    assert calls(copy) == STEPS
    assert done.stdout.splitlines()[-1].endswith(f"; FAILED: {name}")


def test_long_selects_everything(copy):
    assert check(copy, "--long").returncode == 0
    assert calls(copy)[-2:] == [
        f"-m pytest {SPREAD} -m ",
        f"-m deploy.postgres .venv/bin/python -m pytest {SPREAD} -m database",
    ]


def test_other_arguments_go_to_pytest_alone(copy):
    assert check(copy, "tests/a b", "-k", "x").returncode == 0
    assert check(copy, "--long", "tests/c", failing="tests/c").returncode == 3
    assert calls(copy) == ["-m pytest -m not long tests/a b -k x", "-m pytest -m  tests/c"]


def test_root_installs_what_is_missing(copy):
    (copy / "bin" / "redis-server").unlink()
    (copy / "bin" / "chromium").unlink()
    (copy / "bin" / "node").unlink()
    stand_in(copy, "id", "echo 0")
    stand_in(copy, "apt-get", 'echo "apt-get $*" >>calls')
    policy = Path("/usr/sbin/policy-rc.d")
    before = policy.read_text() if policy.exists() else None
    if before is None and not os.access(policy.parent, os.W_OK):
        pytest.skip("the script would write a policy, and this account cannot")
    assert check(copy).returncode == 0
    assert calls(copy)[:2] == [
        "apt-get -qq update",
        "apt-get -qq install --no-install-recommends redis-server chromium nodejs",
    ]
    assert (policy.read_text() if policy.exists() else None) == before


def test_others_are_told_what_is_missing_and_ci_fails(copy):
    (copy / "bin" / "bwrap").unlink()
    stand_in(copy, "id", "echo 1000")
    done = check(copy)
    assert done.returncode == 0
    assert "missing for some tests: bubblewrap (on Debian, as root: apt-get install bubblewrap)" in done.stderr
    assert check(copy, CI="true").returncode == 1
