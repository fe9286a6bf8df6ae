"""The measurement of leaderboards runs; how fast anything is is not judged here."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from deploy.bench import ratings_leaderboards as bench
from deploy.bench.__main__ import main
from deploy.bench.ratings_leaderboards_process import DEEPEST, EQUAL, FIRST, Found
from deploy.bench.ratings_pool import EQUAL as EQUAL_BOTS
from deploy.bench.ratings_pool import bots


def test_bots_are_the_same_again_and_some_are_equal() -> None:
    found = list(bots(5_000))
    assert found == list(bots(5_000))
    assert list(islice(bots(5_000), 3)) != list(islice(bots(5_000), 3, 6))
    assert [bot.id for bot in found] == list(range(1, 5_001))
    equal = [bot for bot in found if (bot.mu, bot.sigma) == (20.0, 2.0)]
    assert len(equal) == EQUAL_BOTS
    others = [bot for bot in found if bot not in equal]
    assert len({bot.mu for bot in others}) > 1_900
    assert all(0.2 < bot.sigma <= 25 / 3 and 0 <= bot.boards <= 10_000 for bot in found)


@pytest.mark.long
def test_it_prints_tables_and_writes_them(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    arguments = ["--sizes", "3200", "--databases", "sqlite", "--times", "2"]
    assert main(["ratings", "leaderboards", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith("Milliseconds\n\nwhat ")
    found = json.loads((tmp_path / "bench" / "ratings.json").read_text())
    times, _, walks, exports = found["tables"]
    assert [row["what"] for row in times["rows"]][:3] == [FIRST, DEEPEST, EQUAL]
    assert all(row["sqlite 3,200 p50"] > 0 for row in times["rows"])
    assert walks["rows"] == [
        {"database": "sqlite", "bots": 3200, "equal": EQUAL_BOTS, "lost": 0, "repeated": 0, "": "met"}
    ]
    assert exports["rows"][0]["lines per second"] > 0


def test_the_goal_is_met_or_missed() -> None:
    def found(deepest: float, lost: int) -> Found:
        seconds = {FIRST: (0.010, 0.012), DEEPEST: (deepest, 0.02), EQUAL: (0.015, 0.02)}
        return Found(seconds, 3000, lost, 0, 2.0, 100.0, 110.0)

    measured = {("sqlite", 100): found(0.012, 0), ("postgresql", 100): found(0.0125, 1)}
    assert bench.ratios(measured).rows == [
        ["sqlite", 100, DEEPEST, 1.2, "<= 1.2", "met"],
        ["sqlite", 100, EQUAL, 1.5, None, None],
        ["postgresql", 100, DEEPEST, 1.25, "<= 1.2", "missed"],
        ["postgresql", 100, EQUAL, 1.5, None, None],
    ]
    assert [row[-1] for row in bench.walks(measured).rows] == ["met", "missed"]
    assert bench.exports(measured).rows[0] == ["sqlite", 100, 2.0, 50, 100, 110]
    assert bench.times(measured).rows[0] == [FIRST, 10.0, 12.0, 10.0, 12.0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sizes", "3000"], "--sizes are at least 3100"),
        (["--times", "1"], "--times is at least 2"),
        (["--databases", "mysql"], "invalid choice: 'mysql'"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, said, capsys) -> None:
    with pytest.raises(SystemExit) as refusal:
        bench.parse(arguments)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err
