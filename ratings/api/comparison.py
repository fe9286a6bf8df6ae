"""How a dry run looks in the API: what a change of the ledger would do to the ratings of a pool."""

from __future__ import annotations

from math import isfinite
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ratings.comparison import Move


class StandingSerializer(serializers.Serializer[Any]):
    """A version's rating, as a `ratings.comparison.Standing`."""

    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    score = serializers.FloatField(help_text="mu - 3 sigma")
    rank = serializers.IntegerField(
        allow_null=True, help_text="1 + the number of greater scores shown; null for a version that is not shown."
    )


class MoveSerializer(serializers.Serializer[Move]):
    """What would happen to the rating of a version."""

    bot = serializers.IntegerField(help_text="Id of the bot.")
    name = serializers.CharField(help_text="Name of the bot.")
    owner = serializers.CharField(help_text="Username of the bot's owner.")
    version = serializers.IntegerField(help_text="Id of the version.")
    number = serializers.IntegerField(help_text="Number of the version within the bot.")
    before = StandingSerializer(allow_null=True, help_text="As shown now; null if it is not rated.")
    after = StandingSerializer(allow_null=True, help_text="As it would be; null if it would not be rated.")
    change = serializers.SerializerMethodField(help_text="Of the score; null if it is rated on one side only.")

    @extend_schema_field({"type": "number", "format": "double", "nullable": True})
    def get_change(self, move: Move) -> float | None:
        return move.change if isfinite(move.change) else None


class ComparisonSerializer(serializers.Serializer[Any]):
    """What is shown of a pool beside what would be: a `ratings.comparison.Comparison`."""

    pool = serializers.IntegerField(source="pool_id", help_text="Id of the pool.")
    title = serializers.CharField()
    boards = serializers.IntegerField(help_text="Rated boards in the ledger.")
    versions = serializers.IntegerField(help_text="Versions compared.")
    moved = serializers.IntegerField(help_text="Those of them whose mu would move by more than 1e-9.")
    greatest = serializers.FloatField(help_text="The greatest move of a mu.")
    mean = serializers.FloatField(help_text="The mean move of all of them.")
    lines = MoveSerializer(many=True, help_text="The greatest change of the score first; at most 100.")
