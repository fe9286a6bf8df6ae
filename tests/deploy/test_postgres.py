"""The private PostgreSQL with a real server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid

import psycopg
import pytest

from deploy.environment import database
from deploy.postgres import Postgres, find_binaries
from deploy.process import ROOT, ServiceError
from tests.deploy.processes import MARK, marked, wait_for


def missing() -> bool:
    try:
        find_binaries()
    except ServiceError:
        return os.environ.get("CI") != "true"  # there, a missing server is a failure
    return False


pytestmark = pytest.mark.skipif(missing(), reason="no PostgreSQL server is installed")


def test_the_url_leads_to_an_empty_database_and_stop_leaves_nothing():
    with Postgres() as server:
        settings = database(server.url)
        with psycopg.connect(host=settings["HOST"], user=settings["USER"], dbname=settings["NAME"]) as link:
            shown = {name: link.execute(f"SHOW {name}").fetchone()[0] for name in ("listen_addresses", "fsync")}
            tables = link.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()[0]
        assert shown == {"listen_addresses": "", "fsync": "off"}
        assert tables == 0
    assert not server.directory.exists()
    assert server.poll() == 0


def test_a_command_is_run_beside_it_and_gives_the_status():
    script = "case $CROUPIER_DATABASE_URL in postgresql://croupier@/croupier*) exit 5 ;; esac"
    done = subprocess.run([sys.executable, "-m", "deploy.postgres", "sh", "-c", script], cwd=ROOT, check=False)
    assert done.returncode == 5


def test_it_dies_with_its_parent():
    mark = uuid.uuid4().hex
    parent = subprocess.Popen(
        [sys.executable, "-m", "deploy.postgres", "sh", "-c", "echo $CROUPIER_DATABASE_URL; exec sleep 1"],
        cwd=ROOT,
        env={**os.environ, MARK: mark},
        stdout=subprocess.PIPE,
        text=True,
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().startswith("postgresql://")
        assert len(marked(mark)) > 2
        os.kill(parent.pid, signal.SIGKILL)
    wait_for(lambda: not marked(mark), what="the end of PostgreSQL")
