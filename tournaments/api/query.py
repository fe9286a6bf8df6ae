"""What a request asks for in its query string, where that is no filter of a list."""

from __future__ import annotations

import re
from collections.abc import Collection

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from plugins.wording import shown
from tournaments import history
from tournaments.access.errors import FieldError, Invalid, Missing
from tournaments.access.fields import MAX_ID
from tournaments.api.examples import NUMBER_SCHEMA
from tournaments.models import Tournament

NUMBER = {**NUMBER_SCHEMA, "maximum": MAX_ID}
ROUND = OpenApiParameter(
    "round", NUMBER, OpenApiParameter.QUERY, description="The table after this closed round; the last if left out."
)


def parameter(name: str, description: str, *, among: Collection[str] = ()) -> OpenApiParameter:
    """How a needed parameter looks in the schema: one of some texts, or without them a number from 1."""
    schema = {"type": "string", "enum": list(among)} if among else NUMBER
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, required=True, description=description)


def needed(request: Request, name: str, right: str) -> str:
    """The text of a parameter. Raises Invalid where it is missing; `right`: what it should be."""
    text = request.query_params.get(name)
    if text is None:
        raise _wrong(name, f"{name}: missing; give {right}")
    return text


def one_of(name: str, text: str, among: Collection[str]) -> str:
    """The text if it is one of these. Raises Invalid."""
    if text not in among:
        raise _wrong(name, f"{name}: {shown(text[:60])} is not one of {', '.join(among)}")
    return text


def whole(name: str, text: str) -> int:
    """A whole number from 1. Raises Invalid."""
    if not re.fullmatch("[0-9]{1,19}", text) or not 1 <= int(text) <= MAX_ID:
        raise _wrong(name, f"{name}: {shown(text[:24])} is not a whole number from 1 to {MAX_ID}")
    return int(text)


def closed_round(request: Request, tournament: Tournament) -> int:
    """The round asked for, by default the last closed one. Raises Invalid, Missing for one that is not closed."""
    last = history.last_closed(tournament)
    text = request.query_params.get("round")
    if text is None:
        return last
    number = whole("round", text)
    if number > last:
        closed = f"the last is {last}" if last else "none is yet"
        message = f"round: {number} is no closed round of tournament {tournament.pk}; {closed}"
        raise Missing(message, errors=[FieldError("round", message, "parameter")])
    return number


def _wrong(name: str, message: str) -> Invalid:
    return Invalid(message, errors=[FieldError(name, message, "parameter")])
