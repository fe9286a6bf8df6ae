"""A recorded game stepped through: the picture of the table after an action, and the actions around it.

Only what a spectator sees is drawn; yet a replay names cards: `tournaments.transcripts` says from when it may be seen.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from tournaments.transcripts import Recording

ACTIONS_SHOWN = 100


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


def scene(recording: Recording, step: int | None) -> Scene:
    """The game after so many actions, or at its end; a step beyond the end is the end. Raises NoReplay."""
    engine = recording.engine
    state = recording.begin()
    observation = state.observe(None) if step == 0 else None
    actions: list[Shown] = []
    number = 0
    for number, done in enumerate(recording.steps(), start=1):
        state = done.state
        # The list is the hundred around the step; where that is the end, it is only known there which that is.
        if step is None or first_shown(number) <= first_shown(step):
            if number == first_shown(number):
                actions.clear()
            actions.append(Shown(number, done.seat, phrase(engine.encode(done.action)), done.forced))
        if number == step:
            observation = state.observe(None)
    if observation is None:
        observation = state.observe(None)
    reached = number if step is None else min(step, number)
    return Scene(reached, number, as_image(engine.svg(observation)), engine.text(observation), tuple(actions))


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
