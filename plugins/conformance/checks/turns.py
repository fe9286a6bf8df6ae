"""Checks of the course of a game: that it ends, who has what to choose, and that it always has a result."""

from __future__ import annotations

from collections.abc import Hashable

from plugins.conformance.errors import ConformanceError
from plugins.conformance.playing import End
from plugins.conformance.subject import Position, Table
from plugins.contract import Result
from plugins.wording import shown


def games_end(table: Table) -> int:
    """Random games end within ``max_decisions``."""
    games = 0
    for game in table.games():
        games += 1
        if game.end is End.ENDLESS:
            raise ConformanceError(
                str(game),
                f"after {len(game.moves)} decisions the game is not over",
                f"max_decisions is {table.subject.info.max_decisions}: raise it, or end the game sooner",
            )
    return games


def turns(table: Table) -> int:
    """``legal(seat)`` is non-empty exactly for the seats of ``to_act()``; its actions are hashable and distinct."""
    looked = 0
    for game in table.games():
        for position in game.walk():
            looked += 1
            _check_to_act(position)
            for seat in range(table.seats):
                _check_legal(position, seat)
    return looked


def _check_to_act(position: Position) -> None:
    to_act = position.state.to_act()
    seats = position.game.table.seats
    if (
        type(to_act) is not tuple
        or any(type(seat) is not int for seat in to_act)
        or list(to_act) != sorted(set(to_act) & set(range(seats)))
    ):
        raise ConformanceError(
            str(position),
            f"to_act() is {to_act!r:.100}",
            f"a tuple of seats from 0 to {seats - 1}, ascending, would be right",
        )


def _check_legal(position: Position, seat: int) -> None:
    state = position.state
    legal, acts = state.legal(seat), seat in state.to_act()
    if bool(len(legal)) != acts:
        what = "is to act and has no legal action" if acts else f"is not to act and has {len(legal)} legal actions"
        raise ConformanceError(
            str(position), f"seat {seat} {what}", "legal(seat) is non-empty exactly for the seats of to_act()"
        )
    for action in legal:
        if not isinstance(action, Hashable) or not _hashes(action):
            raise ConformanceError(
                str(position), f"seat {seat}: the action {shown(action)} cannot be hashed", "a tuple, str or int can"
            )
    first: dict[object, int] = {}
    for index, action in enumerate(legal):
        if first.setdefault(action, index) != index:
            raise ConformanceError(
                str(position),
                f"seat {seat}: the legal actions {first[action]} and {index} are the same, {shown(action)}",
                "every action is listed once",
            )
    if list(legal) != list(state.legal(seat)):
        raise ConformanceError(
            str(position), f"seat {seat}: legal(seat) asked again is another list", "its order is fixed"
        )


def _hashes(action: Hashable) -> bool:
    try:
        hash(action)
    except TypeError:  # a tuple that holds a list
        return False
    return True


def results(table: Table) -> int:
    """``result()`` is in range at any time: a rank is the number of seats strictly better, a score an integer."""
    looked = 0
    for game in table.games():
        for position in game.walk():
            looked += 1
            result = position.state.result()
            if type(result) is not Result:
                raise ConformanceError(str(position), f"result() is {shown(result)}", "a Result would be right")
            for name, values in (("ranks", result.ranks), ("scores", result.scores)):
                if type(values) is not tuple or len(values) != table.seats or any(type(v) is not int for v in values):
                    raise ConformanceError(
                        str(position),
                        f"result().{name} is {values!r:.100}",
                        f"a tuple of {table.seats} integers would be right",
                    )
            right = tuple(sum(other < rank for other in result.ranks) for rank in result.ranks)
            if result.ranks != right:
                raise ConformanceError(
                    str(position),
                    f"result().ranks is {result.ranks}",
                    f"a rank is the number of seats strictly better: {right} would be right",
                )
    return looked
