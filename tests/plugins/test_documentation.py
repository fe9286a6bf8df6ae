"""What docs/engines.md shows is what works."""

import re
from pathlib import Path

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


def test_the_programs_shown_run(monkeypatch, capsys):
    quarantine, trial = blocks("python")[1:]
    exec(compile(quarantine, "docs/engines.md", "exec"), {})
    exec(compile(trial.replace("high_card", "trash"), "docs/engines.md", "exec"), {})
    assert "Result(ranks=(" in capsys.readouterr().out


def test_names_and_methods_are_those_that_are_checked():
    assert f"`{NAME.pattern}`" in PAGE
    contract = (ROOT / "plugins" / "contract.py").read_text()
    engine = contract.split("class Engine(Protocol)")[1].split("class EngineInfo")[0]
    assert tuple(re.findall(r"def (\w+)\(", engine)) == ENGINE_METHODS
