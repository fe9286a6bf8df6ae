"""Fields that take one JSON type and nothing that could be read as it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.plumbing import build_basic_type
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from plugins.wording import shown
from tournaments.access.fields import MAX_ID


class Text(serializers.CharField):
    """A JSON string. DRF's own field would make "3" of 3."""

    default_error_messages = {"invalid": "{value} is not a text"}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid", value=shown(data))
        return str(super().to_internal_value(data))


class Whole(serializers.IntegerField):
    """A JSON integer. DRF's own field would take "3", 3.0 and true."""

    default_error_messages = {
        "invalid": "{value} is not a whole number",
        "min_value": "less than {min_value}",
        "max_value": "greater than {max_value}",
    }

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid", value=shown(data))
        return data


class Id(Whole):
    """The id of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_ID, **kwargs)


class YesNo(serializers.BooleanField):
    """A JSON boolean. DRF's own field would take "yes" and 1."""

    default_error_messages = {"invalid": "{value} is neither true nor false"}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", value=shown(data))
        return data


class OneOf(serializers.ChoiceField):
    """One of some texts."""

    default_error_messages = {"invalid_choice": "{value} is not one of {choices}"}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", value=shown(data), choices=", ".join(map(str, self.choices)))
        return data


class Moment(serializers.DateTimeField):
    """A time as RFC 3339 writes it, with its distance from UTC. DRF's own field would take one without, and guess.

    Years far from ours are refused, so that one may reckon with what is taken.
    """

    default_error_messages = {
        "invalid": "{value} is not a time with its distance from UTC, such as 2026-11-30T18:00:00Z",
        "out_of_range": "{value} is not between 2000 and 2200",
    }
    written = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", re.ASCII)
    least, most = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or not self.written.fullmatch(data):
            self.fail("invalid", value=shown(data))
        try:
            moment = datetime.fromisoformat(data)
        except ValueError:
            self.fail("invalid", value=shown(data))
        # Compared as they are: near the years 1 and 9999 a time cannot be turned into UTC.
        if not self.least <= moment < self.most:
            self.fail("out_of_range", value=shown(data))
        return moment.astimezone(UTC)


class Ranks(serializers.ListField):
    """Ranks by seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Whole(min_value=0, max_value=5), min_length=2, max_length=6, **kwargs)


def hexadecimal(*, nullable: bool) -> dict[str, Any]:
    """The schema of 32 bytes in hex."""
    text = build_basic_type(OpenApiTypes.STR) or {}
    return {**text, "pattern": "^[0-9a-f]{64}$", **({"nullable": True} if nullable else {})}
