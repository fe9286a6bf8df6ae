"""The measurement of luck: what follows from shares of boards, and a small run of it."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import NormalDist

import pytest

from deploy.bench import luck
from deploy.bench.__main__ import main
from deploy.bench.luck import Game, Outcome, defaults, games, played

PHI = NormalDist().cdf
GAME = Game("trash", "short", 2)


@pytest.mark.parametrize(("skill", "margin"), [(0.0, 0.3), (0.5, 0.8), (-0.7, 0.1), (1.5, 0.0)])
def test_shares_give_back_skill_and_ties(skill: float, margin: float) -> None:
    boards = 10_000_000
    won, lost = (round(boards * PHI(sign * skill - margin)) for sign in (1, -1))
    found = Outcome(won, boards - won - lost, lost)
    assert found.boards == boards
    assert found.skill == pytest.approx(skill, abs=1e-4)
    assert found.tie == pytest.approx(2 * PHI(margin) - 1, abs=1e-4)


def test_what_always_or_never_happened_is_half_a_board_away() -> None:
    found = Outcome(100, 0, 0)
    assert found.skill == pytest.approx(NormalDist().inv_cdf(0.995))
    assert found.tie == pytest.approx(0.0)
    assert Outcome(0, 100, 0).tie == pytest.approx(0.99)


def test_the_rules_of_the_defaults() -> None:
    equal, step, best = Outcome(30, 40, 30), Outcome(70, 20, 10), Outcome(40, 40, 20)
    found = {(GAME, "random", "random"): equal, (GAME, "greedy", "random"): step, (GAME, "search", "greedy"): best}
    (row,) = defaults(found).rows
    span = step.skill + best.skill
    assert row == [
        "trash", "short", 2, round(span, 2), round(2**0.5 / span, 2), round((equal.tie + best.tie) / 2, 2)
    ]  # fmt: skip
    # The same in effect: no step, and no word on ties. A step down counts as none.
    found[GAME, "search", "greedy"] = Outcome(0, 100, 0)
    (row,) = defaults(found).rows
    assert row[3:] == [round(step.skill, 2), round(2**0.5 / step.skill, 2), round((equal.tie + step.tie) / 2, 2)]
    found[GAME, "greedy", "random"] = Outcome(10, 20, 70)
    assert defaults(found).rows[0][3:5] == [0.0, None]


def test_more_seats_are_measured_in_the_first_variant_alone() -> None:
    found = list(games(["construction", "trash"], None, [2, 3, 6, 9]))
    assert found == [
        Game("construction", "standard", 2),
        *(Game("trash", "standard", seats) for seats in (2, 3, 6)),
        Game("trash", "short", 2),
    ]
    assert list(games(["trash"], ["short"], [2, 3])) == [Game("trash", "short", 2)]


def test_boards_are_the_same_again_and_every_other_is_met() -> None:
    game = Game("trash", "standard", 3)
    assert played(game, "greedy", "random", 3) == played(game, "greedy", "random", 3)
    assert played(game, "greedy", "random", 3).boards == 6
    # A policy that draws nothing ties with itself, since every deal is played from every seat.
    assert played(GAME, "greedy", "greedy", 4) == Outcome(0, 4, 0)


def test_a_small_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    arguments = ["--only", "trash", "--variants", "short", "--boards", "10", "--search-boards", "0"]
    assert main(["luck", *arguments]) == 0
    assert capsys.readouterr().out.startswith("Boards between policies\n\n")
    found = json.loads((tmp_path / "bench" / "luck.json").read_text())
    outcomes, follow = (table["rows"] for table in found["tables"])
    assert [(row["first"], row["second"], row["pairs"]) for row in outcomes] == [
        ("random", "random", 10), ("greedy", "random", 10)
    ]  # fmt: skip
    assert [(row["engine"], row["variant"], row["seats"]) for row in follow] == [("trash", "short", 2)]


@pytest.mark.parametrize("arguments", [["--boards", "9"], ["--search-boards", "-1"], ["--only", "bridge"]])
def test_it_rejects_what_cannot_be(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        luck.parse(arguments)
    assert ended.value.code == 2
    assert arguments[0] in capsys.readouterr().err
