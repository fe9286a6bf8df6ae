"""Requests that come at the same time have one effect: real threads, each with its own connection to the database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from tests.tournaments import arena
from tests.tournaments.api.conftest import Caller
from tournaments.models import AuditEntry, Bot, BotVersion, Entry, IdempotencyKey, Match, Round, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4


def at_once(act: Callable[[Caller], Any], client: Caller) -> list[Any]:
    """What `act` gives in each of four threads that begin together, with clients of the same token."""
    barrier = threading.Barrier(THREADS)
    found: list[Any] = [None] * THREADS

    def run(number: int) -> None:
        own = Caller(raise_request_exception=False)
        own.credentials(**client._credentials)
        try:
            barrier.wait()
            found[number] = act(own)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_start(olga):
    event = arena.event(4, start=False, options={"start_size": 1})
    answers = at_once(lambda client: client.post(f"/api/v1/tournaments/{event.pk}/start/"), olga)
    assert [answer.status_code for answer in answers] == [200] * THREADS
    assert {answer.json()["state"] for answer in answers} == {"running"}
    assert Round.objects.count() == 1
    assert Match.objects.count() == 2
    assert sorted(Entry.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert AuditEntry.objects.filter(verb="tournament.start").count() == 1
    event.refresh_from_db()
    assert {answer.json()["started_at"] for answer in answers} == {event.started_at.isoformat().replace("+00:00", "Z")}


def test_opposite_verbs(olga):
    """Whoever comes first, the other finds the state that it left."""
    event = arena.event(2, options={"start_size": 1})
    verbs = iter(["pause", "cancel", "pause", "cancel"])
    lock = threading.Lock()

    def act(client: Caller) -> Any:
        with lock:
            verb = next(verbs)
        return verb, client.post(f"/api/v1/tournaments/{event.pk}/{verb}/").status_code

    answers = at_once(act, olga)
    assert {status for verb, status in answers if verb == "cancel"} == {200}
    assert {status for verb, status in answers if verb == "pause"} <= {200, 409}
    assert Tournament.objects.get().state == "cancelled"
    assert AuditEntry.objects.filter(verb="tournament.cancel").count() == 1


def repeated(client: Caller, path: str, body: dict[str, Any]) -> list[Any]:
    """The same POST under the same key from all threads: all get the same answer."""
    answers = at_once(lambda own: own.post(f"/api/v1/{path}", body, HTTP_IDEMPOTENCY_KEY="once"), client)
    assert len({(answer.status_code, answer.content, answer.get("Location")) for answer in answers}) == 1
    assert [answer.get("Idempotency-Replayed") for answer in answers].count(None) == 1
    assert IdempotencyKey.objects.count() == 1
    return answers


def test_a_bot_under_one_key(ada):
    assert repeated(ada, "bots/", {"name": "Lovelace", "engine": "trash"})[0].status_code == 201
    assert Bot.objects.count() == 1


def test_a_version_under_one_key(ada):
    bot = ada.send("bots/", name="Lovelace", engine="trash")["id"]
    repeated(ada, f"bots/{bot}/versions/", {"kind": "policy", "policy": "greedy"})
    assert BotVersion.objects.count() == 1


def test_a_tournament_under_one_key(olga):
    repeated(olga, "tournaments/", {"name": "Cup", "engine": "trash", "format": "swiss"})
    assert Tournament.objects.count() == 1


def test_an_entry_under_one_key(ada, olga):
    event = arena.event(0, start=False)
    bot = arena.bot("Lovelace", by=ada.actor)
    repeated(ada, f"tournaments/{event.pk}/enter/", {"bot": bot.pk})
    assert Entry.objects.count() == 1


def test_one_name_without_a_key(ada):
    answers = at_once(lambda client: client.post("/api/v1/bots/", {"name": "Lovelace", "engine": "trash"}), ada)
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert Bot.objects.count() == 1


def test_versions_are_numbered_without_gaps(ada):
    bot = ada.send("bots/", name="Lovelace", engine="trash")["id"]
    body = {"kind": "policy", "policy": "greedy"}
    answers = at_once(lambda client: client.post(f"/api/v1/bots/{bot}/versions/", body), ada)
    assert sorted(answer.json()["number"] for answer in answers) == [1, 2, 3, 4]
    assert Bot.objects.get().active.number == 1


def test_one_bot_enters_once(ada, olga):
    event = arena.event(0, start=False)
    bot = arena.bot("Lovelace", by=ada.actor)
    answers = at_once(lambda client: client.post(f"/api/v1/tournaments/{event.pk}/enter/", {"bot": bot.pk}), ada)
    assert [answer.status_code for answer in answers] == [200] * THREADS
    assert Entry.objects.count() == 1
    assert AuditEntry.objects.filter(verb="entry.enter").count() == 1
