"""The measurement of sandboxed bots runs, and compares medians; what it found is not judged here."""

from __future__ import annotations

import pytest

from deploy.bench.bots import report, run
from deploy.process import ServiceError
from tests.tournaments.play.players.sandboxed import left_over, sandbox
from tournaments.play.players.sandbox import Lack, Sandbox

__all__ = ["sandbox"]


def test_medians_are_compared_with_the_goals():
    samples = {
        "plain": [(0.010, [0.0001, 0.0003, 0.0002]), (0.020, [0.0002] * 3), (0.030, [0.0009, 0.0001, 0.0001])],
        "sandboxed": [(0.030, [0.00024] * 3), (0.034, [0.00025] * 3), (0.900, [0.00026] * 3)],
    }
    made = report(samples, {"starts": 3, "moves": 3})
    start, move = ([row[:3] for row in table.rows] for table in made.tables)
    assert start == [["plain", 3, 20.0], ["sandboxed", 3, 34.0]]
    assert move == [["plain", 3, 200.0], ["sandboxed", 3, 250.0]]
    assert made.notes == [
        "Start, until the bot is ready: 1.70 times the plain one. Goal: at most 1.7 (met).",
        "A move, from the question to the answer: 1.25 times the plain one. Goal: at most 1.2 (missed).",
    ]


def test_it_plays_and_leaves_nothing(sandbox: Sandbox):
    made = run(["--starts", "2", "--moves", "3"])
    assert made.parameters == {"starts": 2, "moves": 3}
    assert all(value > 0 for table in made.tables for row in table.rows for value in row[1:])
    assert left_over() == []


@pytest.mark.parametrize("wrong", [["--starts", "1"], ["--moves", "0"]])
def test_too_little_to_measure_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        run(wrong)
    assert "--starts is at least 2, --moves at least 1" in capsys.readouterr().err


def test_without_a_sandbox_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Sandbox, "check", lambda self: [Lack("bwrap is not installed", "install it")])
    with pytest.raises(ServiceError, match=r"^bench: bwrap is not installed: install it$"):
        run([])
