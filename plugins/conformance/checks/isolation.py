"""Checks that a clone and its original share nothing that changes, the chance of the match included."""

from __future__ import annotations

from plugins.conformance.comparing import difference, dumps
from plugins.conformance.errors import ConformanceError
from plugins.conformance.playing import fingerprint, play_on
from plugins.conformance.subject import Position, Table, everything
from plugins.conformance.watching import WatchedChance
from plugins.contract import JSON, State

POSITIONS = 8
AHEAD = 150  # decisions for which a clone is played on


def clones_are_apart(table: Table) -> int:
    """A clone is the same state, and neither's play changes the other."""
    looked = 0
    for game in table.games():
        kept: tuple[Position, State, JSON] | None = None
        for position in game.positions(POSITIONS):
            looked += 1
            if kept:
                _check_unchanged(kept[0], kept[1], kept[2], "the original played on, and its clone has changed")
            state, chance = position.state, position.chance("clone")
            before = everything(table, state)
            clone = state.clone(chance)
            found = everything(table, clone)
            if dumps(found) != dumps(before):
                raise ConformanceError(
                    str(position), difference("clone", found, before), "a clone is the same as its original"
                )
            play_on(clone, chance.stream("choices"), AHEAD)
            _check_unchanged(position, state, before, "its clone was played, and the original has changed")
            kept = (position, state.clone(chance), before)
    return looked


def _check_unchanged(position: Position, state: State, before: JSON, what: str) -> None:
    after = everything(position.game.table, state)
    if dumps(after) != dumps(before):
        raise ConformanceError(
            str(position), f"{what}: {difference('state', after, before)}", "clone copies every list that play changes"
        )


def clones_have_their_own_chance(table: Table) -> int:
    """Clones never draw from the chance of the match, and with them alongside it goes on exactly as without."""
    looked = 0
    for game in table.games():
        alone = {position.number: fingerprint(table.engine, position.state) for position in game.positions(POSITIONS)}
        match = WatchedChance(game.deal.seed)
        for position in game.positions(POSITIONS, match):
            looked += 1
            if fingerprint(table.engine, position.state) != alone[position.number]:
                raise ConformanceError(
                    str(position),
                    "with clones played alongside the game went another way than without",
                    "a clone takes nothing from its original's streams",
                )
            drawn = len(match.log)
            chance = position.chance("clone")
            clone = position.state.clone(chance)
            play_on(clone, chance.stream("choices"), AHEAD)
            if len(match.log) != drawn:
                raise ConformanceError(
                    str(position),
                    f'the clone has drawn from the stream "{match.log[drawn]}" of the match',
                    "a clone draws from the chance that clone() was given: else it foresees, or changes, what comes",
                )
    return looked
