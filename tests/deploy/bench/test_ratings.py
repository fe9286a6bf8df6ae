"""The measurement of ratings runs, part by part; how fast anything is is not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.bench import ratings, ratings_core
from deploy.bench.__main__ import main
from deploy.bench.raters import CORE, PACKAGE, PARAMETERS, PINS, PROGRAM
from deploy.bench.rating_boards import COUNT, boards
from deploy.bench.report import Report, Table
from deploy.bench.scratch import stamp
from deploy.bench.stopwatch import draws
from ratings.skill import Belief, rate


@pytest.mark.parametrize("sides", ratings_core.SIDES)
def test_boards_are_the_same_again_ordered_and_some_tie(sides: int) -> None:
    found = boards(sides, draws())
    assert found == boards(sides, draws())
    assert len(found) == COUNT
    for board in found:
        assert len(board.mus) == len(board.sigmas) == len(board.ranks) == sides
        assert board.ranks == sorted(board.ranks)
        assert all(10.0 <= mu < 40.0 for mu in board.mus)
        assert all(1.0 <= sigma < 8.0 for sigma in board.sigmas)
        # what the package cannot rate is not measured either
        rate([Belief(*side) for side in zip(board.mus, board.sigmas, strict=True)], board.ranks, PARAMETERS)
    neighbours = [left == right for board in found for left, right in zip(board.ranks, board.ranks[1:], strict=False)]
    assert 0.05 < sum(neighbours) / len(neighbours) < 0.15


@pytest.mark.parametrize("sides", ratings_core.SIDES)
def test_whole_sets_of_boards_are_counted(sides: int) -> None:
    for contestant in (CORE, PACKAGE):
        assert contestant._prepare(sides)() == COUNT
    assert CORE.measure(sides, 0.001) > 0


def test_all_rate_in_turn_back_and_forth() -> None:
    calls = []

    class Contestant:
        def __init__(self, name: str) -> None:
            self.name = name

        def measure(self, sides: int, seconds: float) -> float:
            calls.append((self.name, sides, seconds))
            return float(len(calls))

    found = ratings_core.rate_in_turn([Contestant("a"), Contestant("b")], 1.0, 2)
    warm_up, first, second = calls[:8], calls[8:16], calls[16:]
    assert [(name, sides) for name, sides, _ in first] == [(name, sides) for sides in (2, 3, 4, 6) for name in "ab"]
    assert [(name, sides) for name, sides, _ in second] == [(name, sides) for sides in (2, 3, 4, 6) for name in "ba"]
    assert {seconds for _, _, seconds in warm_up} == {0.02}
    assert {seconds for _, _, seconds in first + second} == {0.5}
    assert found["a", 2] == [9.0, 18.0]


def test_a_ratio_is_the_median_of_the_rounds_and_goals_are_met_or_missed() -> None:
    found = {
        (name, sides): rates
        for sides in ratings_core.SIDES
        for name, rates in (("core", [600.0, 900.0, 1200.0]), ("trueskill", [10.0, 10.0, 40.0]), ("other", [600.0] * 3))
    }
    found["core", 3] = [90.0, 99.0, 800.0]
    assert ratings_core.ratios(found, ["core", "trueskill", "other"]) == [
        [2, "trueskill", 60.0, 30.0, 90.0, ">= 60", "met"],
        [3, "trueskill", 9.9, 9.0, 20.0, ">= 10", "missed"],
        [4, "trueskill", 60.0, 30.0, 90.0, ">= 10", "met"],
        [6, "trueskill", 60.0, 30.0, 90.0, ">= 10", "met"],
        [2, "other", 1.5, 1.0, 2.0, None, None],
        [3, "other", 0.2, 0.1, 1.3, None, None],
        [4, "other", 1.5, 1.0, 2.0, None, None],
        [6, "other", 1.5, 1.0, 2.0, None, None],
    ]


def small(var: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setenv("CROUPIER_VAR", str(var))
    return main(["ratings", "core", "--seconds", "0.002", "--rounds", "2", *arguments])


def test_without_peers_it_prints_tables_and_writes_them(tmp_path, monkeypatch, capsys) -> None:
    assert small(tmp_path, monkeypatch, "--no-peers") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith("Updates per second\n\nsides ")
    found = json.loads((tmp_path / "bench" / "ratings.json").read_text())
    assert found["parameters"] == {"core seconds": 0.002, "core rounds": 2, "core peers": None}
    rates, compared = found["tables"]
    assert [(row["sides"], set(row)) for row in rates["rows"]] == [
        (sides, {"sides", "core", "trueskill"}) for sides in (2, 3, 4, 6)
    ]
    assert [row["beside"] for row in compared["rows"]] == ["trueskill"] * 4


OPENSKILL = """
import sys, types
class Rating:
    def __init__(self, mu, sigma): self.mu, self.sigma = mu, sigma
class PlackettLuce:
    rating = Rating
    def rate(self, teams, ranks):
        assert all(isinstance(team[0], Rating) for team in teams) and len(teams) == len(ranks)
module = sys.modules["openskill"] = types.ModuleType("openskill")
models = sys.modules["openskill.models"] = types.ModuleType("openskill.models")
models.PlackettLuce = PlackettLuce
sys.path.insert(0, {folder!r})
sys.argv = sys.argv[1:]
assert sys.argv[0] == "-I", sys.argv
import runpy
runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.mark.long
def test_a_peer_that_is_there_already_is_measured_beside_ours(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "bench" / "rating-peers"
    (folder / "bin").mkdir(parents=True)
    stamp(folder, PINS).touch()
    (tmp_path / "program.py").write_text(OPENSKILL.format(folder=str(PROGRAM.parent)))
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{tmp_path}/program.py" "$@"\n')
    python.chmod(0o755)
    assert small(tmp_path, monkeypatch) == 0
    found = json.loads((tmp_path / "bench" / "ratings.json").read_text())
    assert found["parameters"]["core peers"] == "openskill==6.2.0"
    rates, compared = found["tables"]
    assert all(row["openskill"] > 0 for row in rates["rows"])
    assert [row["beside"] for row in compared["rows"]] == ["trueskill"] * 4 + ["openskill"] * 4


def test_parts_are_joined_under_their_names(monkeypatch) -> None:
    def part(name: str):
        return lambda arguments: Report([Table(name, ["n"], [[len(arguments)]])], {"size": 1}, [f"of {name}"])

    monkeypatch.setattr(ratings, "PARTS", {"one": part("one"), "two": part("two")})
    whole = ratings.run([])
    assert [table.title for table in whole.tables] == ["one", "two"]
    assert whole.parameters == {"one size": 1, "two size": 1}
    assert whole.notes == ["of one", "of two"]
    assert ratings.run(["two", "--an", "option"]).tables == [Table("two", ["n"], [[2]])]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["--rounds"], "unrecognized arguments: --rounds"),
        (["core", "--rounds", "0"], "--rounds is at least 1, --seconds more than 0"),
        (["core", "--seconds", "0"], "--rounds is at least 1, --seconds more than 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, said, capsys) -> None:
    with pytest.raises(SystemExit) as refusal:
        ratings.run(arguments)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err


def test_the_peers_program_needs_nothing_of_ours_but_its_neighbours() -> None:
    # isolated, without the packages of this environment: all it misses is the peer itself
    done = subprocess.run([sys.executable, "-I", "-S", str(PROGRAM)], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'openskill'"
