"""/api/v1/matches/{id}/requeue/, rule/ and correct/"""

from __future__ import annotations

import pytest

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
