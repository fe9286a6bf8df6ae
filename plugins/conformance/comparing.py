"""Compares JSON values to the byte, and says where they differ and what is no JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b

from plugins.contract import JSON
from plugins.wording import shown

_encode = json.JSONEncoder(separators=(",", ":")).encode
_encode_sorted = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


def dumps(value: JSON) -> str:
    """The one text of a value: 1, 1.0 and True differ, and so does another order of keys."""
    return _encode(value)


def sorted_dumps(value: JSON) -> str:
    """As ``dumps``, but keys may come in any order, as they may from another JSON library."""
    return _encode_sorted(value)


def copied(value: JSON) -> JSON:
    """The value as the other side of a wire would have it."""
    return json.loads(_encode(value))


def digest(text: str) -> str:
    """16 hexadecimal digits that stand for the text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def difference(name: str, value: JSON, expected: JSON) -> str:
    """The first place where two values differ: ``snapshot.hands[0][2]: "7H", not "8H"``."""
    if type(value) is type(expected) is dict:
        if list(value) != list(expected):
            if sorted(value) == sorted(expected):
                return f"{name}: its keys are in the order {shown(list(value))}, not {shown(list(expected))}"
            extra, missing = (
                [key for key in value if key not in expected],
                [key for key in expected if key not in value],
            )
            key = (extra or missing)[0]
            return f"{name}.{key}: it is there" if extra else f"{name}.{key}: it is missing"
        for key in value:
            if dumps(value[key]) != dumps(expected[key]):
                return difference(f"{name}.{key}", value[key], expected[key])
    if type(value) is type(expected) is list:
        for index, (one, other) in enumerate(zip(value, expected, strict=False)):
            if dumps(one) != dumps(other):
                return difference(f"{name}[{index}]", one, other)
        if len(value) != len(expected):
            return f"{name}: {len(value)} items, not {len(expected)}"
    return f"{name}: {shown(value)}, not {shown(expected)}"


def not_plain(name: str, value: object) -> Iterator[str]:
    """What in the value is not JSON without floats, each with its place: ``snapshot.hands: a tuple``."""
    if value is None or type(value) in (bool, int, str):
        return
    if type(value) is list:
        for index, item in enumerate(value):
            yield from not_plain(f"{name}[{index}]", item)
    elif type(value) is dict:
        for key, item in value.items():
            if type(key) is not str:
                yield f"{name}: the key {shown(key)}, of type {type(key).__name__}"
            yield from not_plain(f"{name}.{key}", item)
    else:
        yield f"{name}: {shown(value)}, of type {type(value).__name__}"


def scramble(value: JSON) -> None:
    """Change every list and object of the value, in place and all the way down."""
    if isinstance(value, dict):
        for item in value.values():
            scramble(item)
        value["scrambled"] = True
    elif isinstance(value, list):
        for item in value:
            scramble(item)
        value.append("scrambled")
