"""The check that illegal actions are refused and change nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from plugins.conformance.checks.coding import wrong_here
from plugins.conformance.checks.junk import JUNK, alike, bent
from plugins.conformance.comparing import difference, dumps
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Game, Position, Table
from plugins.contract import Action, IllegalAction, State
from plugins.wording import described, shown

POSITIONS = 8
ELSEWHERE = 40  # actions that are legal at other positions
BENT = 6  # legal actions whose type is bent

RIGHT = "IllegalAction, and nothing changed, would be right"


def illegal_actions_change_nothing(table: Table) -> int:
    """Illegal and garbage actions raise IllegalAction and change nothing."""
    looked, wrong = 0, wrong_here(table)
    for game in table.games():
        strangers = [*_legal_elsewhere(game), *wrong]
        for position in game.positions(POSITIONS):
            for seat in range(table.seats):
                for action in _candidates(position.state, seat, strangers):
                    _check_refused(position, seat, action)
                    looked += 1
    return looked


def _legal_elsewhere(game: Game) -> list[Action]:
    found: dict[Action, None] = {}
    for position in game.positions(4 * POSITIONS):
        for seat in position.state.to_act():
            found.update(dict.fromkeys(position.state.legal(seat)))
    actions = list(found)
    return actions[:: len(actions) // ELSEWHERE + 1]


def _candidates(state: State, seat: int, strangers: list[Action]) -> Iterator[Any]:
    """What is not legal for the seat, the seat's own legal actions as values of other types included."""
    legal = state.legal(seat)
    yield from (
        action for action in (*JUNK, math.nan, b"x", (), object()) if not any(alike(action, own) for own in legal)
    )
    lawful = set(legal)
    yield from (action for action in strangers if action not in lawful)
    for index in range(0, len(legal), len(legal) // BENT + 1):
        yield from (action for action in bent(legal[index]) if not any(alike(action, own) for own in legal))
        yield state.observe(None)  # an unhashable one that is long


def _check_refused(position: Position, seat: int, action: Any) -> None:
    state = position.state
    if _equals_a_legal_one(state, seat, action):
        _check_taken_alike(position, seat, action)
        return
    before, legal = state.snapshot(), list(state.legal(seat))
    what = f"{shown(action)}, of type {type(action).__name__},"
    try:
        state.apply(seat, action)
    except IllegalAction:
        pass
    except Exception as error:
        raise ConformanceError(str(position), f"seat {seat}: {what} raised {described(error)}", RIGHT) from error
    else:
        raise ConformanceError(str(position), f"seat {seat}: {what} is not legal and was taken", RIGHT)
    after = state.snapshot()
    if dumps(after) != dumps(before):
        raise ConformanceError(
            str(position), f"seat {seat}: {what} was refused and changed {difference('snapshot', after, before)}", RIGHT
        )
    if list(state.legal(seat)) != legal:
        raise ConformanceError(str(position), f"seat {seat}: {what} was refused and changed legal({seat})", RIGHT)


def _equals_a_legal_one(state: State, seat: int, action: Any) -> bool:
    """A tuple with 1.0 or True for a 1 in it: Python finds it in a set of legal ones. 1.0 itself is no excuse."""
    return type(action) not in (bool, float) and any(own == action for own in state.legal(seat))


def _check_taken_alike(position: Position, seat: int, action: Any) -> None:
    """It may be refused, or else must do exactly what the legal one does: leave no 1.0 in the state."""
    state, chance = position.state, position.chance("alike")
    right = next(own for own in state.legal(seat) if own == action)
    one, other = state.clone(chance), state.clone(chance)
    one.apply(seat, right)
    try:
        other.apply(seat, action)
    except IllegalAction:
        return
    if dumps(one.snapshot()) != dumps(other.snapshot()):
        raise ConformanceError(
            str(position),
            f"seat {seat}: {action!r:.100} was taken for {right!r:.100} and left "
            f"{difference('snapshot', other.snapshot(), one.snapshot())}",
            "IllegalAction, or what the legal action does, would be right",
        )
