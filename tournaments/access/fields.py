"""Serializer fields that take what the schema says and nothing that could be made into it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class Text(serializers.CharField):
    """A JSON string. DRF's own field takes numbers too, and 1e3 would become the name "1000.0"."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)
