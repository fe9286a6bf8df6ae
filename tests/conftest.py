"""What every test shares: an environment of its own, and markers that follow from what a test uses."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.settings import SCRATCH
from tournaments.access import brief
from tournaments.dispatch import claim

# Started in the background of a script, pytest ignores SIGINT, and so would programs that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# No test asserts how long something takes, so hypothesis does not either.
settings.register_profile(
    "croupier",
    parent=settings.get_profile(settings.get_current_profile_name()),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("croupier")
# What runs for every change leaves the long search for examples to --long.
settings.register_profile("quick", parent=settings.get_profile("croupier"), max_examples=30)


FAR = {
    "admin", "api", "display", "pages", "test_remote.py", "test_first_tournament.py", "test_every_kind.py",
    "test_swiss_of_300.py",
}  # fmt: skip


def _is_quick(config: pytest.Config) -> bool:
    return "not long" in (config.option.markexpr or "")


def pytest_configure(config: pytest.Config) -> None:
    if _is_quick(config):
        settings.load_profile("quick")


@pytest.fixture(scope="session")
def scratch() -> Path:
    """The directory that stands for var/ in this run."""
    return Path(SCRATCH.name)


@pytest.fixture(autouse=True)
def _forget_events() -> None:
    """A test's rows have the ids of those of the test before."""
    claim.forget()
    brief.forget()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs the database, so that a second run on another database can choose it.

    Several processes share the tests out by their ids: of two with one id only one would be run. Schemathesis names the
    operation in the name alone.
    """
    seen: set[str] = set()
    for item in items:
        if not item.nodeid.endswith(item.name):
            item._id = item.parent.id.child(item.name)
        if item.nodeid in seen:
            raise pytest.UsageError(f"two tests are called {item.nodeid}")
        seen.add(item.nodeid)
    needs = {"db", "transactional_db", "django_db_setup", "live_server", "admin_client"}
    # What API, pages and programs make of rows hardly depends on the database, and what a browser makes of pages not at
    # all: for every change they run on one, and under --long all but the last run on the other too.
    far = FAR if _is_quick(config) else set()
    for item in items:
        used = set(getattr(item, "fixturenames", ()))
        once = "tab" in used or far & set(item.path.parts)
        if not once and (item.get_closest_marker("django_db") or needs & used):
            item.add_marker("database")
    # What takes long is begun first, so that at the end no process waits for another.
    items.sort(key=lambda item: item.get_closest_marker("e2e") is None)
