"""RULES.md describes the shapes that the engine has."""

import re
from pathlib import Path

from engines import trash
from engines.trash.engine import Trash
from engines.trash.policies import DOUBT, ITERATIONS
from engines.trash.state import HANDS, TURNS
from plugins.chance import Chance

PAGE = Path(trash.__file__).with_name("RULES.md").read_text()
STATE = Trash().new({"start_size": 10}, 2, Chance(b""))


def keys(section: str) -> set[str]:
    """The names in the first column of a section's table."""
    table = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    return {name for row in re.findall(r"^\|(.*?)\|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}


def test_observation_and_snapshot():
    assert keys("Observation") == set(STATE.observe(0))
    assert keys("Observation") - {"seat", "stock_cards"} | keys("Snapshot") == set(STATE.snapshot())


def test_limits_and_the_bound():
    assert f"the {HANDS}th hand" in PAGE
    assert f"the {TURNS:,}th turn" in PAGE
    assert f"at most {trash.INFO.max_decisions:,} actions" in PAGE


def test_policies():
    text = PAGE.split("## Policies\n")[1]
    assert set(re.findall(r"`(\w+)`", text)) - {"sample"} == set(trash.croupier_policies("trash"))
    assert f"in {ITERATIONS // 2} worlds" in text
    assert (DOUBT, "more than three standard errors" in text) == (9, True)
