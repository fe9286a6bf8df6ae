"""/api/v1/tournaments/{id}/entries/, enter/, withdraw/, disqualify/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga):
    return arena.event(0, start=False)


@pytest.fixture
def bot(ada):
    return arena.bot("Lovelace", by=ada.actor)


def test_an_owner_enters_a_bot(ada, anonymous, event, bot):
    entry = ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk)
    assert entry == {
        "id": Entry.objects.get().pk,
        "number": None,
        "bot": {"id": bot.pk, "name": "Lovelace"},
        "owner": "ada",
        "version": 1,
        "state": "in",
        "joined": 1,
        "annulled": False,
        "entered_at": entry["entered_at"],
        "checked_in_at": None,
        "left_at": None,
        "bye_requests": [],
    }
    shown = {"next": None, "results": [{**entry, "bye_requests": None}]}
    assert anonymous.ask(f"tournaments/{event.pk}/entries/") == shown


def test_entering_again_pins_the_active_version(ada, event, bot):
    first = ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk)
    ada.send(f"bots/{bot.pk}/versions/", kind="policy", policy="random")
    ada.send(f"bots/{bot.pk}/activate/", version=2)
    assert ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk) == {**first, "version": 2}


def test_a_repeated_key_has_one_effect(ada, event, bot):
    def enter():
        return ada.post(f"/api/v1/tournaments/{event.pk}/enter/", {"bot": bot.pk}, HTTP_IDEMPOTENCY_KEY="k")

    first = enter()
    ada.send(f"tournaments/{event.pk}/withdraw/", bot=bot.pk)
    again = enter()
    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert Entry.objects.get().state == "withdrawn"


def test_owner_and_organiser_withdraw(ada, olga, bob, event, bot):
    other = arena.bot("Pascaline", by=ada.actor)
    for made in (bot, other):
        ada.send(f"tournaments/{event.pk}/enter/", bot=made.pk)
    left = ada.send(f"tournaments/{event.pk}/withdraw/", bot=bot.pk)
    assert (left["state"], left["left_at"] is not None) == ("withdrawn", True)
    address = f"/api/v1/tournaments/{event.pk}/withdraw/"
    refused(bob.post(address, {"bot": other.pk}), 403, f"bot {other.pk} is another owner's")
    refused(caller(ada.actor, "read").post(address, {"bot": other.pk}), 403, code="insufficient_scope")
    assert olga.send(f"tournaments/{event.pk}/withdraw/", bot=other.pk)["state"] == "withdrawn"


def test_only_the_organiser_disqualifies(ada, olga, oscar, event, bot):
    ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk)
    address = f"/api/v1/tournaments/{event.pk}/disqualify/"
    refused(ada.post(address, {"bot": bot.pk}), 403, code="insufficient_scope")
    refused(oscar.post(address, {"bot": bot.pk}), 403, "another organiser's")
    assert olga.send(f"tournaments/{event.pk}/disqualify/", bot=bot.pk)["state"] == "disqualified"
    refused(ada.post(f"/api/v1/tournaments/{event.pk}/enter/", {"bot": bot.pk}), 409, code="disqualified")


def test_enter_rejects(ada, bob, anonymous, olga, event, bot):
    address = f"/api/v1/tournaments/{event.pk}/enter/"
    refused(anonymous.post(address, {"bot": bot.pk}), 401)
    refused(olga.post(address, {"bot": bot.pk}), 403, code="insufficient_scope")
    refused(bob.post(address, {"bot": bot.pk}), 403, "another owner's")
    refused(ada.post(address, {"bot": 999}), 404, "there is no bot 999")
    refused(ada.post("/api/v1/tournaments/999/enter/", {"bot": bot.pk}), 404, "there is no tournament 999")
    empty = ada.send("bots/", name="Empty", engine="trash")["id"]
    refused(ada.post(address, {"bot": empty}), 400, "no version yet", at="/bot")
    assert not Entry.objects.exists()


@pytest.mark.parametrize("verb", ["enter", "withdraw", "disqualify"])
@pytest.mark.parametrize(
    ("body", "at", "saying"),
    [
        ({}, "/bot", "required"),
        ({"bot": "1"}, "/bot", '"1" is not a whole number'),
        ({"bot": None}, "/bot", "null"),
        ({"bot": 0}, "/bot", "less than 1"),
        ({"bot": 1, "version": 2}, "/version", "not a field here; the fields are bot"),
    ],
)
def test_a_body_of_the_wrong_shape(sue, event, verb, body, at, saying):
    refused(sue.post(f"/api/v1/tournaments/{event.pk}/{verb}/", body), 400, saying, at=at)


def test_who_is_not_entered_does_not_leave(ada, olga, event, bot):
    for client, verb in ((ada, "withdraw"), (olga, "disqualify")):
        answer = client.post(f"/api/v1/tournaments/{event.pk}/{verb}/", {"bot": bot.pk})
        refused(answer, 404, f"bot {bot.pk} is not entered in tournament {event.pk}")


def test_nobody_enters_what_has_started_and_takes_no_late_entries(ada, bot, running):
    refused(ada.post(f"/api/v1/tournaments/{running.pk}/enter/", {"bot": bot.pk}), 409, code="too_late")


def test_the_list_takes_two_statements(anonymous, olga, django_assert_num_queries):
    event = arena.event(5, start=False)
    with django_assert_num_queries(2):
        page = anonymous.ask(f"tournaments/{event.pk}/entries/", {"limit": 3})
    names = [row["bot"]["name"] for row in page["results"] + anonymous.get(page["next"]).json()["results"]]
    assert names == [f"{event.pk}-{number}" for number in range(5)]
