"""/api/v1/tournaments/{id}/standings/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import refused
from tournaments import ranking
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_it_is_the_table_of_the_selector(anonymous, finished):
    shown = anonymous.ask(f"tournaments/{finished.pk}/standings/")
    assert (shown["next"], shown["round"]) == (None, 3)
    rows = ranking.standings(finished)
    assert len(rows) == 3
    for line, row in zip(shown["results"], rows, strict=True):
        entry = Entry.objects.get(tournament=finished, number=row.entrant)
        assert line == {
            "place": row.place,
            "entry": entry.pk,
            "number": row.entrant,
            "bot": {"id": entry.bot_id, "name": entry.bot.name},
            "owner": entry.bot.owner.username,
            "version": 1,
            "state": "in",
            "points": row.points,
            "played": row.played,
            "won": row.won,
            "tie_breaks": row.tie_breaks,
        }
        assert list(line["tie_breaks"]) == ["direct_encounter", "wins", "sonneborn_berger"]
    assert [(column["id"], column["title"]) for column in shown["order"]] == [
        ("direct_encounter", "Direct encounter"),
        ("wins", "Wins"),
        ("sonneborn_berger", "Sonneborn-Berger"),
    ]
    assert all(column["unit"] and column["explanation"] for column in shown["order"])
    # Each of three matches between two brings 2 points; the byes of a round robin bring none.
    assert sum(line["points"] for line in shown["results"]) == 3 * 2
    assert [line["played"] for line in shown["results"]] == [2, 2, 2]


def test_it_counts_closed_rounds_only(anonymous, running):
    table = anonymous.ask(f"tournaments/{running.pk}/standings/")
    assert table["round"] == 1
    assert sum(line["points"] for line in table["results"]) == 4
    for match in running.round_set.get(number=2).matches.all():
        arena.take_turn(match.pk)
    assert anonymous.ask(f"tournaments/{running.pk}/standings/") == table


def test_it_is_empty_before_the_start(anonymous, olga):
    event = arena.event(2, start=False)
    table = anonymous.ask(f"tournaments/{event.pk}/standings/")
    assert (table["next"], table["round"], len(table["order"]), table["results"]) == (None, 0, 3, [])


def test_who_left_is_shown_as_such(anonymous, olga, running):
    entry = running.entries.first()
    olga.send(f"tournaments/{running.pk}/disqualify/", bot=entry.bot_id)
    lines = anonymous.ask(f"tournaments/{running.pk}/standings/")["results"]
    assert {line["entry"]: line["state"] for line in lines}[entry.pk] == "disqualified"


def test_it_says_which_tournament_is_not_there(anonymous):
    refused(anonymous.get("/api/v1/tournaments/7/standings/"), 404, "there is no tournament 7")


def test_statements_do_not_grow_with_the_field(anonymous, olga, django_assert_max_num_queries):
    for bots in (2, 8):
        event = arena.event(bots, options={"start_size": 1})
        arena.play_round(event)
        with django_assert_max_num_queries(8):
            anonymous.ask(f"tournaments/{event.pk}/standings/")
