"""/api/v1/bots/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments.models import Bot

pytestmark = pytest.mark.django_db


def test_an_owner_registers_a_bot(ada, anonymous):
    response = ada.post("/api/v1/bots/", {"name": "Lovelace", "engine": "trash"})
    assert response.status_code == 201
    bot = response.json()
    assert bot == {
        "id": Bot.objects.get().pk,
        "name": "Lovelace",
        "engine": "trash",
        "owner": "ada",
        "active": None,
        "present": None,
        "created_at": bot["created_at"],
    }
    assert response["Location"] == f"http://testserver/api/v1/bots/{bot['id']}/"
    assert anonymous.get(response["Location"]).json() == bot


@pytest.mark.parametrize(
    ("body", "at", "saying"),
    [
        ({}, "/name", "required"),
        ({"name": "", "engine": "trash"}, "/name", "blank"),
        ({"name": " \t", "engine": "trash"}, "/name", "blank"),
        ({"name": "x" * 65, "engine": "trash"}, "/name", "64"),
        ({"name": 3, "engine": "trash"}, "/name", "3 is not a text"),
        ({"name": None, "engine": "trash"}, "/name", "null"),
        ({"name": "a", "engine": "chess"}, "/engine", '"chess" is not one of'),
        ({"name": "a", "engine": ["trash"]}, "/engine", '["trash"] is not a text'),
        ({"name": "a", "engine": "trash", "owner": "bob"}, "/owner", "not a field here; the fields are name, engine"),
    ],
)
def test_it_rejects(ada, body, at, saying):
    refused(ada.post("/api/v1/bots/", body), 400, saying, at=at)
    assert not Bot.objects.exists()


def test_it_rejects_a_name_of_theirs(ada, bob):
    ada.send("bots/", name="Lovelace", engine="trash")
    refused(ada.post("/api/v1/bots/", {"name": "Lovelace", "engine": "trash"}), 409, "Lovelace", code="name_taken")
    bob.send("bots/", name="Lovelace", engine="trash")


def test_it_takes_the_scope_bots(anonymous, ada, olga):
    body = {"name": "Lovelace", "engine": "trash"}
    assert refused(anonymous.post("/api/v1/bots/", body), 401)
    refused(caller(ada.actor, "read").post("/api/v1/bots/", body), 403, "bots", code="insufficient_scope")
    refused(olga.post("/api/v1/bots/", body), 403, code="insufficient_scope")


def test_a_repeated_key_has_one_effect(ada):
    def post(name):
        return ada.post("/api/v1/bots/", {"name": name, "engine": "trash"}, HTTP_IDEMPOTENCY_KEY="k")

    first, second = post("Lovelace"), post("Lovelace")
    assert second.status_code == 201
    assert second.json() == first.json()
    assert second["Location"] == first["Location"]
    assert Bot.objects.count() == 1
    refused(post("Other"), 422, code="idempotency_key_reused")


def test_anyone_lists_bots_in_one_statement(anonymous, django_assert_num_queries):
    made = [arena.bot(f"b{number}", by=arena.owner(f"o{number % 2}")) for number in range(5)]
    with django_assert_num_queries(1):
        page = anonymous.ask("bots/", {"limit": 3})
    assert [bot["id"] for bot in page["results"]] == [bot.pk for bot in made[:3]]
    assert page["results"][0]["active"] == 1
    rest = anonymous.get(page["next"]).json()
    assert [bot["id"] for bot in rest["results"]] == [bot.pk for bot in made[3:]]
    assert rest["next"] is None


def test_it_filters_by_owner_and_engine(anonymous):
    mine = arena.bot("a", by=arena.owner("ada"))
    arena.bot("b", by=arena.owner("bob"))
    assert [bot["id"] for bot in anonymous.ask("bots/", {"owner": "ada", "engine": "trash"})["results"]] == [mine.pk]
    assert anonymous.ask("bots/", {"owner": "ada", "engine": "chess"})["results"] == []
    assert anonymous.ask("bots/", {"owner": "ad"})["results"] == []


def test_it_says_which_bot_is_not_there(anonymous):
    refused(anonymous.get("/api/v1/bots/12/"), 404, "there is no bot 12")
