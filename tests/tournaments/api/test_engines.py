"""/api/v1/engines/"""

from __future__ import annotations

import pytest

from plugins import registry
from tests.tournaments.api.conftest import caller, refused

pytestmark = pytest.mark.django_db


def test_it_lists_engines_to_anyone(anonymous, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = anonymous.ask("engines/")
    assert answer["next"] is None
    trash = next(engine for engine in answer["results"] if engine["id"] == "trash")
    assert trash["title"] == "Trash"
    assert trash["rules_version"] == registry.info("trash").rules_version
    assert trash["seats"] == [2, 3, 4, 5, 6]
    assert trash["options"]["properties"]["start_size"]["maximum"] == 10
    assert trash["variants"][0] == {"name": "standard", "options": {"start_size": 10}}
    assert {"name": "short", "options": {"start_size": 3}} in trash["variants"]
    assert trash["policies"] == ["greedy", "random", "search"]


def test_it_shows_one_engine(anonymous):
    assert anonymous.ask("engines/trash/") == next(
        engine for engine in anonymous.ask("engines/")["results"] if engine["id"] == "trash"
    )


def test_it_says_which_engines_there_are(anonymous):
    refused(anonymous.get("/api/v1/engines/chess/"), 404, '"chess" is not one of', "trash")


@pytest.fixture
def _quarantine(monkeypatch):
    monkeypatch.setattr(registry, "quarantined", lambda: (registry.Quarantined("poker", "ImportError: no chips"),))


@pytest.mark.usefixtures("_quarantine")
def test_staff_see_what_was_left_out(sue):
    assert sue.ask("engines/")["quarantined"] == [{"plugin": "poker", "reason": "ImportError: no chips"}]


@pytest.mark.usefixtures("_quarantine")
def test_others_do_not(anonymous, ada, olga, sue):
    for client in (anonymous, ada, olga, caller(sue.actor, "bots")):
        assert "quarantined" not in client.ask("engines/")


def test_nobody_changes_engines(sue):
    refused(sue.post("/api/v1/engines/", {}), 405)
    refused(sue.delete("/api/v1/engines/trash/"), 405)
