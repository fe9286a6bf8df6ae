"""What every test shares: an environment of its own, and markers that follow from what a test uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.settings import SCRATCH


@pytest.fixture(scope="session")
def scratch() -> Path:
    """The directory that stands for var/ in this run."""
    return Path(SCRATCH.name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the database, so that a second run on another database can choose it."""
    needs = {"db", "transactional_db", "django_db_setup", "live_server", "client", "admin_client"}
    for item in items:
        if item.get_closest_marker("django_db") or needs & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")
