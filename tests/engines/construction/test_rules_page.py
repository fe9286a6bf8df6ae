"""RULES.md describes the shapes and bounds that the engine has."""

import re
from pathlib import Path

from engines import construction
from engines.construction.engine import Construction
from engines.construction.lookahead import CANDIDATES, DOUBT, HORIZON, ITERATIONS
from engines.construction.network import FARTHEST
from engines.construction.policies import HIGH
from engines.construction.routes import SUPPORT, UNLAID
from engines.construction.state import RESHUFFLES, TOP
from plugins.chance import Chance

PAGE = Path(construction.__file__).with_name("RULES.md").read_text()
STATE = Construction().new({"adjudicate": True}, 2, Chance(b""))


def table(section: str) -> list[str]:
    """The first column of a section's table."""
    text = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"^\|(.*?)\|", text, re.MULTILINE)[2:]


def keys(section: str) -> set[str]:
    return {name for row in table(section) for name in re.findall(r"`(\w+)`", row)}


def test_observation_and_snapshot():
    assert keys("Observation") == set(STATE.observe(0))
    hidden = {"seat", "closed_cards", "turned", "progress"}
    assert keys("Observation") - hidden | keys("Snapshot") == set(STATE.snapshot())


def test_actions():
    """Every form of the table is read, and the table is in the order of legal actions."""
    forms = [eval(row.strip(" `")) for row in table("Actions")]
    actions = [Construction().decode(form) for form in forms]
    assert [Construction().encode(action) for action in actions] == forms
    assert actions == sorted(actions)
    assert {form["t"] for form in forms} == {"build", "big", "small", "king", "discard"}


def test_limits_and_the_bound():
    assert (RESHUFFLES, TOP) == (3, 10)
    assert "after three reshuffles there is no fourth" in PAGE
    assert f"at most {construction.INFO.max_decisions} actions" in PAGE
    assert f"from -{FARTHEST} to {FARTHEST}" in PAGE


def test_variants_and_options():
    text = PAGE.split("## Variants\n")[1].split("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", text)) == set(construction.INFO.variants)
    assert all(f"`{option}`" in PAGE for option in construction.INFO.options["properties"])


def test_what_greedy_reckons_with():
    text = PAGE.replace("\n", " ")
    assert f"missing {UNLAID / 1000}" in text
    assert SUPPORT == 1000
    assert f"a card of rank {HIGH} or more" in text


def test_what_search_does_with():
    text = PAGE.replace("\n", " ")
    assert f"at most {CANDIDATES} actions" in text
    assert f"A playout opens {HORIZON} cards" in text
    assert f"at most {ITERATIONS} playouts" in text
    assert DOUBT == 2 * 2
    assert "better by two standard errors" in text
