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
from tournaments.play.players.base import HostFault
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


def play_game(
    *, engine_id: str, options: Mapping[str, Any], seed: bytes, table: int, rotation: int, policies: Sequence[str]
) -> Played:
    """One rotation of a board, ``policies`` being the players by seat of the match.

    With rotation r the seat s of the match sits at place (s + r) modulo seats of the game; the tuples of what is
    returned are by seat of the match. ``seed`` is the board's. Raises UnknownEngine, HostFault for an unknown policy.
    """
    seats = len(policies)
    known = registry.policies(engine_id)
    info = registry.info(engine_id)
    players = []
    streams = []
    for place in range(seats):
        seat = (place - rotation) % seats
        if policies[seat] not in known:
            names = ", ".join(sorted(known))
            raise HostFault(f"engine {engine_id} has no policy {shown(policies[seat])}; it has {names}")
        players.append(PolicyPlayer(known[policies[seat]]()))
        streams.append(Chance(deal.policy_seed(seed, table=table, rotation=rotation, seat=seat)).stream("policy"))
    played = play(
        registry.engine(engine_id),
        options,
        Chance(seed),
        players,
        streams,
        stand_in=lambda: PolicyPlayer(known[STAND_IN]()),
        max_decisions=info.max_decisions,
    )
    if rotation == 0:
        return played
    places = [(seat + rotation) % seats for seat in range(seats)]
    return replace(
        played,
        ranks=tuple(played.ranks[place] for place in places),
        scores=tuple(played.scores[place] for place in places),
        verdicts=tuple(played.verdicts[place] for place in places),
    )


if __name__ == "__main__":
    from tournaments.play.practice.command import main

    sys.exit(main())
