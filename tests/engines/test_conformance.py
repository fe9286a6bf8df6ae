"""The built-in engines pass what every engine must pass: a game of every table at each change, many now and then.

An engine is taken up when it has its golden games, ``golden/<engine>-<rules_version>.json``. They are written by::

    python -m plugins.conformance <engine> --golden tests/engines/golden --write-golden
"""

from pathlib import Path

import pytest

from plugins import registry
from plugins.conformance.pytest_plugin import conforms

GOLDEN = Path(__file__).with_name("golden")

for engine_id in registry.engines():
    # Those of an older version count: with a new version and no new file the check of golden games must fail.
    if not list(GOLDEN.glob(f"{engine_id}-*.json")):
        continue
    quick = {name: factory for name, factory in registry.policies(engine_id).items() if name != "search"}
    globals()[f"test_{engine_id}"] = conforms(engine_id, golden=GOLDEN, seeds=1, policies=quick)
    globals()[f"test_{engine_id}_over_many_seeds"] = pytest.mark.long(conforms(engine_id, seeds=20))


def test_all_engines_are_checked():
    checked = {name for name in globals() if name.endswith("_over_many_seeds")}
    assert checked >= {f"test_{name}_over_many_seeds" for name in ("advantage", "construction", "rummy", "trash")}
