"""Players of the bots of tests/hostile, started plainly or in a sandbox, and a game against them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plugins import protocol
from plugins.chance import Chance
from plugins.protocol import Limits
from tests.tournaments.play.toy import Scripted, Toy
from tournaments.play.players import process
from tournaments.play.players.process import Process
from tournaments.play.players.program import ProgramPlayer
from tournaments.play.referee import Played, play

HOSTILE = Path(__file__).parents[3] / "hostile"
# Enough to get ready on a busy machine, and little to wait for a bot that does not answer.
PATIENT = Limits(startup_ms=20_000, move_ms=20_000, bank_ms=0, game_ms=600_000)
SHORT = Limits(startup_ms=60_000, move_ms=200, bank_ms=200, game_ms=600_000)


def command(bot: str) -> list[str]:
    return [sys.executable, "-s", "-B", f"{bot}.py"]


def plainly(bot: str) -> Callable[[], Process]:
    return lambda: process.start(command(bot), folder=HOSTILE, environment={})


def player(launch: Callable[[], Process], limits: Limits = PATIENT) -> ProgramPlayer:
    hello = protocol.hello(
        game="g", engine="toy", rules_version=1, options={}, seat=0, seats=2, seed="00", limits=limits
    )
    return ProgramPlayer(launch, hello, limits)


def game(*players: Any, engine: Any = None, **options: Any) -> Played:
    chance = Chance(b"seed")
    streams = [chance.stream(f"seat:{seat}") for seat in range(len(players))]
    return play(
        engine or Toy(), options, chance, players, streams, stand_in=lambda: Scripted(0, 0, 0), max_decisions=100
    )
