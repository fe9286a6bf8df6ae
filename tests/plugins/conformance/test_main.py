"""The report of ``python -m plugins.conformance``, in processes of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

PLUGIN = """
from plugins.hookspecs import hookimpl
from tests.plugins.conformance import little

class State(little.LittleState):
    def snapshot(self):
        return super().snapshot() | {"turn": self.turn / 1}

class Floating(little.Little):
    State = State

class Bare(little.Little):
    def observe(self):
        pass

@hookimpl
def croupier_engines():
    return [little.INFO, little.info(Floating, id="floating", title="Floating")]

@hookimpl
def croupier_policies(engine_id):
    return little.POLICIES if engine_id in ("little", "floating") else {}
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with a distribution as an installer would leave it: two engines, and a plugin that fails."""
    folder = tmp_path_factory.mktemp("installed")
    for name, source in {"games": PLUGIN, "failing": "import nowhere\n"}.items():
        metadata = folder / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[croupier.engines]\n{name} = {name}_plugin\n")
        (folder / f"{name}_plugin.py").write_text(source)
    return folder


@pytest.fixture
def run(installed, tmp_path):
    """Runs the program: its exit status, what it printed, and its complaints."""

    def run(*arguments: object) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "plugins.conformance", *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}", "PATH": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_sound_engine(run):
    status, printed, complaints = run("little", "--seeds", 1, "--seats", 2, "--variant", "standard")
    assert (status, complaints) == (0, "")
    assert printed.startswith(
        "Little (little), rules version 1\nvariants standard; 2 seats; 1 seeds each, 1 random games\n\nvariants_deal "
    )
    assert re.search(r"^turns \.+ ok      41 positions$", printed, re.MULTILINE)
    assert re.search(r"^other_processes_play_the_same \.+ ok      1 games each, Python 3", printed, re.MULTILINE)
    assert "not tried: " in printed
    assert "\nAll 22 checks passed.\nGolden games were not checked: --golden DIR says where they are" in printed
    assert "FAILED" not in printed


def test_a_broken_engine(run):
    status, printed, _ = run("floating", "--seeds", 1)
    assert status == 1
    assert (
        "what_is_shown_is_json .................. FAILED\n"
        "    Observations and snapshots are JSON: no floats, no tuples, no keys but strings.\n"
        "    - standard, 2 seats, seed 0, decision 1: snapshot().turn: 1.0, of type float; null, true, false, "
        "integers, strings, lists and objects would be right\n"
    ) in printed
    assert "    (4 of 4 variants and seats fail)\n" in printed
    assert "\n1 of 22 checks failed.\n" in printed
    assert printed.endswith('Seed n is Chance(b"conformance n"); decisions are counted from 1.\n')


def test_golden_games_are_written_once(run, tmp_path):
    folder = tmp_path / "golden"
    missing = run("little", "--golden", folder, "--seeds", 1, "--seats", 2, "--variant", "full")
    assert missing[0] == 1
    assert f"python -m plugins.conformance little --golden {folder} --write-golden writes it" in missing[1]
    assert run("little", "--golden", folder, "--write-golden") == (0, f"{folder}/little-1.json: 4 games written\n", "")
    status, printed, _ = run("little", "--golden", folder, "--seeds", 1, "--seats", 2, "--variant", "full")
    assert status == 0
    assert "golden_games_replay .................... ok      1 games\n" in printed
    again = run("little", "--golden", folder, "--write-golden")
    assert again[:2] == (1, "")
    assert "it has all games, and is never overwritten" in again[2]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], r'error: engine: "chess" is not one of .*floating, little'),
        ([], "error: the following arguments are required: game"),
        (["little", "--variant", "long"], "error: --variant: long is not one of standard, full"),
        (["little", "--seats", "4"], "error: --seats: 4 is not one of 2, 3"),
        (["little", "--seeds", "0"], "error: argument --seeds: 0 is less than 1"),
        (["little", "--write-golden"], "error: --write-golden: --golden DIR must say where"),
        (["little", "--cards", "nowhere:cards"], "error: --cards: nowhere:cards is not a function of a module"),
        (["little", "--variant", "full", "--seats"], "error: argument --seats: expected one argument"),
    ],
)
def test_wrong_arguments(run, arguments, complaint):
    status, printed, complaints = run(*arguments)
    assert (status, printed) == (2, "")
    assert re.search(complaint, complaints), complaints
    assert "Traceback" not in complaints


def test_an_unknown_engine_may_be_in_quarantine(run):
    complaints = run("failing")[2]
    assert "failing (failing) is in quarantine: ModuleNotFoundError: No module named 'nowhere'\n" in complaints


def test_a_misspelt_hook(run, installed):
    plugin = installed / "games_plugin.py"
    right = plugin.read_text()
    plugin.write_text(right.replace("def croupier_policies", "def croupier_policy"))
    try:
        status, printed, complaints = run("little")
    finally:
        plugin.write_text(right)
    assert (status, printed) == (2, "")
    assert "error: " in complaints
    assert "the hook croupier_policy does not exist" in complaints


def test_an_interpreter_that_does_not_run(run, tmp_path):
    status, printed, _ = run("little", "--seeds", 1, "--seats", 2, "--python", tmp_path / "python")
    assert status == 1
    assert f"python {tmp_path}/python: it does not run; the path of an interpreter would be right" in printed


def test_cards_named_by_their_function(run):
    status, printed, _ = run("little", "--seeds", 1, "--seats", 2, "--cards", "builtins:sorted")
    assert status == 0
    assert "cards_are_conserved" in printed
    assert "cards_are_conserved" not in run("little", "--seeds", 1, "--seats", 2, "--cards", "none")[1]
