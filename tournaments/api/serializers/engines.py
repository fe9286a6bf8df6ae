"""How engines look in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from plugins import registry
from plugins.contract import EngineInfo


class VariantSerializer(serializers.Serializer[Any]):
    """A named preset of an engine's options."""

    name = serializers.CharField(read_only=True)
    options = serializers.DictField(read_only=True, help_text="Complete options.")


class EngineSerializer(serializers.Serializer[Any]):
    """A game that can be played here."""

    id = serializers.CharField(read_only=True)
    title = serializers.CharField(read_only=True)
    rules_version = serializers.IntegerField(read_only=True, help_text="Raised by any change of the rules.")
    seats = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Numbers of seats that can play."
    )
    options = serializers.SerializerMethodField(help_text="JSON Schema (draft 2020-12), each property with a default.")
    variants = serializers.SerializerMethodField(help_text="The first is what a tournament plays if it names none.")
    policies = serializers.SerializerMethodField(help_text="What a bot version of the kind `policy` can name.")

    @extend_schema_field(serializers.DictField)
    def get_options(self, info: EngineInfo) -> dict[str, Any]:
        return dict(info.options)

    @extend_schema_field(VariantSerializer(many=True))
    def get_variants(self, info: EngineInfo) -> list[dict[str, Any]]:
        return [{"name": name, "options": registry.complete_options(info, {}, name)} for name in info.variants]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_policies(self, info: EngineInfo) -> list[str]:
        return list(registry.policies(info.id))


class QuarantinedSerializer(serializers.Serializer[Any]):
    """A plugin that was left out, and why."""

    plugin = serializers.CharField(read_only=True)
    reason = serializers.CharField(read_only=True)


@extend_schema_serializer(many=False)
class EngineListSerializer(serializers.Serializer[Any]):
    """All engines in one page; staff see what was left out besides."""

    next = serializers.URLField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
    results = EngineSerializer(many=True, read_only=True)
    quarantined = QuarantinedSerializer(many=True, required=False, help_text="For staff alone.")
