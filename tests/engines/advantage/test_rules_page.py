"""RULES.md describes the shapes and bounds that the engine has."""

import json
import re
from pathlib import Path

from engines import advantage
from engines.advantage.greedy import MINE, PAIRED, THEIRS, UNPAIRED
from engines.advantage.policies import CYCLES, DOUBT, ITERATIONS
from engines.advantage.state import DRY, PHASES
from plugins.chance import Chance
from tests.engines.advantage.positions import ENGINE

PAGE = Path(advantage.__file__).with_name("RULES.md").read_text()
STATE = ENGINE.new({"lead": "fixed"}, 2, Chance(b""))


def table(section: str) -> list[str]:
    """The first column of a section's table."""
    text = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"^\|(.*?)\|", text, re.MULTILINE)[2:]


def keys(section: str) -> set[str]:
    return {name for row in table(section) for name in re.findall(r"`(\w+)`", row)}


def test_observation_and_snapshot():
    assert keys("Observation") == set(STATE.observe(0)) == set(STATE.observe(None))
    assert keys("Observation") - {"seat", "hand"} | keys("Snapshot") == set(STATE.snapshot())


def test_actions():
    """Every form of the table is read, and the table is in the order of legal actions."""
    forms = [json.loads(row.strip(" `")) for row in table("Actions")]
    decoded = [ENGINE.decode(form) for form in forms]
    assert [ENGINE.encode(action) for action in decoded] == forms
    assert decoded == sorted(decoded)
    assert [form["t"] for form in forms] == ["lay", "exchange", "pass", "pair"]


def test_limits_phases_and_the_bound():
    assert DRY == 3
    assert "with the third cycle in a row" in PAGE
    assert f"at most {advantage.INFO.max_decisions:,} actions" in PAGE
    assert all(f"`{phase}`" in PAGE for phase in PHASES)


def test_variants_and_options():
    text = PAGE.split("## Variants\n")[1].split("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", text)) == set(advantage.INFO.variants)
    assert all(f"`{option}`" in PAGE for option in advantage.INFO.options["properties"])


def test_policies():
    text = PAGE.split("## Policies\n")[1]
    assert set(re.findall(r"`(\w+)`", text)) - {"sample"} == set(advantage.croupier_policies("advantage"))
    assert f"{ITERATIONS} playouts for one choice" in text
    assert (CYCLES, DOUBT) == (3, 0)
    assert f"worth {UNPAIRED} for every card and {PAIRED - UNPAIRED} more for every pair" in text
    assert THEIRS / (MINE >> 8) == 0.75
