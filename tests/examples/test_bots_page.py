"""What docs/bots.md tells a contestant to do is what works: its commands are run, its output is what they print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from plugins.protocol import Limits
from tests.examples.runtimes import GAMES, ROOT, example
from tournaments.play.practice import arguments
from tournaments.remote import mailbox

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
PART = PAGE[PAGE.index("## From nothing to a bot in a tournament") : PAGE.index("## On a server")]
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PART, re.DOTALL | re.MULTILINE)
COMMANDS = [line for language, block in BLOCKS if language == "sh" for line in block.splitlines()]
PRACTICE = [line for line in COMMANDS if "tournaments.play.local" in line]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder like the root of a checkout, with the bot of the page in it."""
    for name in ("plugins", "engines", "tournaments", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    (bot,) = (block for language, block in BLOCKS if language == "python")
    (tmp_path / "my_bot.py").write_text(bot)
    return tmp_path


def run(command: str, folder: Path) -> str:
    """What the command prints, with the Python of these tests in place of that of ``.venv``."""
    words = shlex.split(command)
    assert words[0] == ".venv/bin/python"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    return re.sub(r"\d+\.\d ms", "? ms", done.stdout)


def test_what_it_installs_is_what_an_engine_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = sorted(re.split(r"[<>=]", name)[0] for name in project["dependencies"])
    assert COMMANDS[:2] == [
        "python3 -m venv .venv",
        f".venv/bin/python -m pip install --quiet {' '.join(needed)}",
    ]
    assert f"Python {project['requires-python'].removeprefix('>=')} or later" in PART


@pytest.mark.parametrize("command", PRACTICE)
def test_its_commands_run(checkout: Path, command: str) -> None:
    if ".js" in command:
        example("javascript", "rummy")
    printed = run(command, checkout)
    if "--help" not in command:
        assert re.search(r"^\w+\.\w+: \d+ games, won \d+, drew \d+, lost \d+; ", printed, re.MULTILINE)
        assert "It failed" not in printed


def test_the_output_shown_is_what_is_printed(checkout: Path) -> None:
    (shown,) = (block for language, block in BLOCKS if language == "")
    before = PART[: PART.index(shown)]
    command = re.findall(r"^```sh\n(.*?)\n```$", before, re.DOTALL | re.MULTILINE)[-1]
    assert re.sub(r"\d+\.\d ms", "? ms", shown) == run(command, checkout)


def test_every_option_is_explained() -> None:
    options = [option for action in arguments.parser()._actions for option in action.option_strings]
    assert re.findall(r"^\| `(--\w+)` \|", PART, re.MULTILINE) == [
        option for option in options if option not in ("-h", "--help")
    ]


def test_every_example_and_rules_page_is_linked_and_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", PAGE)
    links = [link for link in links if not link.startswith("http")]
    for game in GAMES:
        assert {f"../examples/python/{game}.py", f"../examples/javascript/{game}.js"} <= set(links)
        assert f"../engines/{game}/RULES.md" in links
    assert all((ROOT / "docs" / link).resolve().exists() for link in links)
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def test_the_limits_said_are_those_of_the_settings() -> None:
    """In the table, the settings' page, and the settings themselves, which these tests leave as they are."""
    table = PAGE[PAGE.index("### Limits") : PAGE.index("## A remote bot")]
    found = re.findall(r"^\|[^|]+\| ([\d,]+(?: MiB)?) \| `(CROUPIER_\w+)` \|$", table, re.MULTILINE)
    rows = {name: shown for shown, name in found}
    assert len(rows) == table.count("CROUPIER_")
    for name, shown in rows.items():
        if name == "CROUPIER_RATE_PLAY":
            assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["play"] == f"{shown.replace(',', '')}/minute"
            continue
        unit = {True: 1 << 20, False: 1}[shown.endswith("MiB") and name.endswith("BYTES")]
        assert getattr(settings, name) == int(shown.split()[0]) * unit, name
    assert f"| games a remote bot is asked in at once | {mailbox.MOST_GAMES} |" in table
    limits = Limits()
    times = f"{limits.move_ms / 1000:.0f} s, {limits.bank_ms / 1000:.0f} s, {limits.game_ms / 60000:.0f} min"
    assert f"| {times} | the event's" in table
