"""Real processes for the end-to-end tests: a broker, workers and beat, on the database of the test run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from kombu import pools

from deploy.broker import Broker
from deploy.celery import app
from tests.e2e.stack import Stack
from tests.tournaments.play.players.sandboxed import sandbox

__all__ = ["sandbox"]


def database_url() -> str:
    """The database of this test run, for other processes."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{quote(settings['NAME'])}"
    user, password = quote(settings["USER"]), quote(settings["PASSWORD"])
    return f"postgresql://{user}:{password}@/{settings['NAME']}?host={quote(settings['HOST'], safe='')}"


@pytest.fixture
def stack(transactional_db: None, tmp_path: Path) -> Iterator[Stack]:
    """A broker, to which this process sends too, and workers on demand; all end with the test."""
    with ExitStack() as ends:
        broker = ends.enter_context(Broker(tmp_path / "run", log=tmp_path / "broker.log"))
        before = app.conf.broker_url
        ends.callback(use_broker, before)
        use_broker(broker.url)
        yield Stack(broker, database_url(), tmp_path, ends)


def use_broker(url: str) -> None:
    """Make this process send to another broker."""
    pools.reset()
    app.conf.broker_url = app.conf.broker_read_url = app.conf.broker_write_url = url
    app.__dict__.pop("amqp", None)
    app._pool = None
