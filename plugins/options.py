"""Checks the options and the number of seats of a game against what its engine says, and fills in the defaults."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from referencing import Registry

from plugins.contract import JSON, EngineInfo, InvalidOptions
from plugins.wording import described, shown

__all__ = ["InvalidOptions", "InvalidSeats", "check_seats", "complete_options", "filled_in"]

_LONGEST = 10_000  # characters of one option


class InvalidSeats(ValueError):
    """A number of seats that the engine cannot play with."""


def check_seats(info: EngineInfo, seats: int) -> None:
    """Raises InvalidSeats unless the engine can be played by ``seats`` seats."""
    # True == 1 and 2.0 == 2 are in a range; in JSON they are something else.
    if type(seats) is not int or seats not in info.seats:
        raise InvalidSeats(f"seats: {shown(seats)} is not one of {', '.join(map(str, info.seats))}")


def complete_options(info: EngineInfo, options: Mapping[str, Any], variant: str | None = None) -> dict[str, JSON]:
    """All options of a game: the engine's defaults, over them the variant's, over them ``options``; keys sorted.

    ``variant`` None is the engine's first variant. Raises InvalidOptions.
    """
    if variant is None:
        variant = next(iter(info.variants))
    if not isinstance(variant, str) or variant not in info.variants:
        raise InvalidOptions([f"variant: {shown(variant)} is not one of {', '.join(info.variants)}"])
    return filled_in(info.options, options, info.variants[variant])


def filled_in(
    schema: Mapping[str, Any], options: Mapping[str, Any], preset: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, JSON]:
    """All options of a JSON Schema with a default for every property: these, over them the preset's, over them
    ``options``; keys sorted. Raises InvalidOptions.
    """
    if not isinstance(options, Mapping):
        raise InvalidOptions([f"options: {shown(options)} is not an object"])
    properties: Mapping[str, Mapping[str, Any]] = schema["properties"]
    given = {name: value for name, value in options.items() if name in properties}
    complete = {name: inner["default"] for name, inner in properties.items()} | dict(preset) | given
    problems = [
        *(f"options: {shown(name)} is not one of {_names(properties)}" for name in options if name not in properties),
        *(problem for name in sorted(complete) for problem in _not_plain(f"options.{name}", complete[name])),
    ]
    if problems:
        raise InvalidOptions(problems)
    try:
        # The empty registry keeps a schema's $ref from being fetched from the net.
        validator = Draft202012Validator(schema, registry=Registry())
        errors = sorted(validator.iter_errors(complete), key=lambda error: [str(step) for step in error.absolute_path])
    except Exception as error:
        raise InvalidOptions([f"options: they cannot be checked ({described(error)})"]) from error
    if errors:
        raise InvalidOptions([_problem(error) for error in errors])
    return {name: copy.deepcopy(complete[name]) for name in sorted(complete)}


def _names(properties: Mapping[str, Any]) -> str:
    return ", ".join(sorted(properties)) or "the options there are, which are none"


def _not_plain(place: str, value: object) -> Iterator[str]:
    """What makes an option other than short JSON without floats; JSON Schema would take 3.0 for the integer 3."""
    try:
        length = len(json.dumps(value))
    except Exception:  # no JSON type, a list that holds itself, an int of thousands of digits
        length = _LONGEST + 1
    if length > _LONGEST:
        yield f"{place}: {shown(value)} is not JSON of at most {_LONGEST} characters"
        return
    waiting: list[tuple[str, object]] = [(place, value)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, float):
            yield f"{place}: {shown(value)} is not an integer"
        elif isinstance(value, Mapping):
            waiting.extend((f"{place}.{name}", inner) for name, inner in value.items())
        elif isinstance(value, list | tuple):
            waiting.extend((f"{place}[{index}]", inner) for index, inner in enumerate(value))


def _problem(error: ValidationError) -> str:
    place = "options" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return f"{place}: {shown(error.instance)} {_complaint(error)}"


def _complaint(error: ValidationError) -> str:
    """What is wrong and what would be right, in words for the commonest rules of a schema."""
    rule: str = str(error.validator)
    right: Any = error.validator_value
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    if rule in ("minimum", "maximum"):
        if "minimum" in schema and "maximum" in schema:
            return f"is not between {shown(schema['minimum'])} and {shown(schema['maximum'])}"
        return f"is less than {shown(right)}" if rule == "minimum" else f"is greater than {shown(right)}"
    if rule == "enum":
        return f"is not one of {', '.join(map(shown, right))}"
    if rule == "const":
        return f"is not {shown(right)}"
    if rule == "type":
        names = [right] if isinstance(right, str) else right
        return f"is not {' or '.join(f'an {n}' if n[0] in 'aeiou' else f'a {n}' for n in names)}"
    # jsonschema words it as "<the value's repr> does not match ...": ours has shown the value, bounded.
    return f"breaks the rule {rule}: {shown(right)}"
