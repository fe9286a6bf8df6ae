"""/api/v1/matches/{id}/games/{board}.{rotation}/transcript/"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace

import pytest

from plugins import registry
from plugins.chance import Chance
from tests.tournaments import arena
from tests.tournaments.api.conftest import refused
from tournaments.events import lifecycle
from tournaments.models import Game, Match, Tournament

pytestmark = pytest.mark.django_db


def address(match: Match, game: str = "1.0") -> str:
    return f"/api/v1/matches/{match.pk}/games/{game}/transcript/"


def match_of(tournament: Tournament, number: int) -> Match:
    return Match.objects.filter(round__tournament=tournament, round__number=number).order_by("table").first()


@pytest.mark.parametrize("game", ["1.0", "1.1"])
def test_its_actions_play_the_game_to_the_recorded_result(anonymous, running, game):
    """With the engine and the transcript alone: no code of ours that records or replays takes part."""
    match = match_of(running, 1)
    shown = anonymous.get(address(match, game)).json()
    assert (shown["match"], f"{shown['board']}.{shown['rotation']}") == (match.pk, game)
    assert (shown["engine"], shown["rules_version"], shown["options"]) == ("trash", 1, {"start_size": 1})
    engine = registry.engine("trash")
    state = engine.new(shown["options"], shown["seats"], Chance(bytes.fromhex(shown["seed"])))
    forced = 0
    for step in shown["actions"]:
        assert step["seat"] == state.to_act()[0]
        assert step.get("forced", False) == (len(state.legal(step["seat"])) == 1)
        forced += "forced" in step
        state.apply(step["seat"], engine.decode(step["action"]))
    assert state.to_act() == ()
    board, rotation = map(int, game.split("."))
    recorded = Game.objects.get(match=match, board=board, rotation=rotation)
    by_place = {place["place"]: place["seat"] for place in shown["seating"]}
    assert sorted(by_place) == sorted(by_place.values()) == [0, 1]
    for place, seat in by_place.items():
        assert state.result().ranks[place] == recorded.ranks[seat]
        assert state.result().scores[place] == recorded.scores[seat]
    assert len(shown["actions"]) - forced == recorded.decisions


def test_the_seating_turns_with_the_rotation(anonymous, olga):
    event = arena.play_out(arena.event(4, format="pods", seats=4, rounds=1, options={"start_size": 1}))
    match = match_of(event, 1)
    seats = anonymous.ask(f"matches/{match.pk}/")["seats"]
    for rotation in range(4):
        seating = anonymous.get(address(match, f"1.{rotation}")).json()["seating"]
        # Seat s of the match sits at place (s + rotation) modulo seats.
        assert seating == [{"place": place, **seats[(place - rotation) % 4]} for place in range(4)]


def test_the_seed_follows_from_the_published_secret(anonymous, finished):
    """The whole chain as docs/lifecycle.md promises it, computed here anew from what the API shows."""
    shown = anonymous.ask(f"tournaments/{finished.pk}/")
    entries = sorted(anonymous.ask(f"tournaments/{finished.pk}/entries/")["results"], key=lambda row: row["number"])
    pinned = [[row["number"], row["owner"], row["bot"]["name"], row["version"]] for row in entries]

    def derive(key: bytes, label: str) -> bytes:
        return hmac.new(key, label.encode(), hashlib.sha256).digest()

    seed = derive(bytes.fromhex(shown["secret"]), json.dumps(pinned, separators=(",", ":")))
    assert seed.hex() == shown["seed"]
    for number in (1, 2, 3):
        transcript = anonymous.get(address(match_of(finished, number))).json()
        assert transcript["seed"] == derive(seed, f"{number}:all:1").hex()


@pytest.mark.parametrize("played", [False, True])
def test_nobody_sees_it_before_the_round_is_closed(anonymous, olga, sue, running, played):
    match = match_of(running, 2)
    if played:
        arena.take_turn(match.pk)
    for client in (anonymous, olga, sue):
        for game in ("1.0", "7.7"):
            problem = refused(client.get(address(match, game)), 409, "round 2", "closed", code="round_not_closed")
            assert "seed" not in json.dumps(problem)


def test_nobody_sees_it_when_the_round_never_closes(anonymous, olga, running):
    match = match_of(running, 2)
    arena.take_turn(match.pk)
    lifecycle.cancel(actor=olga.actor, tournament_id=running.pk)
    refused(anonymous.get(address(match)), 409, code="round_not_closed")


def test_it_may_be_kept_for_ever_and_a_refusal_may_not(anonymous, running):
    assert "immutable" in anonymous.get(address(match_of(running, 1)))["Cache-Control"]
    assert anonymous.get(address(match_of(running, 2)))["Cache-Control"] == "no-store"


def test_other_rules_do_not_replay_it(anonymous, running, monkeypatch):
    info = registry.info("trash")
    monkeypatch.setattr(registry, "info", lambda engine_id: replace(info, rules_version=2))
    refused(
        anonymous.get(address(match_of(running, 1))), 409, "version 1 of the rules", "version 2", code="rules_changed"
    )


def test_an_engine_that_is_gone_does_not_replay_it(anonymous, running):
    match = match_of(running, 1)
    Tournament.objects.filter(pk=running.pk).update(engine="chess")
    refused(anonymous.get(address(match)), 409, '"chess" is not one of', code="engine_gone")


def test_it_says_what_is_not_there(anonymous, running):
    match = match_of(running, 1)
    refused(anonymous.get(address(match, "2.0")), 404, f"there is no game 2.0 of match {match.pk}")
    refused(anonymous.get("/api/v1/matches/999/games/1.0/transcript/"), 404, "there is no match 999")


def test_statements_do_not_grow_with_the_seats(anonymous, olga, django_assert_num_queries):
    for seats in (3, 6):
        event = arena.event(seats, format="pods", seats=seats, rounds=1, options={"start_size": 1})
        arena.play_out(event)
        where = address(match_of(event, 1))
        # Match with round and tournament; game; seats with entry, bot, owner, version.
        with django_assert_num_queries(3):
            assert anonymous.get(where).status_code == 200
