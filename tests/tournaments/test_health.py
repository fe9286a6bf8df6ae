"""/healthz and /readyz"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import current_app
from django.db import OperationalError, connection
from django.utils import timezone

from tests.tournaments import arena
from tournaments import health
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def use_broker(monkeypatch):
    """Make the process's broker another one."""

    def use(url: str) -> None:
        monkeypatch.setattr(health, "broker", health.BrokerCheck())
        monkeypatch.setattr(health, "BROKER_OPTIONS", dict.fromkeys(health.BROKER_OPTIONS, 0.1))
        connect = current_app.connection_for_read
        monkeypatch.setattr(current_app, "connection_for_read", lambda **options: connect(url, **options))

    return use


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def test_the_process_is_alive_whatever_else_is_not(client, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(health.BrokerCheck, "check", lambda self: pytest.fail("it looked at the broker"))
    with django_assert_num_queries(0):
        response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_it_is_ready(client, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "checks": {"broker": "ok", "database": "ok"},
        "oldest_pending_seconds": None,
    }
    assert "no-cache" in response["Cache-Control"]


def test_it_says_how_long_a_match_has_waited_and_is_ready_all_the_same(client):
    event = arena.event(4)
    first, second = Match.objects.filter(round__tournament=event)
    Match.objects.filter(pk=first.pk).update(created_at=timezone.now() - timedelta(hours=1))
    response = client.get("/readyz")
    assert response.status_code == 200
    assert 3600 <= response.json()["oldest_pending_seconds"] < 3700
    Match.objects.filter(pk=first.pk).update(state="finished")
    assert 0 <= client.get("/readyz").json()["oldest_pending_seconds"] < 100
    Match.objects.filter(pk=second.pk).update(state="running")
    assert client.get("/readyz").json()["oldest_pending_seconds"] is None


def test_a_paused_event_waits_for_no_worker(client):
    event = arena.event(2)
    type(event).objects.filter(pk=event.pk).update(state="paused")
    assert client.get("/readyz").json()["oldest_pending_seconds"] is None


def test_a_database_that_is_away(client, monkeypatch):
    def fail() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "ensure_connection", fail)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {
        "status": "unavailable",
        "checks": {"broker": "ok", "database": "does not answer"},
        "oldest_pending_seconds": None,
    }


def test_a_broker_that_is_away(client, use_broker):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    use_broker(f"redis://127.0.0.1:{port}/0")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"] == {"broker": "does not answer", "database": "ok"}


def test_a_broker_that_hangs_does_not_hang_the_answer(client, use_broker, silent):
    use_broker(silent)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["broker"] == "does not answer"


def test_a_transport_that_hangs_costs_one_thread_however_often_it_is_asked(monkeypatch):
    release, tried = threading.Event(), []

    def hang() -> str:
        tried.append(1)
        release.wait()
        return "ok"

    monkeypatch.setattr(health, "connect", hang)
    check = health.BrokerCheck()
    assert [check.check(0.01) for _ in range(3)] == ["does not answer"] * 3
    assert len(tried) == 1
    release.set()
    assert check.check(60) == "ok"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_only_reading(client, path):
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200
