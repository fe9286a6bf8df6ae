"""A game of a match played in process: rotations, and the same again."""

from __future__ import annotations

import hmac
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pytest

from plugins import registry
from plugins.chance import Chance
from tests.tournaments.play.toy import Toy
from tournaments.play.local import play_game, require_rules
from tournaments.play.players.base import HostFault
from tournaments.play.referee import Played
from tournaments.play.transcript import replay

OPTIONS = registry.complete_options(registry.info("trash"), {"start_size": 6})


def played(policies: list[str], rotation: int, *, table: int = 1, seed: bytes = b"board"):
    return play_game(engine_id="trash", options=OPTIONS, seed=seed, table=table, rotation=rotation, policies=policies)


def test_the_same_again() -> None:
    assert played(["random", "greedy"], 1) == played(["random", "greedy"], 1)


def test_policies_at_other_tables_and_rotations_draw_otherwise() -> None:
    moves = {played(["random"] * 2, rotation, table=table).moves for rotation in range(2) for table in range(1, 4)}
    assert len(moves) > 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_results_are_by_seat_of_the_match(seats: int) -> None:
    """Greedy draws nothing from its stream, so a rotation of equals is the same game with other names."""
    games = [played(["greedy"] * seats, rotation) for rotation in range(seats)]
    for rotation, game in enumerate(games):
        assert game.moves == games[0].moves
        assert game.ranks == tuple(games[0].ranks[(seat + rotation) % seats] for seat in range(seats))
        assert game.scores == tuple(games[0].scores[(seat + rotation) % seats] for seat in range(seats))


def test_its_moves_replay_to_the_same_result() -> None:
    game = played(["random", "greedy", "random"], 0)
    last = list(replay(registry.engine("trash"), OPTIONS, 3, Chance(b"board"), game.moves))[-1]
    assert last.state.to_act() == ()
    assert last.state.result().ranks == game.ranks


def test_an_unknown_policy_is_the_hosts_fault() -> None:
    with pytest.raises(HostFault, match='no policy "clever"; it has greedy, random, search'):
        played(["clever", "greedy"], 0)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> type[Seated]:
    """The toy game in place of trash; its policies are those of ``Seated``."""
    Seated.drawn = []
    monkeypatch.setattr(registry, "engine", lambda _: Toy())
    monkeypatch.setattr(registry, "policies", lambda _: {name: partial(Seated, name) for name in CALLS})
    return Seated


CALLS = {"low": 0, "middle": 1, "high": 2, "greedy": 1, "broken": None}


class Seated:
    """Calls the number of its name, breaks, and notes what its stream draws."""

    drawn: ClassVar[list[tuple[str, int]]] = []

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: Any) -> Any:
        self.drawn.append((self.name, view.chance.below(1 << 30)))
        if self.name == "broken":
            raise ZeroDivisionError
        return CALLS[self.name]


def toy_game(policies: list[str], rotation: int) -> Played:
    return play_game(engine_id="trash", options={}, seed=b"board", table=3, rotation=rotation, policies=policies)


@pytest.mark.parametrize("rotation", range(4))
def test_a_rotation_seats_everyone_so_much_further_on(toy, rotation: int) -> None:
    policies = ["low", "middle", "high", "broken"]
    game = toy_game(policies, rotation)
    assert game.ranks == (2, 1, 0, 3)
    assert game.verdicts == ("played", "played", "played", "crash")
    assert game.scores == (1, 3, 5, 1)
    # The seat s of the match sits at place (s + r) modulo seats, and the places are asked in order.
    first = [(policies.index(name), drawn) for name, drawn in toy.drawn if name != "greedy"][:4]
    assert [(seat + rotation) % 4 for seat, _ in first] == [0, 1, 2, 3]
    # A stream goes with the seat of the match, whatever the place.
    for seat, drawn in first:
        key = hmac.digest(b"board", f"policy:3:{rotation}:{seat}".encode(), "sha256")
        assert drawn == Chance(key).stream("policy").below(1 << 30)


def test_greedy_plays_on_for_a_seat_that_failed(toy) -> None:
    toy_game(["low", "broken", "high"], 0)
    assert [name for name, _ in toy.drawn] == ["low", "broken", "greedy", "high", "low", "greedy", "high"]


def test_a_game_may_ask_for_no_more_than_its_engine_said(toy, monkeypatch) -> None:
    info = registry.info("trash")
    monkeypatch.setattr(registry, "info", lambda _: replace(info, max_decisions=5))
    with pytest.raises(HostFault, match="max_decisions, 5"):
        toy_game(["low", "high"], 0)


@pytest.mark.parametrize(
    ("engine_id", "version", "says"),
    [("trash", 2, "version 2 of the rules, not 1"), ("trash", None, "not 1"), ("gone", 1, '"gone" is not one of')],
)
def test_an_engine_that_is_gone_or_has_other_rules_is_the_hosts_fault(
    engine_id: str, version: int | None, says: str
) -> None:
    require_rules("trash", registry.info("trash").rules_version)
    with pytest.raises(HostFault, match=says):
        require_rules(engine_id, version)
