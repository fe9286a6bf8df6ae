"""/api/v1/tournaments/: create, edit, list, show"""

from __future__ import annotations

import hashlib

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments import selectors
from tournaments.events import lifecycle, setup
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LEAST = {"name": "Cup", "engine": "trash", "format": "swiss"}
PUBLIC_STATES = ["open", "running", "paused", "finished", "cancelled"]


def test_an_organiser_creates_a_draft(olga):
    response = olga.post("/api/v1/tournaments/", LEAST)
    assert response.status_code == 201
    made = response.json()
    assert made == {
        "id": Tournament.objects.get().pk,
        "name": "Cup",
        "description": "",
        "organiser": "olga",
        "engine": "trash",
        "variant": "standard",
        "options": {"start_size": 10},
        "rules_version": None,
        "format": "swiss",
        "format_options": {"balance_seats": False},
        "seats": 2,
        "rounds": None,
        "boards": 1,
        "rotate": True,
        "admits_remote": False,
        "deals": "duplicate",
        "move_ms": 1000,
        "bank_ms": 30000,
        "game_ms": 600000,
        "result": "ranks",
        "scoring": "match",
        "points": None,
        "tie_breaks": [],
        "edition": "2026",
        "on_void": "tie",
        "rated": True,
        "hidden": False,
        "admission": "public",
        "entries_from": None,
        "entries_until": None,
        "starts_at": None,
        "check_in_minutes": None,
        "capacity": None,
        "per_owner": None,
        "late_until": 0,
        "late_points": 0,
        "requested_byes": 0,
        "same_owner_rounds": 0,
        "acceleration": "none",
        "state": "draft",
        "commitment": None,
        "secret": None,
        "seed": None,
        "created_at": made["created_at"],
        "opened_at": None,
        "started_at": None,
        "ended_at": None,
        "released_at": None,
        "plan": None,
        "warning": None,
        "fault": "",
        "progress": {"round": 0, "rounds": None, "matches": 0, "finished": 0},
    }
    assert response["Location"] == f"http://testserver/api/v1/tournaments/{made['id']}/"
    assert olga.get(response["Location"]).json() == {**made, "forecast": None}


def test_everything_can_be_said_at_creation(olga):
    asked = {
        "name": "Cup",
        "description": "first line\n\nsecond",
        "engine": "trash",
        "variant": "short",
        "options": {},
        "format": "pods",
        "seats": 4,
        "rounds": 3,
        "boards": 2,
        "rotate": False,
        "admits_remote": True,
        "deals": "independent",
        "move_ms": 500,
        "bank_ms": 0,
        "game_ms": 60_000,
        "result": "scores",
        "scoring": "game",
        "on_void": "hold",
        "rated": False,
        "hidden": True,
        "admission": "private",
        "entries_from": "2027-01-01T00:00:00Z",
        "entries_until": "2027-01-31T12:30:00.250000Z",
        "starts_at": "2027-02-01T00:00:00Z",
        "check_in_minutes": 45,
        "capacity": 16,
        "per_owner": 2,
        "late_until": 2,
        "late_points": 3,
        "requested_byes": 1,
        "same_owner_rounds": 1,
    }
    made = olga.send("tournaments/", **asked)
    assert {name: made[name] for name in asked} == {**asked, "options": {"start_size": 3}}
    plain = {"points": None, "tie_breaks": [], "edition": "2024", "format_options": {}, "acceleration": "none"}
    assert {**asked, **plain}.keys() == set(setup.SETTABLE)
    assert olga.send("tournaments/", **LEAST, **plain)["edition"] == "2024"


@pytest.mark.parametrize(
    ("change", "at", "saying"),
    [
        ({"name": None}, "/name", "null"),
        ({"name": "x" * 101}, "/name", "100"),
        ({"name": {"a": 1}}, "/name", "is not a text"),
        ({"description": "x" * 4001}, "/description", "4000"),
        ({"engine": "chess"}, "/engine", '"chess" is not one of'),
        ({"variant": "long"}, "/variant", '"long" is not one of standard, short'),
        ({"options": {"start_size": 11}}, "/options/start_size", "options.start_size: 11"),
        ({"options": {"start_size": "3"}}, "/options/start_size", 'options.start_size: "3"'),
        ({"options": {"start_size": 3.0}}, "/options/start_size", "options.start_size: 3.0 is not an integer"),
        ({"options": {"deck": 1}}, "/options", '"deck" is not one of start_size'),
        ({"options": []}, "/options", "dictionary"),
        ({"format": "knockout"}, "/format", '"knockout" is not one of round_robin, swiss, dutch, pods'),
        ({"seats": 7}, "/seats", "greater than 6"),
        ({"seats": 3}, "/seats", "3"),
        ({"seats": "2"}, "/seats", '"2" is not a whole number'),
        ({"seats": 2.0}, "/seats", "2.0 is not a whole number"),
        ({"rounds": 0}, "/rounds", "less than 1"),
        ({"rounds": 201}, "/rounds", "greater than 200"),
        ({"format": "round_robin", "rounds": 3}, "/rounds", "leave it out"),
        ({"boards": 0}, "/boards", "less than 1"),
        ({"boards": 2**63 - 1}, "/boards", "greater than 100"),
        ({"rotate": 1}, "/rotate", "1 is neither true nor false"),
        ({"rated": "yes"}, "/rated", '"yes" is neither true nor false'),
        ({"result": "points"}, "/result", '"points" is not one of ranks, scores'),
        ({"scoring": None}, "/scoring", "null"),
        ({"on_void": []}, "/on_void", "[] is not one of tie, hold"),
        ({"format_options": [1]}, "/format_options", "dictionary"),
        ({"format_options": {"x": 1}}, "/format_options", "format_options"),
        ({"points": 3}, "/points", "list"),
        ({"points": [3]}, "/points", "at least 2"),
        ({"points": [3, -1]}, "/points/1", "less than 0"),
        ({"points": [3, "1"]}, "/points/1", '"1" is not a whole number'),
        ({"points": [3, True]}, "/points/1", "true is not a whole number"),
        ({"points": [10**18, 0]}, "/points/0", "greater than 1000000"),
        ({"tie_breaks": None}, "/tie_breaks", "null"),
        ({"tie_breaks": "buchholz"}, "/tie_breaks", "list"),
        ({"tie_breaks": [1]}, "/tie_breaks/0", "1 is not a text"),
        ({"tie_breaks": ["x" * 33]}, "/tie_breaks/0", "32"),
        ({"tie_breaks": ["wins"] * 21}, "/tie_breaks", "20"),
        ({"edition": 2026}, "/edition", "2026 is not one of 2026, 2024"),
        ({"acceleration": None}, "/acceleration", "null"),
        ({"hidden": "no"}, "/hidden", '"no" is neither true nor false'),
        ({"admission": "secret"}, "/admission", '"secret" is not one of public, invited, private'),
        ({"starts_at": 1}, "/starts_at", "1 is not a time"),
        ({"starts_at": ""}, "/starts_at", '"" is not a time'),
        ({"starts_at": "2027-01-01T00:00:00"}, "/starts_at", "distance from UTC, such as 2026-11-30T18:00:00Z"),
        ({"starts_at": "2027-01-01"}, "/starts_at", "is not a time"),
        ({"starts_at": "2027-01-01 00:00:00Z"}, "/starts_at", "is not a time"),
        ({"starts_at": "2027-02-29T00:00:00Z"}, "/starts_at", "is not a time"),
        ({"starts_at": "٢٠٢٧-01-01T00:00:00Z"}, "/starts_at", "is not a time"),
        ({"starts_at": "0001-01-01T00:00:00+23:59"}, "/starts_at", "is not between 2000 and 2200"),
        ({"starts_at": "9999-12-31T23:59:59-23:59"}, "/starts_at", "is not between 2000 and 2200"),
        ({"entries_from": "2027-01-02T00:00:00Z", "starts_at": "2027-01-01T00:00:00Z"}, "/starts_at", "not after"),
        (
            {"entries_from": "2027-01-02T00:00:00Z", "entries_until": "2027-01-02T01:00:00+01:00"},
            "/entries_until",
            "not after",
        ),
        ({"check_in_minutes": 5}, "/check_in_minutes", "starts_at"),
        ({"check_in_minutes": 0}, "/check_in_minutes", "less than 1"),
        ({"capacity": 1}, "/capacity", "less than 2"),
        ({"capacity": "64"}, "/capacity", '"64" is not a whole number'),
        ({"per_owner": 0}, "/per_owner", "less than 1"),
        ({"late_until": -1}, "/late_until", "less than 0"),
        ({"late_until": None}, "/late_until", "null"),
        ({"late_points": 1}, "/late_points", "without late_until"),
        ({"late_until": 1, "late_points": 3}, "/late_points", "what a win is worth"),
        ({"late_points": 2**31}, "/late_points", "greater than"),
        ({"requested_byes": 1.0}, "/requested_byes", "1.0 is not a whole number"),
        ({"same_owner_rounds": 201}, "/same_owner_rounds", "greater than 200"),
        ({"fault": ""}, "/fault", "not a field here"),
        ({"released_at": None}, "/released_at", "not a field here"),
        ({"state": "running"}, "/state", "not a field here"),
        ({"seed": "00"}, "/seed", "not a field here"),
        ({"organiser": "bob"}, "/organiser", "not a field here"),
    ],
)
def test_it_rejects(olga, change, at, saying):
    refused(olga.post("/api/v1/tournaments/", {**LEAST, **change}), 400, saying, at=at)
    assert not Tournament.objects.exists()


def test_it_says_everything_that_is_missing(olga):
    problem = refused(olga.post("/api/v1/tournaments/", {}), 400)
    assert [error["pointer"] for error in problem["errors"]] == ["/name", "/engine", "/format"]


def test_it_takes_the_scope_organise(anonymous, ada, olga):
    refused(anonymous.post("/api/v1/tournaments/", LEAST), 401)
    refused(ada.post("/api/v1/tournaments/", LEAST), 403, code="insufficient_scope")
    refused(caller(olga.actor, "read", "bots").post("/api/v1/tournaments/", LEAST), 403, code="insufficient_scope")


def test_a_repeated_key_has_one_effect(olga):
    first, second = (olga.post("/api/v1/tournaments/", LEAST, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2))
    assert first.json() == second.json()
    assert Tournament.objects.count() == 1


def test_a_draft_is_edited(olga):
    made = olga.send("tournaments/", **LEAST, options={"start_size": 4})
    edited = olga.patch(f"/api/v1/tournaments/{made['id']}/", {"name": "Bowl", "rounds": 4})
    assert edited.status_code == 200
    assert edited.json() == {**made, "name": "Bowl", "rounds": 4, "progress": {**made["progress"], "rounds": 4}}
    cleared = olga.patch(f"/api/v1/tournaments/{made['id']}/", {"rounds": None, "variant": "short"}).json()
    assert (cleared["rounds"], cleared["options"]) == (None, {"start_size": 3})
    assert olga.ask(f"tournaments/{made['id']}/") == {**cleared, "forecast": None}


def test_an_edit_is_checked_as_a_creation(olga):
    made = olga.send("tournaments/", **LEAST)
    address = f"/api/v1/tournaments/{made['id']}/"
    refused(olga.patch(address, {"seats": 4}), 400, at="/seats")
    refused(olga.patch(address, {"name": 1}), 400, at="/name")
    refused(olga.patch(address, {"state": "open"}), 400, at="/state")
    refused(olga.put(address, LEAST), 405)
    refused(olga.delete(address), 405)
    assert olga.ask(f"tournaments/{made['id']}/") == {**made, "forecast": None}


def test_of_what_is_open_only_that_is_edited_which_had_no_effect(olga):
    event = arena.event(2, start=False)
    address = f"/api/v1/tournaments/{event.pk}/"
    refused(
        olga.patch(address, {"seats": 3, "name": "Bowl"}), 409, "seats can be changed in a draft", code="wrong_state"
    )
    asked = {"name": "Bowl", "starts_at": "2027-01-01T01:00:00+01:00", "capacity": 8}
    edited = olga.patch(address, asked).json()
    assert {name: edited[name] for name in asked} == {**asked, "starts_at": "2027-01-01T00:00:00Z"}
    assert olga.patch(address, {"starts_at": None, "capacity": None}).json()["starts_at"] is None
    Tournament.objects.filter(pk=event.pk).update(state="running")
    refused(olga.patch(address, {"name": "Cup"}), 409, "running", "draft or open", code="wrong_state")


def test_anothers_event_is_not_edited(oscar, ada, sue, olga):
    event = arena.event(2, start=False)
    address = f"/api/v1/tournaments/{event.pk}/"
    refused(oscar.patch(address, {"name": "Bowl"}), 403, "another organiser's")
    refused(ada.patch(address, {"name": "Bowl"}), 403, code="insufficient_scope")
    draft = olga.send("tournaments/", **LEAST)
    refused(oscar.patch(f"/api/v1/tournaments/{draft['id']}/", {"name": "Bowl"}), 404, "no tournament")
    assert sue.patch(f"/api/v1/tournaments/{draft['id']}/", {"name": "Bowl"}).json()["name"] == "Bowl"


def test_a_draft_is_seen_by_organiser_and_staff_alone(olga, oscar, sue, ada, anonymous):
    draft = olga.send("tournaments/", **LEAST)["id"]
    for client in (olga, sue, caller(olga.actor, "organise")):
        assert client.ask(f"tournaments/{draft}/")["id"] == draft
        assert [row["id"] for row in client.ask("tournaments/", {"state": "draft"})["results"]] == [draft]
    for client in (oscar, ada, anonymous, caller(olga.actor, "bots"), caller(sue.actor, "bots")):
        assert client.ask("tournaments/")["results"] == []
        for nested in ("", "entries/", "rounds/", "rounds/1/", "standings/"):
            refused(client.get(f"/api/v1/tournaments/{draft}/{nested}"), 404, f"there is no tournament {draft}")


def test_the_list_is_newest_first_and_filtered(olga, anonymous):
    first, second = arena.event(2, start=False), arena.event(2, format="swiss")
    ids = [row["id"] for row in anonymous.ask("tournaments/")["results"]]
    assert ids == [second.pk, first.pk]
    for query, found in [
        ({"state": "open"}, [first.pk]),
        ({"state": "running"}, [second.pk]),
        ({"format": "round_robin"}, [first.pk]),
        ({"engine": "trash", "format": "swiss", "state": "running"}, [second.pk]),
        ({"engine": "chess"}, []),
    ]:
        assert [row["id"] for row in anonymous.ask("tournaments/", query)["results"]] == found


def test_the_list_takes_as_many_statements_for_many_as_for_one(anonymous, django_assert_num_queries):
    arena.event(2, start=False)
    with django_assert_num_queries(4):
        anonymous.ask("tournaments/")
    for _ in range(3):
        arena.event(2)
    with django_assert_num_queries(4):
        assert len(anonymous.ask("tournaments/")["results"]) == 4


def test_the_secret_is_shown_when_all_is_over_and_never_before(olga, sue, anonymous):
    event = arena.event(2, start=False)
    seen = []

    def look() -> None:
        for client in (olga, sue, anonymous):
            shown = client.ask(f"tournaments/{event.pk}/")
            (listed,) = client.ask("tournaments/")["results"]
            assert shown == {**listed, "forecast": shown["forecast"]}
            seen.append(shown)

    look()
    for verb in (lifecycle.start, lifecycle.pause, lifecycle.resume):
        verb(actor=olga.actor, tournament_id=event.pk)
        look()
    assert {(shown["secret"], shown["seed"]) for shown in seen} == {(None, None)}
    commitments = {shown["commitment"] for shown in seen}
    event.refresh_from_db()
    arena.play_out(event)
    over = anonymous.ask(f"tournaments/{event.pk}/")
    assert over["state"] == "finished"
    assert commitments == {over["commitment"]} == {hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest()}
    assert over["seed"] == bytes(Tournament.objects.get(pk=event.pk).seed).hex()


@pytest.mark.parametrize("started", [False, True])
def test_the_secret_of_a_cancelled_event_is_shown_if_it_had_started(olga, anonymous, started):
    event = arena.event(2, start=started)
    lifecycle.cancel(actor=olga.actor, tournament_id=event.pk)
    shown = anonymous.ask(f"tournaments/{event.pk}/")
    assert (shown["secret"] is not None) == started
    assert (shown["seed"] is not None) == started


def test_no_answer_holds_a_secret_before_the_end(olga, sue, running):
    hidden = {bytes(running.secret).hex(), bytes(running.seed).hex()}
    match = running.round_set.get(number=2).matches.first()
    for path in (
        *("tournaments/", f"tournaments/{running.pk}/", f"tournaments/{running.pk}/entries/"),
        *(f"tournaments/{running.pk}/rounds/{number}/" for number in (1, 2)),
        *("matches/", f"matches/{match.pk}/", f"matches/{match.pk}/games/"),
    ):
        for client in (olga, sue):
            text = client.get(f"/api/v1/{path}").content.decode()
            assert not [secret for secret in hidden if secret in text]


def test_why_it_did_not_start_is_for_organiser_and_staff(olga, oscar, sue, ada, anonymous):
    event = arena.event(1, start=False)
    Tournament.objects.filter(pk=event.pk).update(fault="start: Swiss needs at least 2 entrants, not 1")
    for client in (olga, sue):
        assert client.ask(f"tournaments/{event.pk}/")["fault"] == "start: Swiss needs at least 2 entrants, not 1"
    for client in (oscar, ada, anonymous, caller(olga.actor, "bots")):
        assert client.ask(f"tournaments/{event.pk}/")["fault"] is None
        assert client.ask("tournaments/")["results"][0]["fault"] is None


def test_rounds_that_may_have_to_repeat_meetings_are_warned_of(olga, anonymous):
    """Swiss of four: three rounds may be paired without a rematch (Dirac 1952), four are not certain."""
    draft = olga.send("tournaments/", **LEAST, rounds=4)
    assert draft["warning"] is None  # nobody can have entered, and any number may
    edited = olga.patch(f"/api/v1/tournaments/{draft['id']}/", {"capacity": 4}).json()
    assert edited["warning"].startswith("rounds: 4 are more than the 3 that are certain without a repeat")
    note = "2 rounds single out one of 4; up to 3 never need a rematch"
    assert edited["plan"] == {"entries": 4, "rounds": 2, "most": 3, "note": note}
    event = arena.event(4, format="swiss", rounds=4)
    assert anonymous.ask(f"tournaments/{event.pk}/")["warning"] == edited["warning"]
    arena.play_out(event)
    assert anonymous.ask(f"tournaments/{event.pk}/")["warning"] is None
    assert anonymous.ask(f"tournaments/{arena.event(4, format='swiss', rounds=3).pk}/")["warning"] is None


def test_progress_counts_what_is_paired(running, anonymous):
    shown = anonymous.ask(f"tournaments/{running.pk}/")
    assert shown["progress"] == {"round": 2, "rounds": 3, "matches": 4, "finished": 2}


def test_progress_is_what_the_selector_says(running, olga):
    draft = setup.create(actor=olga.actor, values=LEAST)
    events = [running, draft]
    assert selectors.progress_of(events) == {event.pk: selectors.progress(event) for event in events}
