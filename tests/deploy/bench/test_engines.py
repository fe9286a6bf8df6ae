"""The measurement of engines runs, beside peers and without them; how fast anything is is not judged here."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from deploy.bench import engines, peers, scratch
from deploy.bench.__main__ import main
from deploy.bench.random_games import RandomGames, Setting, settings
from deploy.bench.samples import Sample, Series
from plugins import registry
from plugins.chance import Chance

TRASH = "trash standard, 2 seats"
SPIEL = peers.NAMES["open_spiel"]


def test_every_variant_and_number_of_seats_is_played_that_can_be_dealt():
    found = list(settings(registry.engines()))
    assert len(set(found)) == len(found)
    of_trash = [setting for setting in found if setting.engine_id == "trash"]
    assert [setting.name for setting in of_trash] == [
        f"trash {variant}, {seats} seats" for variant in ("standard", "short") for seats in range(2, 7)
    ]
    assert {setting.engine_id for setting in found} == set(registry.engines())


def by_hand(number: int, draw: list[int]) -> int:
    """Decisions of the n-th game of short trash for three, with these choices."""
    options = registry.complete_options(registry.info("trash"), {}, "short")
    state = registry.engine("trash").new(options, 3, Chance(f"trash short, 3 seats: {number}".encode()))
    decisions = 0
    while seats := state.to_act():
        legal = state.legal(seats[0])
        state.apply(seats[0], legal[draw.pop(0) % len(legal)])
        decisions += 1
    return decisions


def test_decisions_are_actions_applied_forced_ones_included():
    games = RandomGames(Setting("trash", "short", 3))
    words = [games._draw() for _ in range(2_000)]
    for number in (1, 2, 3):
        games._draw = iter(words).__next__
        assert games.play() == by_hand(number, words[:])


def test_positions_are_from_the_middle_of_games():
    games = RandomGames(Setting("trash", "standard", 2))
    sample = games.measure(0.001)
    assert sample.clone is not None
    assert sample.observe is not None
    assert len({json.dumps(state.snapshot()) for state in games._middles}) == len(games._middles)
    for state in games._middles:
        assert state.to_act()
        assert sum(state.result().scores) > 0


def test_rates_and_times_are_medians_and_lengths_are_of_all_games():
    series = Series([Sample([10, 30], 2.0, clone=4.0), Sample([50], 1.0, clone=8.0), Sample([20], 1.0, clone=5.0)])
    assert series.decisions_per_second == 20.0  # of 20, 50, 20
    assert series.games_per_second == 1.0
    assert (series.clone, series.observe) == (5.0, None)
    assert series.lengths == [10, 30, 50, 20]


@pytest.mark.parametrize(("trash", "verdict"), [(15.0, "met"), (14.9, "missed")])
def test_a_ratio_is_the_median_of_the_rounds(trash: float, verdict: str):
    ours = [Sample([int(100 * trash)], 1.0), Sample([int(200 * trash)], 1.0), Sample([1], 1.0)]
    theirs = [Sample([100], 1.0), Sample([100], 1.0), Sample([1000], 1.0)]
    found = {TRASH: Series(ours), SPIEL: Series(theirs)}
    assert engines.ratios(found) == [
        ["decisions/s", TRASH, SPIEL, trash, 0.001, 2 * trash, ">= 15", verdict],
    ]


@pytest.mark.parametrize(("clone", "verdict"), [(5.0, "met"), (5.1, "missed")])
def test_a_clone_must_be_quick_enough(clone: float, verdict: str):
    found = {"rummy a, 2 seats": Series([Sample([8], 1.0, clone)]), SPIEL: Series([Sample([1], 1.0, 50.0)])}
    assert [row[-1] for row in engines.ratios(found)] == ["met", verdict]


def test_all_take_turns_and_what_is_compared_stands_beside_its_peer():
    calls = []

    class Contender:
        def __init__(self, name: str) -> None:
            self.name = name

        def measure(self, seconds: float) -> Sample:
            calls.append((self.name, seconds))
            return Sample([1], seconds)

    found = engines.play_in_turn([Contender(TRASH), Contender("other")], [Contender(SPIEL)], 1.0, 2)
    order = ["other", TRASH, SPIEL]
    assert calls[:3] == [(name, 0.05) for name in reversed(order)]
    assert calls[3:] == [(name, 0.5) for name in [*order, *reversed(order)]]
    assert {name: len(series.samples) for name, series in found.items()} == {TRASH: 2, "other": 2, SPIEL: 2}


def small(var: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setenv("CROUPIER_VAR", str(var))
    return main(["engines", "--games", "trash", "--seconds", "0.02", "--rounds", "2", *arguments])


def test_without_peers_it_prints_our_table_and_where_time_goes(tmp_path, monkeypatch, capsys):
    assert small(tmp_path, monkeypatch, "--no-peers", "--profile") == 0
    out = capsys.readouterr().out
    assert out.startswith("Random games of our engines\n\ngame ")
    found = json.loads((tmp_path / "bench" / "engines.json").read_text())
    assert found["parameters"] == {"games": "trash", "seconds": 0.02, "rounds": 2, "peers": None}
    own, spots = found["tables"]
    assert [row["game"] for row in own["rows"]] == [setting.name for setting in settings(["trash"])]
    assert spots["title"] == f"Where time goes: {TRASH}"
    (apply,) = [row for row in spots["rows"] if row["function"] == "apply"]
    assert apply["where"].startswith("engines/trash/state.py:")
    assert apply["calls a decision"] == 1.0
    assert sum(row["own time, %"] for row in spots["rows"]) <= 100.5


PROGRAM = """
import json, sys
assert sys.argv[1:] == ["-I", {program!r}], sys.argv
for line in sys.stdin:
    request = json.loads(line)
    clone = 50.0 if request["peer"] == "open_spiel" else None
    print(json.dumps({{"lengths": [100, 110], "seconds": request["seconds"], "clone": clone}}), flush=True)
"""


def fake(var: Path, program: str) -> Path:
    """An environment as `scratch.environment` leaves it, with another program in the place of Python."""
    folder = var / "bench" / "peers"
    (folder / "bin").mkdir(parents=True)
    scratch.stamp(folder, peers.PINS).touch()
    (var / "program.py").write_text(program)
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{var}/program.py" "$@"\n')
    python.chmod(0o755)
    return folder


def test_peers_that_are_there_already_are_played_beside_ours(tmp_path, monkeypatch, capsys):
    fake(tmp_path, PROGRAM.format(program=str(peers.PROGRAM)))
    assert small(tmp_path, monkeypatch) == 0
    found = json.loads((tmp_path / "bench" / "engines.json").read_text())
    assert found["parameters"]["peers"] == "open_spiel==2.0.2 rlcard==1.2.0"
    _, theirs, ratios = found["tables"]
    assert [row["peer"] for row in theirs["rows"]] == list(peers.NAMES.values())
    for row in theirs["rows"]:
        assert (row["decisions/s"], row["games"], row["decisions a game"], row["most"]) == (21_000, 4, 105.0, 110)
    assert [row["clone us"] for row in theirs["rows"]] == [50.0, None, None, None, None]
    assert [(row["ours"], row["peer"]) for row in ratios["rows"]] == [
        (TRASH, peers.NAMES[key]) for key in ("open_spiel_example", "open_spiel")
    ]
    assert capsys.readouterr().err == ""


def test_peers_that_fail_are_a_failure_and_their_log_is_named(tmp_path, monkeypatch, capsys):
    fake(tmp_path, 'import sys; sys.exit("no such library")')
    assert small(tmp_path, monkeypatch) == 1
    log = tmp_path / "bench" / "peers.log"
    assert capsys.readouterr().err == f"croupier: the peers' program has ended (exit status 1); see {log}\n"
    assert log.read_text() == "no such library\n"


def tool(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_peers_are_installed_once_pinned(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    tool(tmp_path, "uv", f"""cd {tmp_path}; echo "$@" >>calls; mkdir -p peers/bin; touch peers/bin/python""")
    for _ in range(2):
        assert scratch.environment(tmp_path / "peers", peers.PINS) == tmp_path / "peers" / "bin" / "python"
    made, installed = (tmp_path / "calls").read_text().splitlines()
    assert made == f"venv --quiet --python {sys.executable} {tmp_path}/peers"
    assert installed == f"pip install --quiet --python {tmp_path}/peers/bin/python {' '.join(peers.PINS)}"
    assert all("==" in pin for pin in peers.PINS)


def test_peers_that_cannot_be_installed_are_a_clear_failure(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    tool(tmp_path, "uv", "echo no route to host >&2; exit 2")
    assert small(tmp_path / "var", monkeypatch) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == (
        f"croupier: the peers cannot be installed; --no-peers measures without them: {tmp_path}/uv venv --quiet: "
        "no route to host"
    )
    assert not (tmp_path / "var" / "bench" / "engines.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "chess"], "invalid choice: 'chess'"),
        (["--rounds", "0"], "--rounds is at least 1, --seconds more than 0"),
        (["--seconds", "0"], "--rounds is at least 1, --seconds more than 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, said, capsys):
    with pytest.raises(SystemExit) as refusal:
        engines.parse(arguments)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err
