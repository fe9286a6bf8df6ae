"""The game that somebody asks for: an engine's options, complete, for so many seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plugins import registry
from plugins.contract import EngineInfo
from plugins.registry import InvalidOptions, InvalidSeats, UnknownEngine
from tournaments.access.errors import FieldError, Invalid, pointer


def engine_info(engine_id: str) -> EngineInfo:
    """Raises Invalid for an engine that is not here."""
    try:
        return registry.info(engine_id)
    except UnknownEngine as error:
        raise Invalid(str(error), field="engine") from None


def checked_game(
    info: EngineInfo, *, variant: str, asked: Mapping[str, Any], seats: int, seats_at: str = "seats"
) -> dict[str, Any]:
    """The variant's complete options, ``asked`` being what differs. Raises Invalid, each problem at its place.

    seats_at: the field that says how many seats there are to be.
    """
    try:
        options = registry.complete_options(info, asked, variant)
        registry.check_seats(info, seats)
        registry.check_deal(info.id, options, seats)
    except InvalidOptions as error:
        places = [FieldError(pointer(problem.partition(":")[0]), problem) for problem in error.problems]
        raise Invalid(str(error), errors=places) from None
    except InvalidSeats as error:
        raise Invalid(str(error), field=seats_at) from None
    return options
