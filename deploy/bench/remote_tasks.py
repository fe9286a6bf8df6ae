"""A game between two remote bots as a task, for the measurement of remote bots, and the choice that both sides know."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings

from deploy.celery import app
from plugins import protocol
from plugins.contract import JSON, View
from plugins.protocol import Limits
from tournaments.play.local import play_seated
from tournaments.play.players.base import Player
from tournaments.play.players.policy import PolicyPlayer
from tournaments.play.referee import Played
from tournaments.remote.connection import client
from tournaments.remote.player import RemotePlayer

RESULTS = "croupier:bench:remote"  # a list of JSON, a row for each game
ENGINE = "trash"
LIMITS = Limits(move_ms=60_000, bank_ms=0, game_ms=600_000)


def choose(observation: JSON, legal: Sequence[JSON]) -> int:
    """An index into ``legal`` that follows from the whole question."""
    whole = json.dumps([observation, list(legal)], sort_keys=True).encode()
    return int.from_bytes(hashlib.sha256(whole).digest()[:8]) % len(legal)


class Known:
    """The policy that chooses so."""

    def choose(self, view: View) -> Any:
        return view.legal[choose(view.observation, [view.engine.encode(action) for action in view.legal])]


class Timed(RemotePlayer):
    """Keeps the seconds of each round trip: from the question to its answer, before the referee."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.thoughts: list[float] = []

    def act(self, view: View) -> int:
        move = super().act(view)
        self.thoughts.append(self.thought)
        return move


def play(number: int, options: dict[str, Any], players: Sequence[Player]) -> Played:
    """The game of this number."""
    seed = hashlib.sha256(f"bench:{number}".encode()).digest()
    return play_seated(engine_id=ENGINE, options=options, seed=seed, table=1, rotation=0, players=players)


def expected(number: int, options: dict[str, Any], seats: int) -> Played:
    """How the game must be played, without any network."""
    return play(number, options, [PolicyPlayer(Known()) for _ in range(seats)])


@app.task(name="bench.remote_game", queue="remote")  # type: ignore[untyped-decorator]
def remote_game(number: int, options: dict[str, Any], bots: list[int]) -> None:
    """Play it, and leave how it was played; the worker is that of the service, the broker too."""
    assert settings.configured
    players = [
        Timed(
            bot_id,
            protocol.hello(
                game=f"b{number}", engine=ENGINE, rules_version=1, options=options, seat=seat, seats=len(bots),
                seed=str(number), limits=LIMITS,
            ),
            LIMITS,
        )
        for seat, bot_id in enumerate(bots)
    ]  # fmt: skip
    begun = time.monotonic()
    try:
        played = play(number, options, players)
        found: dict[str, Any] = {name: getattr(played, name) for name in ("moves", "verdicts", "ranks", "scores")}
    except Exception as error:
        found = {"fault": f"{type(error).__name__}: {error}"}
    trips = [seconds for player in players for seconds in player.thoughts]
    row = {"number": number, "trips": trips, "seconds": time.monotonic() - begun, **found}
    client().rpush(RESULTS, json.dumps(row))
