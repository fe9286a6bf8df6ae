"""Which Pythons are found, and how another process is told what to import."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from plugins.conformance import interpreters
from plugins.conformance.errors import ConformanceError
from plugins.conformance.interpreters import Python, Unable, ask, load_reference, others, ours
from tests.plugins.conformance.little import Little

GAME = {"options": {"hand": 2}, "seats": 2, "seed": "00"}
FOREIGN = next(version for version in interpreters.VERSIONS if version != ours().version)


@pytest.fixture(autouse=True)
def _no_other_pythons(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(interpreters.VARIABLE, raising=False)
    yield
    interpreters._version.cache_clear()


def pretend(path: Path, version: str, status: int = 0) -> str:
    """A program that answers as an interpreter of that version, or fails as a shim for one that is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


def test_none_is_found_where_there_is_none():
    found, missed = others()
    assert found == []
    assert f"python{FOREIGN} is not on the PATH, or does not run" in missed
    assert len(missed) == len(set(interpreters.VERSIONS) - {ours().version})


def test_a_shim_that_does_not_run_is_passed_over(monkeypatch, tmp_path):
    name = f"python{FOREIGN}"
    pretend(tmp_path / "shims" / name, FOREIGN, status=127)
    right = pretend(tmp_path / "bin" / name, FOREIGN)
    monkeypatch.setenv("PATH", f"{tmp_path}/shims{os.pathsep}{tmp_path}/bin")
    found, missed = others()
    assert found == [Python(right, FOREIGN)]
    assert not any(name in why for why in missed)


def test_the_versions_beside_a_shim_that_does_not_run_are_found(monkeypatch, tmp_path):
    name = f"python{FOREIGN}"
    pretend(tmp_path / "shims" / name, FOREIGN, status=127)
    right = pretend(tmp_path / "versions" / f"{FOREIGN}.1" / "bin" / name, FOREIGN)
    monkeypatch.setenv("PATH", f"{tmp_path}/shims")
    assert others()[0] == [Python(right, FOREIGN)]


def test_named_ones_come_first(monkeypatch, tmp_path):
    named = pretend(tmp_path / "mine" / "python", FOREIGN)
    pretend(tmp_path / f"python{FOREIGN}", FOREIGN)
    assert others([named])[0] == [Python(named, FOREIGN)]
    monkeypatch.setenv(interpreters.VARIABLE, named)
    assert others()[0] == [Python(named, FOREIGN)]


def test_a_named_one_that_does_not_run_is_an_error(tmp_path):
    path = pretend(tmp_path / "python", FOREIGN, status=1)
    for named in (path, str(tmp_path / "nothing")):
        with pytest.raises(ConformanceError, match=rf"^python {named}: it does not run; the path of an interpreter"):
            others([named])


def test_one_that_is_too_old_is_not_asked(tmp_path):
    old = pretend(tmp_path / "python", "3.8")
    found, missed = others([old])
    assert found == []
    assert missed[0].startswith(f"{old} is Python 3.8, not one of 3.11, ")


def test_load_by_name():
    assert load_reference(Little) == ("tests.plugins.conformance.little", "Little")
    main = type("Load", (), {"__module__": "__main__"})
    for load in (partial(Little), lambda: Little(), main):
        with pytest.raises(ConformanceError, match=r"a function at the top of an importable module would be right$"):
            load_reference(load)


def test_another_process_answers(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit('the folder it is started in was imported from')")
    [said] = ask(ours(), 3, load_reference(Little), [GAME], 100, 5)
    assert (said["end"], said["decisions"], len(said["marks"])) == ("over", 40, 5)


def test_an_engine_that_cannot_be_imported_there():
    with pytest.raises(Unable, match="ModuleNotFoundError: No module named 'nowhere'"):
        ask(ours(), 0, ("nowhere", "Engine"), [GAME], 100, 5)


def test_a_failure_there_is_told():
    with pytest.raises(
        ConformanceError, match="with PYTHONHASHSEED=0: the games failed: KeyError: 'hand'; they do not"
    ):
        ask(ours(), 0, load_reference(Little), [{**GAME, "options": {}}], 100, 5)


class Printing(Little):
    def new(self, options, seats, chance):
        sys.stdout.write("dealing\n")
        return super().new(options, seats, chance)


def test_an_engine_may_print():
    assert len(ask(ours(), 0, load_reference(Printing), [GAME], 100, 5)) == 1


def test_what_another_python_imports_needs_nothing_installed():
    """Another Python has neither the compiled packages that jsonschema needs, nor pytest."""
    blocked = "; ".join(f"sys.modules['{name}'] = None" for name in ("jsonschema", "referencing", "pytest"))
    program = f"import sys; {blocked}; import plugins.conformance.child; import tests.plugins.conformance.little"
    root = Path(interpreters.__file__).parents[2]
    subprocess.run([sys.executable, "-c", program], cwd=root, check=True)


def test_the_standard_library_is_not_handed_on():
    path = interpreters._search_path()
    assert not any(Path(entry, "json", "__init__.py").exists() for entry in path)
    assert any(Path(entry, "pluggy").is_dir() for entry in path)
    assert any(Path(entry, "plugins", "conformance").is_dir() for entry in path)
    assert all(Path(entry).is_absolute() for entry in path)
