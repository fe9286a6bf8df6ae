"""The check that states keep and hand out copies: of options, observations and snapshots."""

from __future__ import annotations

from collections.abc import Callable

from plugins.chance import Chance
from plugins.conformance.comparing import copied, difference, dumps, scramble
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Game, Position, Table, everything
from plugins.contract import JSON, State
from plugins.wording import described

POSITIONS = 4


def nothing_is_shared(table: Table) -> int:
    """Observations, snapshots and options are copies: changing one that was handed over changes no state."""
    looked = 0
    for game in table.games():
        _check_options(game)
        for position in game.positions(POSITIONS):
            looked += 1
            engine, state = table.engine, position.state
            before = everything(table, state)
            for seat in table.observers:
                scramble(state.observe(seat))
            _check_kept(position, state, before, "what observe(seat) returned")
            scramble(state.snapshot())
            _check_kept(position, state, before, "what snapshot() returned")
            _check_input(position, state.snapshot(), engine.restore)
            for seat in table.observers:
                _check_input(position, state.observe(seat), engine.sample)
    return looked


def _check_options(game: Game) -> None:
    chance = game.deal.chance("options")
    options = copied(dict(game.table.options))
    state = game.table.engine.new(options, game.table.seats, chance)
    if dumps(options) != dumps(dict(game.table.options)):
        raise ConformanceError(
            str(game), f"new changed {difference('options', options, dict(game.table.options))}", "they are not its own"
        )
    before = everything(game.table, state)
    scramble(options)
    _check_unchanged(
        str(game),
        game.table,
        state,
        before,
        "the object of options given to new",
        "a state keeps a copy of its options",
    )


def _check_kept(position: Position, state: State, before: JSON, what: str) -> None:
    _check_unchanged(str(position), position.game.table, state, before, what, "what is handed out is a copy")


def _check_unchanged(where: str, table: Table, state: State, before: JSON, what: str, right: str) -> None:
    try:
        after = everything(table, state)
    except Exception as error:  # it has met what was written into its lists
        raise ConformanceError(where, f"{what} was changed, and the state raised {described(error)}", right) from error
    if dumps(after) != dumps(before):
        raise ConformanceError(where, f"{what} was changed, and so has {difference('state', after, before)}", right)


def _check_input(position: Position, original: JSON, make: Callable[[JSON, Chance], State]) -> None:
    """``restore`` and ``sample`` leave their input as it is, and keep no part of it."""
    given = copied(original)
    made, name = make(given, position.chance("made")), make.__name__
    if dumps(given) != dumps(original):
        raise ConformanceError(
            str(position), f"{name} changed what it was given: {difference('it', given, original)}", "it reads, no more"
        )
    before = everything(position.game.table, made)
    scramble(given)
    _check_unchanged(
        str(position), position.game.table, made, before, f"what {name} was given", "a state copies what it keeps"
    )
