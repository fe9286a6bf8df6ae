"""A game of a match played in process: rotations, and the same again."""

from __future__ import annotations

import pytest

from plugins import registry
from plugins.chance import Chance
from tournaments.play.local import play_game
from tournaments.play.players.base import HostFault
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
    with pytest.raises(HostFault, match='no policy "clever"; it has greedy, random'):
        played(["clever", "greedy"], 0)
