"""What strangers send: values of all types, and forms of actions with one thing changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from plugins.contract import JSON

JUNK: tuple[JSON, ...] = (
    None, True, False, 0, 1, -1, 2**63, 10**4000, 0.0, 1.0, 1e300, "", "0", "x", "7H", "\ud800", [], [[]], {}, {"t": 1}
)  # fmt: skip
"""JSON that is no action of any game."""

_SMALL: tuple[JSON, ...] = (None, True, False, 0, 1, 2, -1, 1.5, 10**4000, "", "AS", "JK", "\ud800", [], {})


def deep(inside: JSON = None) -> JSON:
    """Lists within lists, deeper than recursion can follow."""
    for _ in range(20_000):
        inside = [inside]
    return inside


def variations(value: JSON) -> Iterator[JSON]:
    """The value with one thing changed, left out or added, at any depth; of a list the first and last items."""
    if isinstance(value, dict):
        yield {**value, "extra": 1}
        yield {**value, "": None}
        for key, inner in value.items():
            rest = {other: kept for other, kept in value.items() if other != key}
            yield rest
            yield {**rest, key.upper() if key != key.upper() else key + "_": inner}
            for changed in variations(inner):
                yield {**value, key: changed}
        return
    if isinstance(value, list):
        yield [*value, *value[-1:]]
        yield [*value, None]
        yield value[:-1]
        yield value[::-1]
        for index in sorted({0, len(value) - 1} & set(range(len(value)))):
            for changed in variations(value[index]):
                yield [*value[:index], changed, *value[index + 1 :]]
    elif isinstance(value, str):
        yield from (value + " ", " " + value, value.lower(), value.upper(), value * 1000, [value])
    elif isinstance(value, int):
        yield from (float(value), str(value), bool(value), value + 1, value - 1, -value, [value])
    yield from _SMALL


def bent(action: Hashable) -> Iterator[Any]:
    """The action as a value of another type, equal to it where Python has one that is: 1 as 1.0 and True."""
    if isinstance(action, int):
        yield from (float(action), str(action), bytes(action % 8), (action,))
        if action in (0, 1):
            yield bool(action)
    elif isinstance(action, str):
        yield from (action.encode(errors="replace"), action + " ", (action,), [action])
    elif type(action) is tuple:
        yield from (list(action), (*action, None), action[:-1], (action,), str(action))
        for index, item in enumerate(action):
            for changed in bent(item):
                yield (*action[:index], changed, *action[index + 1 :])


def alike(one: object, other: object) -> bool:
    """Equal and of the same types throughout, as 1 and 1.0 are not."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other
