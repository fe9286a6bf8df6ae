"""What a request asks for in its query string where that is no filter of a list, and numbers in the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from .errors import FieldError, Invalid
from .fields import MAX_ID

NUMBER_SCHEMA = {"type": "integer", "format": "int64", "minimum": 1}
NUMBER = {**NUMBER_SCHEMA, "maximum": MAX_ID}


def in_path(name: str, description: str) -> OpenApiParameter:
    """A number in the address."""
    return OpenApiParameter(name, NUMBER_SCHEMA, OpenApiParameter.PATH, description=description)


def parameter(name: str, description: str, *, among: Collection[str] = ()) -> OpenApiParameter:
    """How a needed parameter looks in the schema: one of some texts, or without them a number from 1."""
    schema = {"type": "string", "enum": list(among)} if among else NUMBER
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, required=True, description=description)


def needed(request: Request, name: str, right: str) -> str:
    """The text of a parameter. Raises Invalid where it is missing; `right`: what it should be."""
    text = request.query_params.get(name)
    if text is None:
        raise wrong(name, f"{name}: missing; give {right}")
    return text


def one_of(name: str, text: str, among: Collection[str]) -> str:
    """The text if it is one of these. Raises Invalid."""
    if text not in among:
        raise wrong(name, f"{name}: {json.dumps(text[:60])} is not one of {', '.join(among)}")
    return text


def whole(name: str, text: str) -> int:
    """A whole number from 1. Raises Invalid."""
    if not re.fullmatch("[0-9]{1,19}", text) or not 1 <= int(text) <= MAX_ID:
        raise wrong(name, f"{name}: {json.dumps(text[:24])} is not a whole number from 1 to {MAX_ID}")
    return int(text)


def wrong(name: str, message: str) -> Invalid:
    """The refusal of a parameter."""
    return Invalid(message, errors=[FieldError(name, message, "parameter")])
