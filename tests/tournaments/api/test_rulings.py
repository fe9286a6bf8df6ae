"""/api/v1/matches/{id}/requeue/, rule/, correct/, unrate/ and rate/"""

from __future__ import annotations

import pytest

from ratings import dry_runs
from ratings.models import Pool, Rating
from ratings.rebuild import rebuild
from tests.tournaments.api.conftest import refused

pytestmark = pytest.mark.django_db


def test_an_organiser_has_a_void_match_played_again(olga, anonymous, void):
    match = void()
    shown = olga.send(f"matches/{match.pk}/requeue/")
    assert (shown["state"], shown["dispatch"]["failures"], shown["dispatch"]["attempt"]) == ("pending", 0, 3)
    assert olga.send(f"matches/{match.pk}/requeue/") == shown
    assert anonymous.ask(f"matches/{match.pk}/") == {**shown, "dispatch": None}


def test_an_organiser_rules_how_a_void_match_ended(olga, void):
    match = void()
    shown = olga.send(f"matches/{match.pk}/rule/", ranks=[1, 0])
    assert (shown["state"], shown["ranks"], shown["ruled"]) == ("finished", [1, 0], True)
    assert olga.send(f"matches/{match.pk}/rule/", ranks=[1, 0]) == shown
    refused(olga.post(f"/api/v1/matches/{match.pk}/rule/", {"ranks": [0, 0]}), 409, code="wrong_state")


@pytest.mark.parametrize(
    ("body", "at", "saying"),
    [
        ({}, "/ranks", "required"),
        ({"ranks": [0]}, "/ranks", "2"),
        ({"ranks": [0, 1, 2]}, "/ranks", "no ranking of 2 seats"),
        ({"ranks": [0, 2]}, "/ranks", "no ranking of 2 seats"),
        ({"ranks": [1, 1]}, "/ranks", "no ranking of 2 seats"),
        ({"ranks": [0, -1]}, "/ranks/1", "less than 0"),
        ({"ranks": [0, "1"]}, "/ranks/1", '"1" is not a whole number'),
        ({"ranks": [False, True]}, "/ranks/0", "false is not a whole number"),
        ({"ranks": {"0": 1}}, "/ranks", "list"),
        ({"ranks": [0, 0], "why": "so"}, "/why", "not a field here"),
    ],
)
def test_rule_rejects(olga, void, body, at, saying):
    match = void()
    refused(olga.post(f"/api/v1/matches/{match.pk}/rule/", body), 400, saying, at=at)
    match.refresh_from_db()
    assert match.state == "void"


@pytest.mark.parametrize(("verb", "body"), [("requeue", {}), ("rule", {"ranks": [0, 0]})])
def test_only_the_organiser_and_staff_may(anonymous, ada, oscar, sue, void, verb, body):
    match = void()
    address = f"/api/v1/matches/{match.pk}/{verb}/"
    refused(anonymous.post(address, body), 401)
    refused(ada.post(address, body), 403, code="insufficient_scope")
    refused(oscar.post(address, body), 403, "another organiser's")
    refused(oscar.post(f"/api/v1/matches/{match.pk + 1}/{verb}/", body), 404, f"there is no match {match.pk + 1}")
    assert sue.send(f"matches/{match.pk}/{verb}/", **body)["state"] != "void"


@pytest.mark.parametrize(("verb", "body"), [("requeue", {}), ("rule", {"ranks": [0, 0]})])
def test_what_was_played_stands(olga, running, verb, body):
    for number in (1, 2):
        match = running.round_set.get(number=number).matches.first()
        if (verb, match.state) == ("requeue", "pending"):
            continue
        refused(olga.post(f"/api/v1/matches/{match.pk}/{verb}/", body), 409, f"{verb}: ", code="wrong_state")


def test_a_forfeit_is_ruled(olga, anonymous, void):
    match = void()
    shown = olga.send(f"matches/{match.pk}/rule/", ranks=[0, 1], forfeit=True)
    assert (shown["ranks"], shown["ruled"], shown["forfeit"]) == ([0, 1], True, True)
    assert anonymous.ask(f"matches/{match.pk}/") == {**shown, "dispatch": None}
    answer = olga.post(f"/api/v1/matches/{void().pk}/rule/", {"ranks": [0, 0], "forfeit": "yes"})
    refused(answer, 400, "neither true nor false", at="/forfeit")


def test_a_match_of_a_closed_round_is_corrected_and_put_back(olga, anonymous, running):
    match = running.round_set.get(number=1).matches.first()
    played = olga.ask(f"matches/{match.pk}/")
    changed = [1, 0] if played["ranks"] != [1, 0] else [0, 1]
    path = f"matches/{match.pk}/correct/"
    for _ in range(2):
        shown = olga.send(path, ranks=changed, reason="A card had been dealt twice.")
        assert (shown["ranks"], shown["ruled"], shown["forfeit"]) == (changed, True, False)
        assert shown["ruling"] == "A card had been dealt twice."
    assert anonymous.ask(f"matches/{match.pk}/") == {**shown, "dispatch": None}
    back = olga.send(path, ranks=None, reason="It had not.")
    assert back == {**played, "ruling": "It had not."}


@pytest.mark.parametrize(
    ("body", "at", "saying"),
    [
        ({"reason": "so"}, "/ranks", "required"),
        ({"ranks": [0, 1]}, "/reason", "required"),
        ({"ranks": [0, 1], "reason": ""}, "/reason", "blank"),
        ({"ranks": [0, 1], "reason": " \n "}, "/reason", "blank"),
        ({"ranks": [0, 1], "reason": "x" * 501}, "/reason", "500"),
        ({"ranks": [0, 1], "reason": 1}, "/reason", "1 is not a text"),
        ({"ranks": [1, 1], "reason": "so"}, "/ranks", "no ranking of 2 seats"),
        ({"ranks": [0, 1], "reason": "so", "forfeit": None}, "/forfeit", "null"),
        ({"ranks": [0, 1], "reason": "so", "state": "void"}, "/state", "not a field here"),
    ],
)
def test_correct_rejects(olga, running, body, at, saying):
    match = running.round_set.get(number=1).matches.first()
    before = olga.ask(f"matches/{match.pk}/")
    refused(olga.post(f"/api/v1/matches/{match.pk}/correct/", body), 400, saying, at=at)
    assert olga.ask(f"matches/{match.pk}/") == before


def test_only_the_organiser_and_staff_correct(anonymous, ada, oscar, sue, running):
    match = running.round_set.get(number=1).matches.first()
    address, body = f"/api/v1/matches/{match.pk}/correct/", {"ranks": [0, 1], "reason": "so"}
    refused(anonymous.post(address, body), 401)
    refused(ada.post(address, body), 403, code="insufficient_scope")
    refused(oscar.post(address, body), 403, "another organiser's")
    pending = running.round_set.get(number=2).matches.first()
    refused(sue.post(f"/api/v1/matches/{pending.pk}/correct/", body), 409, "is pending", code="wrong_state")
    assert sue.send(f"matches/{match.pk}/correct/", **body)["ranks"] == [0, 1]


def test_a_match_is_taken_out_of_the_ratings_and_rated_again(olga, anonymous, running):
    match = running.round_set.get(number=1).matches.first()
    played = olga.ask(f"matches/{match.pk}/")
    assert played["rated"] == {"counts": "yes", "why": ""}
    path = f"matches/{match.pk}"
    for _ in range(2):
        shown = olga.send(f"{path}/unrate/", reason="Both were tried out here.")
        told = {"counts": "no", "why": "it was taken out of the ratings: Both were tried out here."}
        assert shown == {**played, "rated": told}
    assert anonymous.ask(f"{path}/")["rated"] == told
    assert anonymous.ask("matches/", {"tournament": running.pk, "round": 1})["results"][0]["rated"] == told
    assert anonymous.ask(f"tournaments/{running.pk}/rounds/1/")["matches"][0]["rated"] == told
    assert olga.send(f"{path}/rate/") == played


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("unrate", {"reason": "tried out"}),
        ("rate", {}),
        ("correct", {"ranks": [0, 0], "forfeit": True, "reason": "nobody came"}),
        ("disqualify", {"annul": True}),
    ],
)
def test_a_dry_run_says_what_would_move_and_changes_nothing(olga, sue, ada, running, verb, body):
    match = running.round_set.get(number=1).matches.first()
    address = f"matches/{match.pk}/"
    if verb == "rate":
        olga.send(f"{address}unrate/", reason="tried out")
        for pool in Pool.stale():
            rebuild(pool.pk)
    if verb == "disqualify":
        address = f"tournaments/{running.pk}/"
        body = {**body, "bot": match.seats.get(seat=0).entry.bot_id}
    before, entries = olga.ask(f"matches/{match.pk}/"), list(running.entries.values())
    told = sue.send(f"{address}{verb}/", **body, dry_run=True)
    assert (olga.ask(f"matches/{match.pk}/"), list(running.entries.values())) == (before, entries)
    assert told.keys() == {"dry_run", "pools"}
    assert told["dry_run"] is True
    [pool] = told["pools"]
    beliefs = {rating.version_id: rating for rating in Rating.objects.current()}
    assert (pool["pool"], pool["boards"], pool["versions"]) == (Pool.objects.get().pk, 2, 4)
    assert {line["bot"] for line in pool["lines"]} == set(match.seats.values_list("entry__bot", flat=True))
    for line in pool["lines"]:
        mine = beliefs[line["version"]]
        assert (line["before"]["mu"], line["before"]["sigma"]) == (mine.mu, mine.sigma)
        assert (line["name"], line["owner"]) == (mine.version.bot.name, mine.version.bot.owner.username)
        # a match is all that any of the two has played
        fresh = line["before"] if verb == "rate" else line["after"]
        assert (fresh["mu"], fresh["sigma"]) == (25.0, 25 / 3)
        assert line["before"]["score"] == mine.score != line["after"]["score"]
    refused(ada.post(f"/api/v1/{address}{verb}/", {**body, "dry_run": True}), 403, code="insufficient_scope")
    refused(
        olga.post(f"/api/v1/{address}{verb}/", {**body, "dry_run": 1}), 400, "neither true nor false", at="/dry_run"
    )


@pytest.mark.parametrize("verb", ["unrate", "rate"])
def test_what_is_rated_is_the_organisers_and_of_closed_rounds(anonymous, ada, oscar, olga, running, verb):
    match = running.round_set.get(number=1).matches.first()
    body = {"reason": "so"} if verb == "unrate" else {}
    address = f"/api/v1/matches/{match.pk}/{verb}/"
    refused(anonymous.post(address, body), 401)
    refused(ada.post(address, body), 403, code="insufficient_scope")
    refused(oscar.post(address, body), 403, "another organiser's")
    pending = running.round_set.get(number=2).matches.first()
    refused(olga.post(f"/api/v1/matches/{pending.pk}/{verb}/", body), 409, "not closed yet", code="round_not_closed")
    if verb == "unrate":
        for wrong, saying in (({}, "required"), ({"reason": " "}, "blank"), ({"reason": "x" * 501}, "500")):
            refused(olga.post(address, wrong), 400, saying, at="/reason")
    refused(olga.post(address, {**body, "why": "so"}), 400, "not a field here", at="/why")


def test_a_pool_too_large_is_a_conflict(olga, running, monkeypatch):
    match = running.round_set.get(number=1).matches.first()
    monkeypatch.setattr(dry_runs, "MOST_BOARDS", 1)
    answer = olga.post(f"/api/v1/matches/{match.pk}/unrate/", {"reason": "so", "dry_run": True})
    refused(answer, 409, f"--dry-run --void {match.pk}", code="too_large")
