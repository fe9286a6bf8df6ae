"""Playing one game with whoever sits there: policies, programs in the sandbox, remote bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plugins import protocol
from plugins.protocol import Limits
from tournaments.dispatch.contestants import Contestant, Kind
from tournaments.dispatch.sandboxing import sandbox
from tournaments.play import deal
from tournaments.play.local import place_of, play_seated, policy_player
from tournaments.play.players.base import Player
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.players.reported import Contender, Report, ReportedPlayer
from tournaments.play.referee import Played
from tournaments.programs.copies import unpacked
from tournaments.remote.player import RemotePlayer


@dataclass(frozen=True, slots=True)
class Table:
    """A game to be played. ``contestants`` are by seat of the match.

    name: by which the bots are told the game, such as m7.1.0.1.
    """

    name: str
    engine: str
    rules_version: int
    options: Mapping[str, Any]
    contestants: tuple[Contestant, ...]
    limits: Limits
    table: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended, by seat of the match; ``reports`` has None for a policy."""

    played: Played
    reports: tuple[Report | None, ...]


def play_table(table: Table, seed: bytes) -> Outcome:
    """Play the game that is dealt from ``seed``. Raises what ``play_seated`` does."""
    players = [_player(table, seat, seed) for seat in range(len(table.contestants))]
    played = play_seated(
        engine_id=table.engine,
        options=table.options,
        seed=seed,
        table=table.table,
        rotation=table.rotation,
        players=players,
    )
    reports = tuple(player.report() if isinstance(player, ReportedPlayer) else None for player in players)
    return Outcome(played, reports)


def command(runtime: str, main: str) -> list[str]:
    """What runs a program from its folder: ``main`` is a file of it."""
    return {"python": ["python3", "-s", main], "node": ["node", main], "executable": [f"./{main}"]}[runtime]


def _player(table: Table, seat: int, seed: bytes) -> Player:
    contestant = table.contestants[seat]
    if contestant.kind == Kind.POLICY:
        return policy_player(table.engine, contestant.policy)
    assert contestant.version is not None
    assert contestant.bot is not None
    return ReportedPlayer(contestant.version, _contender(table, seat, seed, contestant.version, contestant.bot))


def _contender(table: Table, seat: int, seed: bytes, version: int, bot: int) -> Contender:
    contestant = table.contestants[seat]
    seats = len(table.contestants)
    hello = protocol.hello(
        game=table.name,
        engine=table.engine,
        rules_version=table.rules_version,
        options=table.options,
        seat=place_of(seat, rotation=table.rotation, seats=seats),
        seats=seats,
        seed=deal.bot_seed(seed, table=table.table, rotation=table.rotation, seat=seat),
        limits=table.limits,
    )
    if contestant.kind == Kind.REMOTE:
        return RemotePlayer(bot_id=bot, hello=hello, limits=table.limits)
    folder = unpacked(version, contestant.digest)
    start = command(contestant.runtime, contestant.main)
    # Where somebody plays from elsewhere, many games are played by one process at once.
    many = any(other.kind == Kind.REMOTE for other in table.contestants)
    return ProgramPlayer(lambda: sandbox(many=many).start(start, folder), hello, table.limits)
