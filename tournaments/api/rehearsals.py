"""Verbs that may be asked what they would do to the ratings, and the answer to that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.response import Response

from ratings.api.verb_serializers import ComparisonSerializer
from tournaments.access.fields import Ask
from tournaments.api.fields import YesNo
from tournaments.events.rating import rehearse


class AskOrRehearse(Ask):
    """The body of a verb that has a dry run."""

    dry_run = YesNo(default=False, help_text="Change nothing, and answer what it would do to the ratings.")


class PoolComparisonSerializer(ComparisonSerializer):
    """What would change in what one of several pools shows."""

    pool = serializers.IntegerField(source="pool_id", help_text="Id of the pool.")
    title = serializers.CharField(help_text="Of the pool.")


class RehearsalSerializer(serializers.Serializer[Any]):
    """What a verb would do to the ratings; nothing was changed."""

    dry_run = serializers.BooleanField(default=True, help_text="True.")
    pools = PoolComparisonSerializer(many=True, help_text="Pools in which it would change anything that counts.")


def rehearsed(verb: Callable[..., object], **arguments: Any) -> Response:
    """Answer what a verb would do to the ratings. Raises what the verb does, and Conflict for too large a pool."""
    return Response(RehearsalSerializer({"pools": rehearse(verb, **arguments)}).data)


def or_rehearsal(serializer: type[serializers.Serializer[Any]], name: str) -> PolymorphicProxySerializer:
    """The answer of a verb that has a dry run: the row, or the rehearsal."""
    return PolymorphicProxySerializer(
        component_name=f"{name}OrRehearsal",
        serializers=[serializer, RehearsalSerializer],
        resource_type_field_name=None,
    )
