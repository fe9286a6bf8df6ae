"""What docs/engines.md shows is what works."""

import re
from pathlib import Path

from plugins.conformance import plan
from plugins.vetting import ENGINE_METHODS, NAME

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = Path(__file__).with_name("example_engine")
PAGE = (ROOT / "docs" / "engines.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_plugin_shown_is_the_example_that_the_tests_install():
    module = (EXAMPLE / "src" / "high_card" / "__init__.py").read_text()
    assert module.split('"""\n\n', 1)[1] == blocks("python")[0]
    assert blocks("toml")[0] in (EXAMPLE / "pyproject.toml").read_text()


def test_the_engine_shown_is_the_example_that_passes_the_kit():
    _, game, policies, _, _, line = blocks("python")
    assert game == (EXAMPLE / "src" / "high_card" / "game.py").read_text()
    assert policies == (EXAMPLE / "src" / "high_card" / "policies.py").read_text()
    assert line == (EXAMPLE / "tests" / "test_high_card.py").read_text()


def test_the_checks_shown_are_those_there_are():
    rows = [f"| `{plan.name(check)}` | {plan.promise(check).removesuffix('.')} |" for check in plan.CHECKS]
    assert "\n".join(["|---|---|", *rows]) in PAGE


def test_the_programs_shown_run(monkeypatch, capsys):
    quarantine, trial = blocks("python")[3:5]
    exec(compile(quarantine, "docs/engines.md", "exec"), {})
    exec(compile(trial.replace("high_card", "trash"), "docs/engines.md", "exec"), {})
    assert "Result(ranks=(" in capsys.readouterr().out


def test_names_and_methods_are_those_that_are_checked():
    assert f"`{NAME.pattern}`" in PAGE
    contract = (ROOT / "plugins" / "contract.py").read_text()
    engine = contract.split("class Engine(Protocol)")[1].split("class EngineInfo")[0]
    assert tuple(re.findall(r"def (\w+)\(", engine)) == ENGINE_METHODS
