"""High Card passes what every engine must pass."""

from pathlib import Path

from plugins.conformance.pytest_plugin import conforms

test_high_card = conforms("high_card", golden=Path(__file__).with_name("golden"))
