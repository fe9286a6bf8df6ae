"""Private events do not exist for who may not see them: at every address of the schema, in the words for none."""

from __future__ import annotations

import re

import pytest

from tests.tournaments import arena, reading
from tests.tournaments.api.conftest import Caller, caller, refused
from tournaments.events import admission
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db
NAME = "Behind closed doors"


@pytest.fixture
def match(olga: Caller, ada: Caller) -> Match:
    """Of the first round, which is closed, of a private event; Ada is invited."""
    event = arena.event(2, name=NAME, format="swiss", rounds=2, options={"start_size": 1})
    Tournament.objects.filter(pk=event.pk).update(admission="private")
    admission.invite(actor=olga.actor, tournament_id=event.pk, usernames=["ada"])
    arena.play_round(event)
    return Match.objects.select_related("round").get(round__tournament=event, round__number=1)


@pytest.fixture
def owner(db: None) -> Caller:
    """Whose bot is entered, without an invitation."""
    return caller(arena.owner("owner0"), "read", "bots")


def test_the_schema_has_what_is_read_here() -> None:
    read = {path.removeprefix("/api/v1/") for method, path in reading.OPERATIONS if method == "get"}
    assert read == {
        "tournaments/{id}/",
        "tournaments/{id}/crosstable/",
        "tournaments/{id}/export/",
        "tournaments/{id}/quality/",
        "tournaments/{id}/standings/",
        "tournaments/{id}/standings/explain/",
        "tournaments/{tournament_id}/barred/",
        "tournaments/{tournament_id}/entries/",
        "tournaments/{tournament_id}/invitations/",
        "tournaments/{tournament_id}/rounds/",
        "tournaments/{tournament_id}/rounds/{number}/",
        "matches/{id}/",
        "matches/{match_id}/games/",
        "matches/{match_id}/games/{game}/",
        "matches/{match_id}/games/{game}/transcript/",
    }


def test_a_stranger_reads_nothing_of_it(anonymous, bob, oscar, sue, match):
    staff_with_a_token_for_bots = caller(sue.actor, "bots")
    for client in (anonymous, bob, oscar, staff_with_a_token_for_bots):
        for address in reading.of_the_api(match):
            if client is anonymous and address.endswith(reading.ORGANISERS):
                refused(client.get(address), 401)
            else:
                refused(client.get(address), 404, "there is no")
        for address in reading.lists(match):
            answer = client.get(address)
            assert answer.status_code == 200
            assert NAME not in answer.content.decode(), address
            if "matches" in address:
                assert answer.json()["results"] == []


def test_who_is_invited_or_entered_reads_all_of_it(ada, owner, olga, sue, match):
    event = match.round.tournament_id
    for client in (ada, owner, olga, sue):
        for address in reading.of_the_api(match):
            status = 403 if address.endswith(reading.ORGANISERS) and client in (ada, owner) else 200
            assert client.get(address).status_code == status, address
        assert [row["id"] for row in client.ask("tournaments/")["results"]] == [event]
        assert len(client.ask("matches/", {"tournament": event})["results"]) == 2


def test_a_verb_of_a_stranger_is_answered_as_if_there_were_no_such_event(oscar, match):
    """By another organiser, who may use every verb, and has a bot that could be entered."""
    client = caller(oscar.actor, "read", "bots", "organise")
    bot = arena.bot("Lurker", by=oscar.actor).pk
    seen = {"bot": bot, "round": 2, "bots": [bot, bot + 1], "usernames": ["oscar"], "ranks": [0, 1], "reason": "so"}
    takes = {
        "bot": ("enter", "check_in", "withdraw", "disqualify", "request_bye", "cancel_bye"),
        "round": ("request_bye", "cancel_bye"),
        "bots": ("bar", "unbar"),
        "usernames": ("invite", "uninvite"),
        "ranks": ("rule", "correct"),
        "reason": ("correct", "unrate"),
    }
    for method, path in reading.OPERATIONS:
        if method == "get":
            continue
        verb = path.rstrip("/").split("/")[-1]
        body = {name: seen[name] for name, verbs in takes.items() if verb in verbs}
        if verb == "extend":
            body = {"rounds": 3}
        said = []
        for address in (reading.filled(path, match), path.format(id=10**6)):
            answer = getattr(client, method)(address, body)
            said.append(re.sub("[0-9]+", "#", refused(answer, 404, "there is no")["detail"]))
        assert said[0] == said[1], path


def test_who_is_uninvited_and_not_entered_is_a_stranger_again(olga, ada, match):
    event = match.round.tournament_id
    assert ada.get(f"/api/v1/tournaments/{event}/").status_code == 200
    olga.send(f"tournaments/{event}/uninvite/", usernames=["ada"])
    refused(ada.get(f"/api/v1/tournaments/{event}/"), 404, f"there is no tournament {event}")


def test_a_transcript_of_it_is_kept_by_no_cache(ada, match):
    assert ada.get(f"/api/v1/matches/{match.pk}/games/1.0/transcript/")["Cache-Control"] == "private, no-store"


def test_an_invited_owner_enters_with_the_scope_bots_alone(olga, bob):
    made = olga.send("tournaments/", name="Cup", engine="trash", format="swiss", admission="private")
    path = f"tournaments/{made['id']}/"
    olga.send(path + "open/")
    bot = arena.bot("Pascaline", by=bob.actor).pk
    client = caller(bob.actor, "bots")
    refused(client.post(f"/api/v1/{path}enter/", {"bot": bot}), 404)
    olga.send(path + "invite/", usernames=["bob"])
    entry = client.send(path + "enter/", bot=bot)
    assert (entry["state"], entry["bye_requests"]) == ("in", [])
    refused(client.get(f"/api/v1/{path}"), 404)
