"""/api/v1/matches/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import caller, refused
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def test_a_finished_match(anonymous, running):
    match = Match.objects.filter(round__tournament=running, round__number=1).first()
    seats = list(match.seats.order_by("seat"))
    shown = anonymous.ask(f"matches/{match.pk}/")
    assert shown == {
        "id": match.pk,
        "tournament": running.pk,
        "round": 1,
        "table": 1,
        "state": "finished",
        "seats": [
            {
                "seat": number,
                "entry": seat.entry_id,
                "bot": {"id": seat.entry.bot_id, "name": seat.entry.bot.name},
                "owner": seat.entry.bot.owner.username,
                "version": 1,
            }
            for number, seat in enumerate(seats)
        ],
        "ranks": match.ranks,
        "ruled": False,
        "forfeit": False,
        "ruling": "",
        "rated": {"counts": "yes", "why": ""},
        "why": match.why,
        "started_at": shown["started_at"],
        "ended_at": shown["ended_at"],
        "dispatch": None,
    }
    assert sorted(shown["ranks"]) in ([0, 1], [0, 0])


def test_whose_work_it_is_is_for_organiser_and_staff(anonymous, ada, olga, oscar, sue, void):
    match = void()
    for client in (olga, sue):
        dispatch = client.ask(f"matches/{match.pk}/")["dispatch"]
        assert (dispatch["attempt"], dispatch["failures"], dispatch["lease_until"]) == (3, 3, None)
        assert dispatch["fault"] == "ZeroDivisionError: division by zero"
        assert set(dispatch) == {"attempt", "failures", "lease_until", "queued_at", "fault"}
        number = match.round.number
        nested = client.ask(f"tournaments/{match.round.tournament_id}/rounds/{number}/")["matches"][0]
        assert nested["dispatch"] == client.ask("matches/")["results"][0]["dispatch"] == dispatch
    for client in (anonymous, ada, oscar, caller(olga.actor, "bots")):
        assert client.ask(f"matches/{match.pk}/")["dispatch"] is None
        assert b"ZeroDivisionError" not in client.get("/api/v1/matches/").content


def test_the_list_is_filtered(anonymous, running):
    other = arena.event(2, options={"start_size": 1})
    everything = anonymous.ask("matches/")["results"]
    assert [match["id"] for match in everything] == sorted(Match.objects.values_list("id", flat=True))
    bot = everything[0]["seats"][0]["bot"]["id"]
    for query, kept in [
        ({"tournament": other.pk}, lambda match: match["tournament"] == other.pk),
        ({"round": 2}, lambda match: match["round"] == 2),
        ({"state": "finished"}, lambda match: match["state"] == "finished"),
        ({"bot": bot}, lambda match: bot in [seat["bot"]["id"] for seat in match["seats"]]),
        ({"tournament": running.pk, "round": 1, "bot": bot}, lambda match: match["id"] == everything[0]["id"]),
        ({"tournament": 2**63 - 1}, lambda match: False),
    ]:
        found = anonymous.ask("matches/", query)["results"]
        assert found == [match for match in everything if kept(match)]
    assert len(anonymous.ask("matches/", {"bot": bot})["results"]) == 2


@pytest.mark.parametrize(
    ("query", "at", "saying"),
    [
        ({"state": "lost"}, "state", '"lost" is not one of pending, running, finished, void, cancelled'),
        ({"state": ""}, "state", "has no value"),
        ({"round": "one"}, "round", '"one" is not a whole number'),
        ({"round": "1.0"}, "round", '"1.0" is not a whole number'),
        ({"tournament": "-1"}, "tournament", '"-1" is not a whole number'),
        ({"tournament": "0"}, "tournament", '"0" is not a whole number'),
        ({"tournament": str(2**63)}, "tournament", "is not a whole number from 1 to"),
        ({"tournament": "9" * 5000}, "tournament", "is not a whole number from 1 to"),
        ({"bot": "1 "}, "bot", '"1 " is not a whole number'),
        ({"bot": "١"}, "bot", "is not a whole number"),
        ({"tourney": "1"}, "tourney", "not a parameter of this list; those are tournament, round, state, bot"),
        ({"round": ["1", "2"]}, "round", "given 2 times"),
        ({"limit": "0"}, "limit", '"0" is not a whole number'),
        ({"cursor": "x"}, "cursor", "not one that this list gave"),
    ],
)
def test_it_rejects_a_query(anonymous, query, at, saying):
    refused(anonymous.get("/api/v1/matches/", query), 400, saying, at=at)


def test_statements_do_not_grow_with_the_list(anonymous, olga, django_assert_num_queries):
    arena.event(2)
    with django_assert_num_queries(2):
        anonymous.ask("matches/")
    arena.event(8)
    with django_assert_num_queries(2):
        assert len(anonymous.ask("matches/")["results"]) == 5


def test_it_says_which_match_is_not_there(anonymous):
    refused(anonymous.get("/api/v1/matches/7/"), 404, "there is no match 7")
