"""Serializers that take what the schema says, nothing that could be made into it, and nothing besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

MAX_ID = 2**63 - 1  # of a row


class Text(serializers.CharField):
    """A JSON string. DRF's own field takes numbers too, and 1e3 would become the name "1000.0"."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Strict(serializers.Field[Any, Any, Any, Any]):
    """A field of one JSON type, and nothing that could be read as it: `class Number(Strict, FloatField)`."""

    types: tuple[type, ...] = ()

    def to_internal_value(self, data: Any) -> Any:
        if type(data) not in self.types:
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(Strict, serializers.FloatField):
    """A JSON number. DRF's own field would take "3" and true."""

    types = (int, float)


class Whole(Strict, serializers.IntegerField):
    """A JSON integer. DRF's own field would take "3", 3.0 and true."""

    types = (int,)


class YesNo(Strict, serializers.BooleanField):
    """A JSON boolean. DRF's own field would take "yes" and 1."""

    types = (bool,)


class Ask(serializers.Serializer[Any]):
    """The body of a request: a key that is not a field is refused, since it would silently do nothing."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            fields = ", ".join(self.fields)
            unknown = {key: [f"not a field here; the fields are {fields}"] for key in data if key not in self.fields}
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)


class AskExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says in the schema that unknown keys are refused."""

    target_class = Ask
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any]
        schema = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}
