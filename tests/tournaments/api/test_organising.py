"""/api/v1/tournaments/{id}/clone/, extend/, invite/, uninvite/, invitations/, bar/, unbar/, barred/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def bots(event: Tournament) -> list[int]:
    return list(Entry.objects.filter(tournament=event).order_by("id").values_list("bot_id", flat=True))


def test_a_clone_is_a_draft_of_the_same_settings(olga, ada, finished):
    Tournament.objects.filter(pk=finished.pk).update(admission="private", capacity=8, starts_at="2027-01-01T00:00:00Z")
    before = olga.ask(f"tournaments/{finished.pk}/")
    response = olga.post(f"/api/v1/tournaments/{finished.pk}/clone/")
    assert response.status_code == 201
    made = response.json()
    assert response["Location"] == f"http://testserver/api/v1/tournaments/{made['id']}/"
    assert olga.get(response["Location"]).json() == {**made, "forecast": None}
    assert (made["name"], made["state"], made["organiser"]) == ("Cup (copy)", "draft", "olga")
    assert (made["starts_at"], made["commitment"], made["started_at"]) == (None, None, None)
    for name in ("engine", "options", "format", "format_options", "admission", "capacity", "boards"):
        assert made[name] == before[name]
    assert olga.ask(f"tournaments/{made['id']}/entries/")["results"] == []


def test_a_repeated_key_clones_once(olga, finished):
    address = f"/api/v1/tournaments/{finished.pk}/clone/"
    first, again = (olga.post(address, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2))
    assert (first.json(), first["Location"]) == (again.json(), again["Location"])
    assert again["Idempotency-Replayed"] == "true"
    assert Tournament.objects.count() == 2


def test_rounds_are_said_in_all(olga):
    event = arena.event(6, format="swiss", rounds=2)
    for _ in range(2):
        extended = olga.send(f"tournaments/{event.pk}/extend/", rounds=4)
        assert (extended["rounds"], extended["progress"]["rounds"]) == (4, 4)
    address = f"/api/v1/tournaments/{event.pk}/extend/"
    for body, saying in [
        ({}, "required"),
        ({"rounds": 0}, "less than 1"),
        ({"rounds": "4"}, '"4" is not a whole number'),
        ({"rounds": None}, "null"),
        ({"rounds": 201}, "greater than 200"),
    ]:
        refused(olga.post(address, body), 400, saying, at="/rounds")
    robin = arena.event(2)
    refused(olga.post(f"/api/v1/tournaments/{robin.pk}/extend/", {"rounds": 3}), 409, code="rounds_are_determined")


def test_accounts_are_invited_whatever_the_case_of_their_names(olga, ada, bob, sue):
    made = olga.send("tournaments/", name="Cup", engine="trash", format="swiss", admission="invited")
    path = f"tournaments/{made['id']}/"
    assert olga.send(path + "invite/", usernames=["BOB", "ada", "bob"]) == {"usernames": ["ada", "bob"]}
    assert olga.send(path + "invite/", usernames=["ada"]) == {"usernames": ["ada", "bob"]}
    for client in (olga, sue, caller(olga.actor, "organise")):
        assert {row["username"] for row in client.ask(path + "invitations/")["results"]} == {"ada", "bob"}
    page = olga.ask(path + "invitations/", {"limit": 1})
    rest = olga.get(page["next"]).json()
    assert len(page["results"] + rest["results"]) == 2
    assert olga.send(path + "uninvite/", usernames=["Ada"]) == {"usernames": ["bob"]}
    assert olga.send(path + "uninvite/", usernames=["ada"]) == {"usernames": ["bob"]}


@pytest.mark.parametrize("verb", ["invite", "uninvite"])
@pytest.mark.parametrize(
    ("body", "at", "saying"),
    [
        ({}, "/usernames", "required"),
        ({"usernames": []}, "/usernames", "at least 1"),
        ({"usernames": "ada"}, "/usernames", "list"),
        ({"usernames": [1]}, "/usernames/0", "1 is not a text"),
        ({"usernames": [""]}, "/usernames/0", "blank"),
        ({"usernames": ["x" * 151]}, "/usernames/0", "150"),
        ({"usernames": ["ada"] * 201}, "/usernames", "200"),
        ({"usernames": ["ada", "nobody", "%"]}, "/usernames", "there is no account %, nobody"),
    ],
)
def test_invite_rejects(olga, ada, verb, body, at, saying):
    event = arena.event(0, start=False)
    refused(olga.post(f"/api/v1/tournaments/{event.pk}/{verb}/", body), 400, saying, at=at)
    assert olga.ask(f"tournaments/{event.pk}/invitations/")["results"] == []


def test_pairs_are_kept_apart(olga, sue):
    event = arena.event(3, start=False)
    first, second, third = bots(event)
    path = f"tournaments/{event.pk}/"
    for pair in ([second, first], [first, second], [second, third]):
        assert olga.send(path + "bar/", bots=pair)["id"] == event.pk
    for client in (olga, sue):
        found = client.ask(path + "barred/")["results"]
        assert [[bot["id"] for bot in row["bots"]] for row in found] == [[first, second], [second, third]]
    assert found[0]["bots"][0] == {"id": first, "name": f"{event.pk}-0"}
    olga.send(path + "unbar/", bots=[first, second])
    olga.send(path + "unbar/", bots=[first, second])
    assert len(olga.ask(path + "barred/")["results"]) == 1


@pytest.mark.parametrize("verb", ["bar", "unbar"])
def test_bar_rejects(olga, verb):
    event = arena.event(2, start=False)
    first, _ = bots(event)
    address = f"/api/v1/tournaments/{event.pk}/{verb}/"
    for body, at, saying in [
        ({}, "/bots", "required"),
        ({"bots": [first]}, "/bots", "at least 2"),
        ({"bots": [1, 2, 3]}, "/bots", "more than 2"),
        ({"bots": [first, "2"]}, "/bots/1", '"2" is not a whole number'),
        ({"bots": {"a": 1}}, "/bots", "list"),
        ({"bots": [first, first]}, "/bots", "twice"),
    ]:
        refused(olga.post(address, body), 400, saying, at=at)
    refused(olga.post(address, {"bots": [first, 999]}), 404, "bot 999 is not entered")


def test_the_lists_are_for_organiser_and_staff(anonymous, ada, oscar, olga):
    event = arena.event(2, start=False)
    for name in ("invitations", "barred"):
        address = f"/api/v1/tournaments/{event.pk}/{name}/"
        refused(anonymous.get(address), 401)
        for client in (ada, oscar, caller(olga.actor, "bots")):
            refused(client.get(address), 403, f"this list of tournament {event.pk} is for its organiser and staff")
        refused(olga.get(f"{address}?state=in"), 400, "not a parameter", at="state")


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("clone", {}),
        ("extend", {"rounds": 3}),
        ("release", {}),
        ("invite", {"usernames": ["ada"]}),
        ("uninvite", {"usernames": ["ada"]}),
        ("bar", {"bots": [1, 2]}),
        ("unbar", {"bots": [1, 2]}),
    ],
)
def test_the_verbs_are_for_organiser_and_staff(anonymous, ada, oscar, olga, sue, verb, body):
    event = arena.event(2, start=False)
    address = f"/api/v1/tournaments/{event.pk}/{verb}/"
    refused(anonymous.post(address, body), 401)
    refused(ada.post(address, body), 403, code="insufficient_scope")
    refused(caller(olga.actor, "read", "bots").post(address, body), 403, code="insufficient_scope")
    refused(oscar.post(address, body), 403, "another organiser's")
    assert sue.post(address, {**body, **({"bots": bots(event)} if "bots" in body else {})}).status_code in (
        200,
        201,
        409,
    )


def test_the_lists_take_two_statements_beside_that_for_the_token(olga, django_assert_num_queries):
    event = arena.event(4, start=False)
    there = bots(event)
    for other in there[1:]:
        olga.send(f"tournaments/{event.pk}/bar/", bots=[there[0], other])
    olga.send(f"tournaments/{event.pk}/invite/", usernames=["owner0", "owner1", "owner2"])
    for name in ("invitations", "barred"):
        with django_assert_num_queries(3):
            assert len(olga.ask(f"tournaments/{event.pk}/{name}/")["results"]) == 3
