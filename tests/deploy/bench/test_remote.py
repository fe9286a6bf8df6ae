"""The measurement of remote bots runs, and finds no answer amiss: it fails by itself if there is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.deploy.bench.test_matches import bench

pytestmark = pytest.mark.e2e


def measured(folder: Path, *arguments: str) -> dict[str, int]:
    done = bench(folder, "remote", *arguments)
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads((folder / "bench" / "remote.json").read_text())["tables"][0]["rows"][0]
    return found


def test_eight_bots_at_once(tmp_path: Path) -> None:
    found = measured(tmp_path, "--bots", "8", "--moves", "40")
    assert (found["bots"], found["moves"] >= 40, found["games"] % 4) == (8, True, 0)


@pytest.mark.long
def test_two_hundred_bots_at_once_make_three_thousand_moves(tmp_path: Path) -> None:
    found = measured(tmp_path)
    assert (found["bots"], found["moves"] >= 3000) == (200, True)
