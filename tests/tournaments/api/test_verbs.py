"""/api/v1/tournaments/{id}/open/, start/, pause/, resume/, cancel/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db

VERBS = ["open", "start", "pause", "resume", "cancel"]


def test_an_event_is_led_through_its_states(olga, ada, bob, anonymous):
    made = olga.send("tournaments/", name="Cup", engine="trash", format="round_robin", options={"start_size": 1})
    path = f"tournaments/{made['id']}/"
    opened = olga.send(path + "open/")
    assert (opened["state"], opened["opened_at"] is not None) == ("open", True)
    assert len(opened["commitment"]) == 64
    for number, client in enumerate((ada, bob)):
        bot = client.send("bots/", name=f"b{number}", engine="trash")["id"]
        client.send(f"bots/{bot}/versions/", kind="policy", policy="greedy")
        client.send(path + "enter/", bot=bot)
    started = olga.send(path + "start/")
    assert (started["state"], started["rules_version"], started["rounds"]) == ("running", 1, 1)
    assert started["progress"] == {"round": 1, "rounds": 1, "matches": 1, "finished": 0}
    assert olga.send(path + "pause/")["state"] == "paused"
    assert olga.send(path + "resume/")["state"] == "running"
    assert olga.send(path + "cancel/")["state"] == "cancelled"
    assert anonymous.ask(path)["ended_at"] is not None
    assert anonymous.ask("matches/")["results"][0]["state"] == "cancelled"


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_again_changes_nothing(olga, verb):
    before = {"start": [], "open": [], "pause": ["start"], "resume": ["start", "pause"], "cancel": ["start"]}[verb]
    event = arena.event(2, start=False)
    if verb == "open":
        Tournament.objects.filter(pk=event.pk).update(state="draft")
    for step in before:
        olga.send(f"tournaments/{event.pk}/{step}/")
    once = olga.send(f"tournaments/{event.pk}/{verb}/")
    assert olga.send(f"tournaments/{event.pk}/{verb}/") == once
    assert Match.objects.count() == (0 if verb == "open" else 1)


@pytest.mark.parametrize(
    ("state", "verb", "needs"),
    [
        ("draft", "start", "open"),
        ("draft", "pause", "running"),
        ("open", "pause", "running"),
        ("open", "resume", "paused"),
        ("running", "open", "draft"),
        ("paused", "start", "open"),
        ("finished", "open", "draft"),
        ("finished", "cancel", "draft or open or running or paused"),
        ("cancelled", "start", "open"),
        ("cancelled", "resume", "paused"),
    ],
)
def test_what_the_state_forbids_is_a_conflict(olga, state, verb, needs):
    event = arena.event(2, start=False)
    Tournament.objects.filter(pk=event.pk).update(state=state)
    answer = olga.post(f"/api/v1/tournaments/{event.pk}/{verb}/")
    refused(answer, 409, f"{verb}: ", f"is {state}", needs, code="wrong_state")
    event.refresh_from_db()
    assert event.state == state


def test_start_says_when_there_are_too_few(olga):
    event = arena.event(1, start=False)
    refused(olga.post(f"/api/v1/tournaments/{event.pk}/start/"), 409, code="too_few_entries")


@pytest.mark.parametrize("verb", VERBS)
def test_events_of_others_are_left_alone(olga, oscar, ada, anonymous, sue, verb):
    event = arena.event(2, start=False)
    address = f"/api/v1/tournaments/{event.pk}/{verb}/"
    refused(anonymous.post(address), 401)
    refused(ada.post(address), 403, code="insufficient_scope")
    refused(caller(olga.actor, "read", "bots").post(address), 403, code="insufficient_scope")
    refused(oscar.post(address), 403, "another organiser's")
    refused(oscar.post(f"/api/v1/tournaments/{event.pk + 1}/{verb}/"), 404, f"there is no tournament {event.pk + 1}")
    refused(olga.get(address), 405)
    event.refresh_from_db()
    assert event.state == "open"
    assert sue.send(f"tournaments/{event.pk}/start/")["state"] == "running"
