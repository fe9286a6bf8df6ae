"""Checks of options: the variants deal, what the schema refuses is refused with its place, what it takes is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plugins.chance import Chance
from plugins.conformance.errors import ConformanceError
from plugins.conformance.playing import play_on
from plugins.conformance.subject import Subject, Table
from plugins.contract import JSON
from plugins.options import InvalidOptions, complete_options
from plugins.wording import described, shown

PLAYED = 100  # decisions of a game with unusual options
_OF_ALL_TYPES: tuple[JSON, ...] = (None, True, False, -1, 0, 1, 2, 10**9, 10**400, 1.5, "", "x", [], [1], {}, {"x": 1})


def variants_deal(table: Table) -> int:
    """The options of every variant are valid and complete, and ``new`` deals them for every number of seats."""
    where = str(table)
    try:
        state = table.engine.new(dict(table.options), table.seats, Chance(b"conformance options"))
    except Exception as error:
        raise ConformanceError(
            where, f"new raised {described(error)}", "every variant can be played by every number of seats"
        ) from error
    if not state.to_act():
        raise ConformanceError(where, "a game just dealt is over", "somebody has to act")
    return 1


def options_are_refused_or_played(subject: Subject) -> str:
    """Options outside the schema are refused with their place, and what the schema takes can be dealt and played."""
    refused = taken = 0
    schemas = subject.info.options["properties"]
    # A value may be refused for what it asks of another option.
    properties = [f"options.{name}" for name in schemas]
    for name, schema in schemas.items():
        for value in _probes(schema):
            if _take(subject, {name: value}, properties):
                taken += 1
            else:
                refused += 1
    name = next(name for name in ("unknown", "unknown_", "unknown__") if name not in schemas)
    if _take(subject, {name: 1}, [f'options: "{name}"']):
        raise ConformanceError(
            f"options.{name}", "an option that does not exist was taken", "InvalidOptions would be right"
        )
    return f"{refused + 1} values refused, {taken} played"


def _probes(schema: Mapping[str, Any]) -> Iterator[JSON]:
    """Values of every type, those of an enum, and those at the edges of a range and just beyond."""
    yield from _OF_ALL_TYPES
    yield from schema.get("enum", ())
    for edge in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if edge in schema:
            yield from (schema[edge] - 1, schema[edge], schema[edge] + 1)


def _take(subject: Subject, options: Mapping[str, JSON], places: Sequence[str]) -> bool:
    """Whether the options are taken; they are then dealt and played for every number of seats.

    An engine may itself refuse, with InvalidOptions, what a schema cannot say: a deal for which the deck is too small.
    """
    what = ", ".join(f"options.{name} = {shown(value)}" for name, value in options.items())
    try:
        complete = complete_options(subject.info, options)
    except InvalidOptions as refusal:
        _check_pointed(what, places, refusal)
        return False
    played = False
    for seats in subject.info.seats:
        chance = Chance(b"conformance options")
        try:
            state = subject.engine.new(dict(complete), seats, chance)
        except InvalidOptions as refusal:
            _check_pointed(what, places, refusal)
            continue
        except Exception as error:
            raise ConformanceError(
                what,
                f"the schema takes it, and new for {seats} seats raised {described(error)}",
                "a schema that refuses it would be right, or InvalidOptions where a schema cannot say it",
            ) from error
        try:
            play_on(state, chance.derive("conformance").stream("choices"), PLAYED)
        except Exception as error:
            raise ConformanceError(
                what,
                f"the schema takes it, and a game of {seats} seats raised {described(error)}",
                "what the schema takes can be played",
            ) from error
        played = True
    return played


def _check_pointed(what: str, places: Sequence[str], refusal: InvalidOptions) -> None:
    if not any(problem.startswith(place) for problem in refusal.problems for place in places):
        raise ConformanceError(
            what,
            f"it was refused with {shown(str(refusal))}",
            f"a message that begins with the place, {' or '.join(places)}, would be right",
        )
