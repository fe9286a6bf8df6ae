"""/api/v1/matches/{id}/requeue/ and rule/"""

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
