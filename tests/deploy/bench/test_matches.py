"""The measurement of matches runs, and keeps what it found; what it found is not judged here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.process import ROOT


def bench(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("CROUPIER_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "-m", "deploy.bench", *arguments],
        cwd=ROOT,
        env={**env, "CROUPIER_VAR": str(var)},
        capture_output=True,
        text=True,
    )


@pytest.mark.e2e
def test_it_prints_a_table_and_writes_it_where_it_is_kept(tmp_path: Path) -> None:
    done = bench(tmp_path, "matches", "--bots", "8", "--rounds", "2", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "Goal: the platform costs at most 4 no-op tasks. Reached: " in done.stdout
    written = tmp_path / "bench" / "matches.json"
    assert done.stdout.endswith(f"{written}\n")
    found = json.loads(written.read_text())
    assert found["parameters"] == {"bots": 8, "rounds": 2, "workers": 1}
    costs = {row["what"]: row["CPU ms"] for row in found["tables"][1]["rows"]}
    assert costs["a match in all"] == pytest.approx(
        costs["its two games, bare"] + costs["the platform: the rest"], abs=0.01
    )


def test_an_unknown_name_is_refused_with_those_there_are(tmp_path: Path) -> None:
    done = bench(tmp_path, "speed")
    known = "bots, calibration, engines, luck, matches, pairing, ratings, remote"
    assert (done.returncode, done.stderr) == (2, f"bench: 'speed' is not one of {known}\n")
