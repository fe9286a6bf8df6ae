"""Plays a game of a match with policies, in this process; started as a program, games for a contestant to practise."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from plugins import registry
from plugins.chance import Chance
from plugins.registry import UnknownEngine
from plugins.wording import shown
from tournaments.play import deal
from tournaments.play.players.base import HostFault, Player
from tournaments.play.players.policy import PolicyPlayer
from tournaments.play.referee import Played, play

STAND_IN = "greedy"


def require_rules(engine_id: str, rules_version: int | None) -> None:
    """Raise HostFault unless the engine is here and plays by this version of its rules: what is played by others does
    not count, and nobody could replay it.
    """
    try:
        installed = registry.info(engine_id).rules_version
    except UnknownEngine as error:
        raise HostFault(str(error)) from None
    if installed != rules_version:
        raise HostFault(
            f"engine {engine_id}: the event is played by version {rules_version} of the rules, not {installed}"
        )


def place_of(seat: int, *, rotation: int, seats: int) -> int:
    """Where a seat of the match sits in the game: with rotation r the seat s sits at place (s + r) modulo seats."""
    return (seat + rotation) % seats


def play_game(
    *, engine_id: str, options: Mapping[str, Any], seed: bytes, table: int, rotation: int, policies: Sequence[str]
) -> Played:
    """One rotation of a board, ``policies`` being the players by seat of the match; see ``play_seated``.

    Raises UnknownEngine, HostFault for an unknown policy.
    """
    players = [policy_player(engine_id, name) for name in policies]
    return play_seated(engine_id=engine_id, options=options, seed=seed, table=table, rotation=rotation, players=players)


def policy_player(engine_id: str, name: str) -> PolicyPlayer:
    """Raises UnknownEngine, HostFault for an unknown policy."""
    known = registry.policies(engine_id)
    if name not in known:
        raise HostFault(f"engine {engine_id} has no policy {shown(name)}; it has {', '.join(sorted(known))}")
    return PolicyPlayer(known[name]())


def play_seated(
    *, engine_id: str, options: Mapping[str, Any], seed: bytes, table: int, rotation: int, players: Sequence[Player]
) -> Played:
    """One rotation of a board. ``players`` and the tuples of what is returned are by seat of the match.

    ``seed`` is the board's. Raises UnknownEngine, and what ``play`` does.
    """
    seats = len(players)
    places = [place_of(seat, rotation=rotation, seats=seats) for seat in range(seats)]
    order = [places.index(place) for place in range(seats)]
    own = [Chance(deal.policy_seed(seed, table=table, rotation=rotation, seat=seat)) for seat in order]
    played = play(
        registry.engine(engine_id),
        options,
        Chance(seed),
        [players[seat] for seat in order],
        [chance.stream("policy") for chance in own],
        stand_in=lambda: policy_player(engine_id, STAND_IN),
        max_decisions=registry.info(engine_id).max_decisions,
    )
    if rotation == 0:
        return played
    return replace(
        played,
        ranks=tuple(played.ranks[place] for place in places),
        scores=tuple(played.scores[place] for place in places),
        verdicts=tuple(played.verdicts[place] for place in places),
    )


if __name__ == "__main__":
    from tournaments.play.practice.command import main

    sys.exit(main())
