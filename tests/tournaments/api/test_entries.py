"""/api/v1/tournaments/{id}/entries/, enter/, check_in/, request_bye/, cancel_bye/, withdraw/, disqualify/"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments.events import lifecycle
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
    refused(ada.post(address, {"bot": empty}), 400, "no active version", at="/bot")
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


def test_a_bot_is_checked_in(ada, bob, olga, bot):
    soon = timezone.now() + timedelta(minutes=10)
    event = arena.event(0, start=False, starts_at=soon, check_in_minutes=15)
    ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk)
    path = f"tournaments/{event.pk}/check_in/"
    refused(bob.post(f"/api/v1/{path}", {"bot": bot.pk}), 403, "another owner's")
    checked = ada.send(path, bot=bot.pk)
    assert checked["checked_in_at"] is not None
    assert ada.send(path, bot=bot.pk) == olga.send(path, bot=bot.pk) == checked
    closed = arena.event(0, start=False, starts_at=soon, check_in_minutes=5)
    ada.send(f"tournaments/{closed.pk}/enter/", bot=bot.pk)
    refused(ada.post(f"/api/v1/tournaments/{closed.pk}/check_in/", {"bot": bot.pk}), 409, code="check_in_closed")
    assert olga.send(f"tournaments/{closed.pk}/check_in/", bot=bot.pk)["checked_in_at"] is not None


def test_a_bye_is_requested_and_cancelled_and_seen_by_its_owner_organiser_and_staff(
    ada, bob, olga, oscar, sue, anonymous, bot
):
    event = arena.event(0, start=False, format="swiss", rounds=4, requested_byes=2)
    path = f"tournaments/{event.pk}/"
    ada.send(path + "enter/", bot=bot.pk)
    assert ada.send(path + "request_bye/", bot=bot.pk, round=3)["bye_requests"] == [3]
    assert caller(ada.actor, "bots").send(path + "request_bye/", bot=bot.pk, round=2)["bye_requests"] == [2, 3]
    refused(ada.post(f"/api/v1/{path}request_bye/", {"bot": bot.pk, "round": 1}), 409, code="no_byes_left")
    refused(ada.post(f"/api/v1/{path}request_bye/", {"bot": bot.pk, "round": 5}), 400, "one of the 4", at="/round")
    refused(bob.post(f"/api/v1/{path}cancel_bye/", {"bot": bot.pk, "round": 2}), 403, "another owner's")
    for client, seen in [
        *((client, [2, 3]) for client in (ada, olga, sue)),
        *((client, None) for client in (bob, oscar, anonymous, caller(ada.actor, "bots"))),
    ]:
        assert [row["bye_requests"] for row in client.ask(path + "entries/")["results"]] == [seen]
    assert olga.send(path + "cancel_bye/", bot=bot.pk, round=3)["bye_requests"] == [2]
    assert ada.send(path + "cancel_bye/", bot=bot.pk, round=3)["bye_requests"] == [2]


@pytest.mark.parametrize("verb", ["request_bye", "cancel_bye"])
@pytest.mark.parametrize(
    ("round_", "saying"),
    [(None, "null"), (0, "less than 1"), (201, "greater than 200"), ("1", "not a whole"), (1.0, "not a whole")],
)
def test_a_round_that_is_none(ada, event, bot, verb, round_, saying):
    body = {"bot": bot.pk, "round": round_}
    refused(ada.post(f"/api/v1/tournaments/{event.pk}/{verb}/", body), 400, saying, at="/round")


def test_a_bye_shows_what_it_is_for(ada, anonymous, bot):
    event = arena.event(2, start=False, format="swiss", rounds=2, requested_byes=1)
    path = f"tournaments/{event.pk}/"
    ada.send(path + "enter/", bot=bot.pk)
    ada.send(path + "request_bye/", bot=bot.pk, round=1)
    lifecycle.start(actor=arena.organiser(), tournament_id=event.pk)
    (bye,) = anonymous.ask(path + "rounds/1/")["byes"]
    assert (bye["bot"]["id"], bye["kind"], bye["points"]) == (bot.pk, "requested", 1)


def test_results_of_who_is_disqualified_may_be_annulled(olga, event, bot, ada):
    ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk)
    path = f"tournaments/{event.pk}/disqualify/"
    refused(olga.post(f"/api/v1/{path}", {"bot": bot.pk, "annul": 1}), 400, "neither true nor false", at="/annul")
    assert olga.send(path, bot=bot.pk)["annulled"] is False
    assert olga.send(path, bot=bot.pk, annul=True)["annulled"] is True
    assert olga.send(path, bot=bot.pk)["annulled"] is False


def test_who_comes_late_begins_with_the_next_round(ada, olga, bot):
    event = arena.event(4, format="swiss", rounds=4, late_until=3, late_points=1)
    arena.play_round(event)
    entry = ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk)
    assert (entry["number"], entry["joined"], entry["state"]) == (5, 3, "in")
    ada.send(f"tournaments/{event.pk}/withdraw/", bot=bot.pk)
    assert ada.send(f"tournaments/{event.pk}/enter/", bot=bot.pk) == entry


def test_requests_take_no_statement_for_each_entry(olga, django_assert_num_queries):
    event = arena.event(5, start=False)
    olga.ask("tournaments/")  # notes when the token was used last
    for limit in (1, 5):
        # The token, the tournament, the entries, what they asked for.
        with django_assert_num_queries(4):
            olga.ask(f"tournaments/{event.pk}/entries/", {"limit": limit})
