"""/api/v1/matches/{id}/games/"""

from __future__ import annotations

import pytest

from tests.tournaments import arena
from tests.tournaments.api.conftest import refused
from tournaments.models import Game, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(olga):
    """Played, in a round that is not closed."""
    event = arena.event(4, options={"start_size": 1}, boards=2)
    match = Match.objects.filter(round__tournament=event).first()
    arena.take_turn(match.pk)
    return match


def test_games_of_a_finished_match_are_listed(anonymous, match):
    shown = anonymous.ask(f"matches/{match.pk}/games/")["results"]
    assert [(game["board"], game["rotation"]) for game in shown] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    for game, row in zip(shown, Game.objects.filter(match=match).order_by("board", "rotation"), strict=True):
        assert game == {
            "board": row.board,
            "rotation": row.rotation,
            "ranks": row.ranks,
            "scores": row.scores,
            "verdicts": ["played", "played"],
            "decisions": row.decisions,
            "recorded_at": game["recorded_at"],
        }
    assert anonymous.ask(f"matches/{match.pk}/games/2.1/") == shown[3]


@pytest.mark.parametrize("state", ["pending", "running", "void", "cancelled"])
def test_nobody_sees_games_before(anonymous, olga, sue, match, state):
    Match.objects.filter(pk=match.pk).update(state=state)
    for client in (anonymous, olga, sue):
        assert client.ask(f"matches/{match.pk}/games/")["results"] == []
        refused(client.get(f"/api/v1/matches/{match.pk}/games/1.0/"), 404, f"no game 1.0 of match {match.pk}")


def test_what_a_void_match_had_played_is_seen_when_its_round_is_closed(anonymous, match):
    Match.objects.filter(pk=match.pk).update(state="void")
    match.round.state = "closed"
    match.round.save()
    assert len(anonymous.ask(f"matches/{match.pk}/games/")["results"]) == 4


@pytest.mark.parametrize("game", ["9.0", "1.9", "0.0", "99999.99999"])
def test_it_says_which_game_is_not_there(anonymous, match, game):
    refused(anonymous.get(f"/api/v1/matches/{match.pk}/games/{game}/"), 404, f"no game {game}")


def test_it_says_which_match_is_not_there(anonymous):
    refused(anonymous.get("/api/v1/matches/7/games/"), 404, "there is no match 7")


def test_the_list_takes_two_statements(anonymous, match, django_assert_num_queries):
    with django_assert_num_queries(2):
        page = anonymous.ask(f"matches/{match.pk}/games/", {"limit": 3})
    assert len(anonymous.get(page["next"]).json()["results"]) == 1
