"""A third party's engine in a package of its own: really installed, found by its entry point, played to the end."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = Path(__file__).with_name("example_engine")

PROGRAM = """
import json
from types import SimpleNamespace
from plugins import registry
from plugins.chance import Chance

info, engine = registry.info("high_card"), registry.engine("high_card")
factories = registry.policies("high_card")
chance = Chance(b"example")
seats = 4
registry.check_seats(info, seats)
state = engine.new(registry.complete_options(info, {"rounds": 6}), seats, chance)
players = [factories[name]() for name in ("greedy", "random", "random", "random")]
streams = [chance.stream(f"seat:{seat}") for seat in range(seats)]
decisions = 0
while state.to_act():
    for seat in state.to_act():
        observation = state.observe(seat)
        assert engine.sample(observation, chance).observe(seat) == observation
        view = SimpleNamespace(
            legal=state.legal(seat), observation=observation, engine=engine, seat=seat, chance=streams[seat]
        )
        action = engine.decode(json.loads(json.dumps(engine.encode(players[seat].choose(view)))))
        state.apply(seat, action)
        decisions += 1
result = state.result()
print(json.dumps({
    "engines": list(registry.engines()),
    "quarantined": [plugin.reason for plugin in registry.quarantined()],
    "policies": list(factories),
    "defaults": registry.complete_options(info, {}, "long"),
    "decisions": decisions,
    "ranks": result.ranks,
    "scores": result.scores,
}))
"""


def run(*command: object, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Path:
    """The interpreter of a scratch environment with the example installed; what else is needed it has from ours."""
    scratch = tmp_path_factory.mktemp("example")
    source = shutil.copytree(EXAMPLE, scratch / "source")
    interpreter = scratch / "env" / "bin" / "python"
    uv = shutil.which("uv")
    if not uv and not importlib.util.find_spec("ensurepip"):
        pytest.fail("to install the example engine, uv or ensurepip (Debian: python3-venv) is needed")
    # Ours has the build backend; where it has not, the installer fetches it.
    offline = ["--no-build-isolation"] if importlib.util.find_spec("hatchling") else []
    if uv:
        run(uv, "venv", "--quiet", "--python", sys.executable, scratch / "env")
        install = [uv, "pip", "install", "--quiet", "--python", interpreter]
    else:
        run(sys.executable, "-m", "venv", scratch / "env")
        install = [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    [packages] = (scratch / "env" / "lib").glob("python*/site-packages")
    (packages / "ours.pth").write_text(sysconfig.get_path("purelib") + "\n")
    run(*install, "--no-deps", *offline, source)
    return interpreter


def test_it_is_found_loaded_and_played(python):
    found = json.loads(run(python, "-c", PROGRAM, PYTHONPATH=str(ROOT)))
    assert found["engines"] == sorted(found["engines"])
    assert {"high_card", "trash"} <= set(found["engines"])
    assert found["quarantined"] == []
    assert found["policies"] == ["greedy", "random"]
    assert found["defaults"] == {"rounds": 13}
    assert found["decisions"] == 4 * 6
    assert sum(found["scores"]) <= 6
    assert found["ranks"] == [sum(other > score for other in found["scores"]) for score in found["scores"]]


def test_it_is_the_same_game_in_every_process(python):
    assert len({run(python, "-c", PROGRAM, PYTHONPATH=str(ROOT), PYTHONHASHSEED=seed) for seed in ("0", "7")}) == 1


def test_its_own_test_passes(python):
    """The one line by which an author has his engine checked, in his environment."""
    printed = run(
        *(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", python.parents[2] / "source" / "tests"),
        PYTHONPATH=str(ROOT),
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
    )
    passed = re.search(r"^(\d+) passed in ", printed, re.MULTILINE)
    assert passed, printed
    assert int(passed[1]) > 100


def test_its_report(python):
    golden = python.parents[2] / "source" / "tests" / "golden"
    printed = run(
        *(python, "-m", "plugins.conformance", "high_card", "--seeds", 1, "--golden", golden), PYTHONPATH=str(ROOT)
    )
    assert "High Card (high_card), rules version 1\nvariants standard, long; 2, 3, 4 seats; " in printed
    assert "All 23 checks passed." in printed


def test_it_is_the_installed_one(python):
    where = run(python, "-c", "import high_card; print(high_card.__file__)", PYTHONPATH=str(ROOT))
    assert Path(where.strip()).is_relative_to(python.parents[1])


GOOD = (EXAMPLE / "src" / "high_card" / "__init__.py").read_text()
BROKEN = {
    "import_failure": "import a_module_that_is_not_there\n",
    "contract_breach": GOOD.replace("range(2, 5)", "range(2, 9)").replace('"high_card"', '"breach"'),
    "duplicate_id": GOOD.replace('id="high_card"', 'id="trash"'),
    "no_file": None,
}


def installed(folder: Path, name: str, source: str | None) -> None:
    """A distribution as an installer would leave it."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[croupier.engines]\n{name} = broken_{name}\n")
    if source is not None:
        (folder / f"broken_{name}.py").write_text(source)


LIST = """
import json
from plugins import registry
found = {plugin.plugin: plugin.reason for plugin in registry.quarantined()}
print(json.dumps({"engines": list(registry.engines()), "quarantined": found}))
"""


def test_broken_packages_are_quarantined_and_the_rest_goes_on(python, tmp_path):
    for name, source in BROKEN.items():
        installed(tmp_path, name, source)
    found = json.loads(run(python, "-c", LIST, PYTHONPATH=f"{ROOT}{os.pathsep}{tmp_path}"))
    assert {"high_card", "trash"} <= set(found["engines"])
    assert "breach" not in found["engines"]
    assert found["quarantined"] == {
        "contract_breach (contract-breach)": "engine breach: seats: range(2, 9) is not a range of step 1 within 2 to 6",
        "duplicate_id (duplicate-id)": "engine trash: this id is taken by the plugin engines.trash",
        "import_failure (import-failure)": "ModuleNotFoundError: No module named 'a_module_that_is_not_there'",
        "no_file (no-file)": "ModuleNotFoundError: No module named 'broken_no_file'",
    }


def test_a_misspelt_hook_stops_the_start(python, tmp_path):
    installed(tmp_path, "typo", GOOD.replace("def croupier_policies", "def croupier_policy"))
    done = subprocess.run(
        [python, "-c", LIST],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(
        "PluginValidationError: plugin typo (typo): the hook croupier_policy does not exist; "
        "the hooks are croupier_engines, croupier_policies"
    )
