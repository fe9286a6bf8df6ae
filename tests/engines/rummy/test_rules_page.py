"""RULES.md describes the shapes that the engine has."""

import json
import re
from pathlib import Path

from engines import rummy
from engines.rummy import INFO
from engines.rummy.state import TURN_OVERS
from plugins.options import complete_options
from tests.engines.rummy.positions import RUMMY, position

PAGE = Path(rummy.__file__).with_name("RULES.md").read_text()
STATE = position(["8C 8D", "9C 9D"], layouts=["5H JK=6H 7H"], opened=True)


def section(name: str) -> str:
    return PAGE.split(f"## {name}\n")[1].split("\n## ")[0]


def keys(name: str) -> set[str]:
    """The names in the first column of a section's table."""
    return {
        key for row in re.findall(r"^\|(.*?)\|", section(name), re.MULTILINE) for key in re.findall(r"`(\w+)`", row)
    }


def test_observation_and_snapshot():
    assert keys("Observation") == set(STATE.observe(0))
    assert keys("Observation") - {"seat", "hand", "put_down"} | keys("Snapshot") == set(STATE.snapshot())


def test_options_and_variants():
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|(.*)\|$", section("Variants and options"), re.MULTILINE)
    assert {name for name, _ in rows} == set(INFO.options["properties"])
    words = {"null": None, "yes": True, "no": False}
    for name, row in rows:
        for variant, cell in zip("abcd", (cell.strip() for cell in row.split("|")), strict=True):
            value = words[cell] if cell in words else int(cell) if cell.isdigit() else cell
            assert complete_options(INFO, {}, variant)[name] == value


def test_every_action_of_the_page_is_one():
    forms = re.findall(r"^\| `(\{.*?\})` \|", section("Actions"), re.MULTILINE)
    assert len(forms) == 7
    for form in map(json.loads, forms):
        assert RUMMY.encode(RUMMY.decode(form)) == form


def test_limits_and_the_bound():
    assert TURN_OVERS == 3
    assert "three turn-overs" in PAGE
    assert f"at most {INFO.max_decisions:,} actions" in PAGE
    # The derivation: turns that begin with a draw, or with the open card; put-downs; swaps.
    draws, takes = 4 * 112, 112 - 2
    put_down = takes + 1
    assert INFO.max_decisions == 2 * (draws + takes) + put_down + (put_down + takes)
