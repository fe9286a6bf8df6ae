"""Checks that actions have one JSON form each, and that nothing else is taken for one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from plugins.conformance.checks.junk import JUNK, alike, deep, variations
from plugins.conformance.comparing import copied, difference, dumps, not_plain, sorted_dumps
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Position, Table
from plugins.contract import JSON, Action, Engine, IllegalAction
from plugins.wording import described, shown

POSITIONS = 24
ACTIONS = 60  # of a position that are decoded
PLAYED = 4  # of a position that are played


def actions_have_one_form(table: Table) -> int:
    """``encode`` and ``decode`` are a bijection on legal actions, and mean the same everywhere."""
    looked, stranger = 0, table.subject.info.load()
    for position in table.positions(POSITIONS):
        for seat in position.state.to_act():
            legal = position.state.legal(seat)
            forms: dict[str, int] = {}
            for index, action in enumerate(legal):
                form = table.engine.encode(action)
                _check_form(position, form)
                other = forms.setdefault(sorted_dumps(form), index)
                if legal[other] != action:
                    raise ConformanceError(
                        str(position),
                        f"seat {seat}: the legal actions {other} and {index} both have the form {shown(form)}",
                        "different actions have different forms",
                    )
            for index in range(0, len(legal), len(legal) // ACTIONS + 1):
                looked += 1
                # The stranger is the engine loaded anew, as another process has it.
                for engine in (table.engine, stranger):
                    _check_read(position, engine, legal[index])
            for index in range(0, len(legal), len(legal) // PLAYED + 1):
                _check_effect(position, seat, legal[index])
    return looked


def _check_form(position: Position, form: JSON) -> None:
    if type(form) is not dict:
        raise ConformanceError(str(position), f"encode returned {shown(form)}", "a JSON object would be right")
    for problem in not_plain("action", form):
        raise ConformanceError(str(position), problem, "JSON without floats would be right")


def _check_read(position: Position, engine: Engine, action: Action) -> None:
    form, right = copied(position.game.table.engine.encode(action)), "decode(encode(action)) == action in every process"
    try:
        read = engine.decode(copied(form))
    except Exception as error:
        raise ConformanceError(str(position), f"decode({shown(form)}) raised {described(error)}", right) from error
    if not alike(read, action):
        raise ConformanceError(
            str(position), f"{shown(form)} was decoded as {shown(read)}, and was encoded from {shown(action)}", right
        )


def _check_effect(position: Position, seat: int, action: Action) -> None:
    """What was decoded does what the action does."""
    engine, chance = position.game.table.engine, position.chance("effect")
    one, other = position.state.clone(chance), position.state.clone(chance)
    one.apply(seat, action)
    # Backwards: a form is an object, and the order of its keys means nothing.
    form = copied(engine.encode(action))
    other.apply(seat, engine.decode(dict(reversed(form.items()))))
    expected, found = one.snapshot(), other.snapshot()
    if dumps(expected) != dumps(found):
        raise ConformanceError(
            str(position),
            f"seat {seat}: {shown(form)} decoded does something else than the action it was encoded from: "
            f"{difference('snapshot', found, expected)}",
            "decode(encode(action)) means the same as the action",
        )


def forms(table: Table) -> list[JSON]:
    """Forms of legal actions met in the random games, two of every kind (``t``, or else the keys)."""
    kinds: dict[str, dict[str, JSON]] = {}
    for position in table.positions(POSITIONS):
        for seat in position.state.to_act():
            legal = position.state.legal(seat)
            for index in range(0, len(legal), len(legal) // ACTIONS + 1):
                form = copied(table.engine.encode(legal[index]))
                if type(form) is not dict:
                    continue
                kind = kinds.setdefault(dumps([form.get("t"), sorted(form)]), {})
                if len(kind) < 2:
                    kind[sorted_dumps(form)] = form
    return [form for kind in kinds.values() for form in kind.values()]


def decode_refuses_garbage(table: Table) -> int:
    """``decode`` raises IllegalAction for all JSON that is not exactly one action."""
    looked = 0
    for data in _garbage(table):
        read_strictly(table, data)
        looked += 1
    return looked


def _garbage(table: Table) -> Iterator[JSON]:
    yield from JUNK
    yield from (math.nan, math.inf, [deep()], {"t": deep()}, deep({}))
    for form in forms(table):
        yield form
        yield from variations(form)


def read_strictly(table: Table, data: JSON) -> Action | None:
    """The action if ``data`` is exactly one, None if it is refused. Raises ConformanceError for anything between."""
    where, right = str(table), "IllegalAction would be right for what is not exactly one action"
    try:
        action = table.engine.decode(data)
    except IllegalAction:
        return None
    except Exception as error:
        raise ConformanceError(where, f"decode({shown(data)}) raised {described(error)}", right) from error
    try:
        form = table.engine.encode(action)
        same = sorted_dumps(form) == sorted_dumps(data)
    except Exception as error:
        raise ConformanceError(
            where, f"decode({shown(data)}) returned {shown(action)}, for which encode raised {described(error)}", right
        ) from error
    if not same:
        raise ConformanceError(where, f"decode took {shown(data)} for an action whose form is {shown(form)}", right)
    return action


def wrong_here(table: Table) -> list[Action]:
    """Actions that ``decode`` takes and that are mostly illegal where they are played: legal ones a little changed."""
    found: dict[str, Action] = {}
    for form in forms(table):
        for data in islice(variations(form), 200):
            try:
                action = table.engine.decode(data)
                found.setdefault(dumps(table.engine.encode(action)), action)
            except Exception:  # noqa: S112  decode_refuses_garbage says what is wrong with it
                continue
    return list(found.values())[:20]
