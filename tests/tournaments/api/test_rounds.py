"""/api/v1/tournaments/{id}/rounds/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import refused

pytestmark = pytest.mark.django_db


def test_rounds_are_listed_by_number(anonymous, running):
    first, second = anonymous.ask(f"tournaments/{running.pk}/rounds/")["results"]
    assert first == {
        "number": 1,
        "state": "closed",
        "paired_at": first["paired_at"],
        "closed_at": first["closed_at"],
        "tables": 2,
        "finished": 2,
        "notes": [],
    }
    assert first["closed_at"] is not None
    assert (second["number"], second["state"], second["closed_at"]) == (2, "paired", None)
    assert (second["tables"], second["finished"]) == (2, 0)


def test_a_round_shows_its_matches_by_table(anonymous, running):
    shown = anonymous.ask(f"tournaments/{running.pk}/rounds/1/")
    assert [match["table"] for match in shown["matches"]] == [1, 2]
    assert shown["matches"] == anonymous.ask("matches/", {"tournament": running.pk, "round": 1})["results"]
    assert shown["byes"] == []


def test_a_round_shows_its_byes(anonymous, finished):
    rests = [anonymous.ask(f"tournaments/{finished.pk}/rounds/{number}/")["byes"] for number in (1, 2, 3)]
    assert [len(byes) for byes in rests] == [1, 1, 1]
    entries = {row["id"]: row["bot"] for row in anonymous.ask(f"tournaments/{finished.pk}/entries/")["results"]}
    assert {bye["entry"]: bye["bot"] for (bye,) in rests} == entries
    assert all(bye["why"] and bye["points"] >= 0 for (bye,) in rests)


@pytest.mark.parametrize("number", ["0", "9", "99999", "9223372036854775808", "9" * 5000])
def test_it_says_which_round_is_not_there(anonymous, running, number):
    refused(anonymous.get(f"/api/v1/tournaments/{running.pk}/rounds/{number}/"), 404, f"there is no round {number[:9]}")


def test_statements_do_not_grow_with_the_field(anonymous, olga, django_assert_num_queries):
    few, many = arena.event(2), arena.event(8)
    for event in (few, many):
        with django_assert_num_queries(2):
            anonymous.ask(f"tournaments/{event.pk}/rounds/")
        # The tournament, the round, its matches, their seats, the byes.
        with django_assert_num_queries(5):
            anonymous.ask(f"tournaments/{event.pk}/rounds/1/")
