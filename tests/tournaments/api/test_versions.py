"""/api/v1/bots/{id}/versions/ and activate/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import refused
from tournaments.models import BotVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(ada):
    return ada.send("bots/", name="Lovelace", engine="trash")["id"]


def test_versions_are_numbered_and_the_first_is_active(ada, anonymous, bot):
    response = ada.post(f"/api/v1/bots/{bot}/versions/", {"kind": "policy", "policy": "greedy"})
    assert response.status_code == 201
    first = response.json()
    assert first == {
        "id": BotVersion.objects.get().pk,
        "number": 1,
        "kind": "policy",
        "policy": "greedy",
        "runtime": "",
        "main": "",
        "digest": "",
        "files": 0,
        "size": 0,
        "state": "qualified",
        "qualified_at": first["qualified_at"],
        "active": True,
        "suspended_at": None,
        "suspension": "",
        "created_at": first["created_at"],
    }
    assert anonymous.get(response["Location"]).json() == first
    second = ada.send(f"bots/{bot}/versions/", kind="policy", policy="random")
    assert (second["number"], second["active"]) == (2, False)
    assert anonymous.ask(f"bots/{bot}/")["active"] == 1


def test_activate_changes_the_active_version(ada, anonymous, bot):
    for policy in ("greedy", "random"):
        ada.send(f"bots/{bot}/versions/", kind="policy", policy=policy)
    assert ada.send(f"bots/{bot}/activate/", version=2)["active"] == 2
    assert ada.send(f"bots/{bot}/activate/", version=2)["active"] == 2
    assert [version["active"] for version in anonymous.ask(f"bots/{bot}/versions/")["results"]] == [False, True]


def test_activate_rejects_what_is_no_version(ada, bot):
    ada.send(f"bots/{bot}/versions/", kind="policy", policy="greedy")
    refused(ada.post(f"/api/v1/bots/{bot}/activate/", {"version": 2}), 404, f"bot {bot} has no version 2")
    refused(ada.post(f"/api/v1/bots/{bot}/activate/", {"version": "1"}), 400, '"1" is not a whole', at="/version")
    refused(ada.post(f"/api/v1/bots/{bot}/activate/", {"version": True}), 400, "true is not a whole", at="/version")
    refused(ada.post(f"/api/v1/bots/{bot}/activate/", {}), 400, "required", at="/version")


@pytest.mark.parametrize(
    ("body", "at", "saying"),
    [
        ({"kind": "policy"}, "/policy", "policy: required: one of greedy, random, search"),
        ({"kind": "program"}, "/program", "program: required: a file, sent as multipart/form-data"),
        ({"kind": "program", "runtime": "python"}, "/runtime", "not a field"),
        ({"kind": "remote", "policy": "greedy"}, "/policy", "is not for a version of kind remote"),
        ({"kind": "policy", "policy": "best"}, "/policy", '"best" is not one of greedy, random, search'),
        ({"kind": "upload", "policy": "greedy"}, "/kind", '"upload" is not one of policy'),
        ({"kind": ["policy"], "policy": "greedy"}, "/kind", "is not one of policy"),
        ({"kind": "policy", "policy": 1}, "/policy", "1 is not a text"),
        ({"kind": "policy", "policy": "greedy", "number": 7}, "/number", "not a field"),
    ],
)
def test_it_rejects(ada, bot, body, at, saying):
    refused(ada.post(f"/api/v1/bots/{bot}/versions/", body), 400, saying, at=at)
    assert not BotVersion.objects.exists()


def test_another_owners_bot_is_left_alone(bob, bot):
    body = {"kind": "policy", "policy": "greedy"}
    refused(bob.post(f"/api/v1/bots/{bot}/versions/", body), 403, f"bot {bot} is another owner's")
    refused(bob.post(f"/api/v1/bots/{bot}/activate/", {"version": 1}), 403, "another owner's")


def test_it_says_what_is_not_there(ada, anonymous, bot):
    refused(anonymous.get("/api/v1/bots/999/versions/"), 404, "there is no bot 999")
    refused(anonymous.get(f"/api/v1/bots/{bot}/versions/3/"), 404, f"there is no version 3 of bot {bot}")
    refused(ada.post("/api/v1/bots/999/versions/", {"kind": "policy", "policy": "greedy"}), 404, "no bot 999")


def test_a_repeated_key_has_one_effect(ada, bot):
    body = {"kind": "policy", "policy": "greedy"}
    answers = [ada.post(f"/api/v1/bots/{bot}/versions/", body, HTTP_IDEMPOTENCY_KEY="k").json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert BotVersion.objects.count() == 1


def test_the_list_takes_two_statements(anonymous, django_assert_num_queries):
    bot = arena.bot("b", by=arena.owner("ada"))
    for _ in range(4):
        arena.add_version(actor=arena.owner("ada"), bot_id=bot.pk, kind="policy", policy="random")
    with django_assert_num_queries(2):
        assert len(anonymous.ask(f"bots/{bot.pk}/versions/")["results"]) == 5
