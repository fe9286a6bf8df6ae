"""The measurement of ratings beside known skills: what it compares, and a small run of it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import pytest

from deploy.bench import calibration
from deploy.bench.__main__ import main
from deploy.bench.calibration import DEFAULT, Judged, compared, goals, kendall
from ratings.pools import DEFAULT_PARAMETERS
from ratings.skill import Belief


def test_the_default_is_that_of_pools() -> None:
    assert replace(DEFAULT_PARAMETERS, draw_probability=0.25, delta=0.0) == DEFAULT


def test_kendalls_tau() -> None:
    assert kendall([1, 2, 3], [10, 20, 30]) == 1.0
    assert kendall([1, 2, 3], [30, 20, 10]) == -1.0
    assert kendall([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(4 / 6)
    assert kendall([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / 3)
    one, other = [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8]
    signs = [(a - b) * (x - y) for (a, x), (b, y) in combinations(zip(one, other, strict=True), 2)]
    assert kendall(one, other) == pytest.approx(sum((s > 0) - (s < 0) for s in signs) / 28)


def test_what_is_covered() -> None:
    # 5 too high as a whole; relative to their means off by -1, 0, 1
    beliefs = [Belief(14.0, 1.0), Belief(25.0, 3.0), Belief(36.0, 0.4)]
    skills = [10.0, 20.0, 30.0]
    assert compared(skills, beliefs, 1.0) == Judged(
        kendall=1.0, covered=pytest.approx(1 / 3), relative=pytest.approx(2 / 3), scaled=pytest.approx(2 / 3)
    )
    # in units that are a tenth greater all is right
    assert compared(skills, beliefs, 1.1).scaled == 1.0


def test_goals_are_met_or_missed() -> None:
    def judged(covered: float) -> Judged:
        return Judged(kendall=0.9, covered=covered, relative=0.96, scaled=0.98)

    found = {
        (1.0, "default", "live"): [judged(0.95)] * 2,
        (1.0, "fitted", "live"): [judged(0.96), judged(0.92)],
    }
    assert list(goals(found)) == [
        ["covered", "1", "live", "93% to 97%", "94.0%", "met"],
        ["relative", "1", "live", "93% to 97%", "96.0%", "met"],
        ["scaled", "1", "live", "93% to 97%", "98.0%", "missed"],
    ]


def test_it_prints_tables_and_writes_them(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    size = ["--bots", "8", "--events", "2", "--rounds", "3", "--seeds", "2"]
    assert main(["calibration", *size, "--luck", "3", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith("Ratings beside the true skills\n\nluck ")
    found = json.loads((tmp_path / "bench" / "calibration.json").read_text())
    assert (found["parameters"]["luck"], found["parameters"]["boards"]) == ("1 3", 24)
    judged, estimates, aims = found["tables"]
    asked = [
        (luck, name, kind) for luck in "13" for name in ("default", "fitted", "true") for kind in ("live", "batch")
    ]
    assert [(row["luck"], row["parameters"], row["ratings"]) for row in judged["rows"]] == asked
    assert [row["luck"] for row in estimates["rows"]] == ["1", "3"]
    assert len(aims["rows"]) == 3 * 2 * 2
    # By default the luck is that of the pools, 1, so that the truth and the default are the same there.
    rows = {(row["parameters"], row["ratings"]): row for row in judged["rows"] if row["luck"] == "1"}
    for kind in ("live", "batch"):
        assert rows["default", kind] == {**rows["true", kind], "parameters": "default"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seeds", "1"], "--bots and --seeds are at least 2"),
        (["--bots", "1"], "--bots and --seeds are at least 2"),
        (["--events", "0"], "--events and --rounds are at least 1"),
        (["--luck", "0"], "--luck is greater than 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, said, capsys) -> None:
    with pytest.raises(SystemExit) as refusal:
        calibration.parse(arguments)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err
