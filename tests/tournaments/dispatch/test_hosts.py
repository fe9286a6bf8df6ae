"""What a worker notes of its machine, and which queues it leaves to others."""

from __future__ import annotations

import pytest
from celery import current_app
from django.db import DatabaseError

from deploy.celery import leave_programs_to_others
from tournaments.dispatch import hosts
from tournaments.models import WorkerHost
from tournaments.play.players.sandbox import Lack, Sandbox

pytestmark = pytest.mark.django_db

LACK = Lack("bwrap is not installed", "install it")


@pytest.fixture
def lacks(monkeypatch: pytest.MonkeyPatch) -> list[Lack]:
    """What the sandbox lacks."""
    found: list[Lack] = []
    monkeypatch.setattr(Sandbox, "check", lambda self: list(found))
    return found


def test_what_was_found_is_noted_and_found_anew_at_the_next_start(lacks, caplog) -> None:
    assert hosts.examine() == []
    assert WorkerHost.objects.values_list("sandbox", "lacks").get() == (True, "")
    lacks.append(LACK)
    assert hosts.examine() == [LACK]
    assert WorkerHost.objects.values_list("sandbox", "lacks").get() == (False, "bwrap is not installed: install it")
    assert "programs of bots are not played here. bwrap is not installed: install it" in caplog.text


def test_a_database_that_is_away_keeps_no_worker_from_starting(lacks, monkeypatch, caplog) -> None:
    def away(**_: object) -> None:
        raise DatabaseError("password=hunter2")

    monkeypatch.setattr(WorkerHost.objects, "update_or_create", away)
    assert hosts.examine() == []
    assert "DatabaseError" in caplog.text
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize("works", [True, False])
def test_without_a_sandbox_a_worker_leaves_programs_to_others(lacks, monkeypatch, works: bool) -> None:
    if not works:
        lacks.append(LACK)

    class Instance:
        app = current_app

    queues = current_app.amqp.queues
    monkeypatch.setattr("deploy.celery.connections.close_all", lambda: None)
    try:
        leave_programs_to_others(instance=Instance)
        assert set(queues.consume_from) == {"matches", "rounds", *(["programs"] if works else [])}
    finally:
        queues.select(None)
        current_app.amqp.queues = current_app.amqp.Queues(current_app.conf.task_queues)


def test_a_worker_of_other_queues_looks_for_no_sandbox(monkeypatch) -> None:
    class Instance:
        app = current_app

    current_app.amqp.queues.select(["ratings"])
    monkeypatch.setattr("tournaments.dispatch.hosts.examine", lambda: pytest.fail("it looked"))
    try:
        leave_programs_to_others(instance=Instance)
    finally:
        current_app.amqp.queues = current_app.amqp.Queues(current_app.conf.task_queues)
