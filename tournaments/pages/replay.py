"""A recorded game stepped through: the picture of the table after an action, and the actions around it.

Only what a spectator sees is drawn; yet a replay names cards, so whoever calls has checked that the round is closed.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plugins import registry
from plugins.chance import Chance
from plugins.contract import Engine, State
from plugins.registry import UnknownEngine
from tournaments.models import Game, Tournament
from tournaments.play import deal, transcript
from tournaments.play.transcript import BadTranscript

ACTIONS_SHOWN = 100


class NoReplay(Exception):
    """The game cannot be shown; the message says why."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An action of the list. ``number`` counts from 1, ``place`` is the seat of the game; ``forced``: no choice."""

    number: int
    place: int
    text: str
    forced: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """The game after ``step`` of ``steps`` actions; ``actions`` are those of the same hundred."""

    step: int
    steps: int
    picture: str
    text: str
    actions: tuple[Shown, ...]

    @property
    def first_shown(self) -> int:
        return first_shown(self.step)

    @property
    def before(self) -> int | None:
        return self.step - 1 if self.step > 0 else None

    @property
    def after(self) -> int | None:
        return self.step + 1 if self.step < self.steps else None


def first_shown(step: int) -> int:
    """The number of the first action of the list in which this step stands."""
    return max(step - 1, 0) // ACTIONS_SHOWN * ACTIONS_SHOWN + 1


def scene(game: Game, tournament: Tournament, *, round_number: int, seats: int, step: int | None) -> Scene:
    """The game after so many actions, or at its end; a step beyond the end is the end.

    Raises NoReplay if the engine is gone, plays by other rules today, or does not know what was recorded.
    """
    if tournament.seed is None:
        raise NoReplay("This event has no seed, so its games cannot be dealt again.")
    try:
        info = registry.info(tournament.engine)
    except UnknownEngine:
        raise NoReplay(f"The engine {tournament.engine} is not installed here any more.") from None
    if info.rules_version != tournament.rules_version:
        raise NoReplay(
            f"This game was played by version {tournament.rules_version} of the rules; "
            f"the engine installed here plays version {info.rules_version}."
        )
    seed = deal.board_seed(bytes(tournament.seed), round_number=round_number, table=None, board=game.board)
    try:
        return _scene(registry.engine(tournament.engine), tournament.options, seats, seed, bytes(game.transcript), step)
    except BadTranscript as error:
        raise NoReplay(f"The recorded game does not fit the engine: {error}.") from None


def _scene(
    engine: Engine, options: Mapping[str, Any], seats: int, seed: bytes, recorded: bytes, wanted: int | None
) -> Scene:
    moves = transcript.unpack(recorded)
    state: State = engine.new(options, seats, Chance(seed))
    observation = state.observe(None) if wanted == 0 else None
    actions: list[Shown] = []
    number = 0
    for number, done in enumerate(transcript.replay(engine, options, seats, Chance(seed), moves), start=1):
        state = done.state
        # The list is the hundred around the step; where that is the end, it is only known there which that is.
        if wanted is None or first_shown(number) <= first_shown(wanted):
            if number == first_shown(number):
                actions.clear()
            actions.append(Shown(number, done.seat, phrase(engine.encode(done.action)), done.forced))
        if number == wanted:
            observation = state.observe(None)
    step = number if wanted is None else min(wanted, number)
    if observation is None:
        observation = state.observe(None)
    return Scene(step, number, as_image(engine.svg(observation)), engine.text(observation), tuple(actions))


def as_image(svg: str) -> str:
    """The picture as an address for <img>, where no script in it can run; "" for an engine without pictures."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode() if svg else ""


def phrase(action: Any) -> str:
    """An action's JSON for people: {"t": "jack", "place": 3} is `jack, place 3`."""
    if not isinstance(action, dict):
        return str(action)
    words = [str(action["t"])] if "t" in action else []
    words += [f"{name} {_value(value)}" for name, value in action.items() if name != "t"]
    return ", ".join(words)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_value(item) for item in value)
    if isinstance(value, dict):
        return phrase(value)
    return str(value)
