"""Messages: sent after the commit, and not sending is no error."""

from __future__ import annotations

from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments import tasks
from tournaments.dispatch import send

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """What was given to the broker."""
    given: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(send, "_send", lambda name, ids, routes=None: given.append((name, ids)))
    return given


def test_nothing_is_sent_before_the_commit(sent, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        send.send_matches(iter([3, 1]))
        send.send_matches([])
        send.send_close(7)
        send.send_trials(iter([4]))
        send.send_trials([])
        assert sent == []
    assert sent == [(send.PLAY, [3, 1]), (send.CLOSE, [7]), (send.PLAY_TRIAL, [4])]


def test_nothing_is_sent_for_what_is_rolled_back(sent, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        send.send_matches([1])
        send.send_close(7)
        transaction.set_rollback(True)
    assert sent == []


def test_each_task_carries_one_id(monkeypatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(tasks.play_match, "apply_async", lambda arguments, producer: seen.append(arguments))
    send._send(send.PLAY, [3, 1])
    assert seen == [(3,), (1,)]
    assert {send.PLAY, send.PLAY_TRIAL, send.CLOSE} <= set(current_app.tasks)


@pytest.mark.parametrize("error", [OperationalError("away"), ConnectionResetError("away")])
def test_a_broker_that_is_away_is_no_error(monkeypatch, caplog, error: Exception) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(tasks.play_match, "apply_async", fail)
    send._send(send.PLAY, [3, 1])
    assert "2 messages of tournaments.play_match are left to the sweeper" in caplog.text
