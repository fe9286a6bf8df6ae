"""An event of policies with the same secret is the same, byte for byte, with any number of workers on any database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from deploy.broker import Broker
from deploy.postgres import Postgres
from deploy.process import ROOT
from deploy.worker import Worker

pytestmark = pytest.mark.e2e


def played(folder: Path, database: str, workers: int) -> str:
    """What tests.e2e.same_event prints on a fresh database beside so many worker processes."""
    folder.mkdir()
    with Broker(folder / "run", log=folder / "broker.log") as broker:
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "CROUPIER_VAR": str(folder),
            "CROUPIER_BROKER_URL": broker.url,
            "CROUPIER_DATABASE_URL": database,
        }
        with Worker(env, log=folder / "worker.log", concurrency=workers):
            done = subprocess.run(
                [sys.executable, "-m", "tests.e2e.same_event"], cwd=ROOT, env=env, capture_output=True, text=True
            )
    assert done.returncode == 0, done.stderr + (folder / "worker.log").read_text()[-3000:]
    return done.stdout


@pytest.fixture
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this test's own."""
    with ExitStack() as ends:
        yield ends.enter_context(Postgres()).url


def test_one_worker_or_four_sqlite_or_postgresql(tmp_path: Path, postgres: str) -> None:
    accounts = {}
    for workers in (1, 4):
        accounts["SQLite", workers] = played(
            tmp_path / f"sqlite{workers}", f"sqlite://{tmp_path}/sqlite{workers}.db", workers
        )
        with psycopg.connect(postgres, autocommit=True) as link:
            link.execute(f"CREATE DATABASE workers{workers}")
        base, _, query = postgres.partition("?")
        url = f"{base.rpartition('/')[0]}/workers{workers}?{query}"
        accounts["PostgreSQL", workers] = played(tmp_path / f"postgres{workers}", url, workers)
    reference = accounts["SQLite", 1]
    events = json.loads(reference)
    games = [4 * 4 * 4, 3 * (4 + 4 + 3), 2 * 2 * 2, 3, 2 * 2 * 2, 3 * 2]
    assert [len(event["games"]) for event in events[:-1]] == games
    assert {(engine, seats) for engine, seats, *_ in events[-1]["ratings"]} == {
        ("advantage", 2),
        ("construction", 2),
        ("rummy", 2),
        ("rummy", 3),
        ("trash", 2),
        ("trash", 3),
        ("trash", 4),
    }
    for run, account in accounts.items():
        assert account == reference, f"{run} differs from one worker on SQLite"
