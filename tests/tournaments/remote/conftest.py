"""A real broker for the tests of remote bots, empty at the begin of each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.broker import Broker
from tournaments.remote.connection import client


@pytest.fixture(scope="module")
def own_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    folder: Path = tmp_path_factory.mktemp("broker")
    with Broker(folder / "run", log=folder / "broker.log") as broker:
        yield broker


@pytest.fixture
def broker(own_broker: Broker, settings: Any) -> Broker:
    if own_broker.poll() is not None:
        own_broker.start()
    settings.CELERY_BROKER_URL = own_broker.url
    client().flushall()
    return own_broker
