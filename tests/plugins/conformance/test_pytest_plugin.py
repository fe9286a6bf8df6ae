"""The one line in an author's tests, as pytest sees it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plugins.conformance.pytest_plugin import conforms
from plugins.vetting import ContractBreach
from tests.plugins.conformance.little import INFO, POLICIES, info

ROOT = Path(__file__).resolve().parents[3]

test_little = conforms(INFO, policies=POLICIES, seeds=1)

AUTHORS_TESTS = """
from plugins.conformance.pytest_plugin import conforms
from tests.plugins.conformance import little

class State(little.LittleState):
    def result(self):
        return None if self.turn == 5 else super().result()

class Wrong(little.Little):
    State = State

    def text(self, observation):
        return {}[observation["turn"]]

test_sound = conforms(little.INFO, seeds=1)
test_wrong = conforms(little.info(Wrong), seeds=1)
"""


def pytest_of(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_there_is_a_test_of_every_check_variant_and_number_of_seats(tmp_path):
    (tmp_path / "test_game.py").write_text(AUTHORS_TESTS)
    listed = pytest_of(tmp_path, "--collect-only", "-q", "-k", "test_sound")
    assert "test_game.py::test_sound[games_end-standard-2]\n" in listed
    assert "test_game.py::test_sound[samples_vary-full-3]\n" in listed
    assert "test_game.py::test_sound[other_processes_play_the_same]\n" in listed
    assert "golden" not in listed
    assert "policies" not in listed


def test_a_failure_is_one_readable_line(tmp_path):
    (tmp_path / "test_game.py").write_text(AUTHORS_TESTS)
    printed = pytest_of(tmp_path, "-q", "-k", "results-standard-2 or tables_can_be_looked_at-full-3")
    assert "2 failed, 2 passed" in printed
    assert ("\nstandard, 2 seats, seed 0, decision 5: result() is null; a Result would be right\n") in printed
    # Where the engine itself raised, the author sees his own code, and no other.
    assert "plugins/conformance" not in printed
    assert 'return {}[observation["turn"]]' in printed
    assert (
        "full, 3 seats: text (test_game.py, line 13) raised KeyError: 1; nothing that the contract asks for" in printed
    )


def test_what_is_no_engine_is_told_when_the_tests_are_collected():
    with pytest.raises(ContractBreach, match="seats"):
        conforms(info(seats=range(2, 99)))
    with pytest.raises(LookupError, match='engine: "chess" is not one of'):
        conforms("chess")
