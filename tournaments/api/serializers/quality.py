"""How the quality figures of a tournament look in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.standings import ContestantSerializer
from tournaments.pairing.quality import Quality, Repeat, Rested, Spread


class RepeatSerializer(serializers.Serializer[Repeat]):
    """Two who met more than once, and when."""

    # The context holds `by_number`: seed number -> Contestant.

    entries = serializers.SerializerMethodField(help_text="The better seed first.")
    rounds = serializers.ListField(child=serializers.IntegerField(), read_only=True)

    @extend_schema_field(ContestantSerializer(many=True))
    def get_entries(self, repeat: Repeat) -> Any:
        by_number = self.context["by_number"]
        return [ContestantSerializer(by_number[entrant]).data for entrant in repeat.entrants]


class RestedSerializer(serializers.Serializer[Rested]):
    """Who was given more than one bye, and when."""

    # The context holds `by_number`.

    entry = serializers.SerializerMethodField()
    rounds = serializers.ListField(child=serializers.IntegerField(), read_only=True)

    @extend_schema_field(ContestantSerializer)
    def get_entry(self, rested: Rested) -> Any:
        return ContestantSerializer(self.context["by_number"][rested.entrant]).data


class SpreadSerializer(serializers.Serializer[Spread]):
    """Differences of the scores, before a round, of every two who met in it."""

    round = serializers.IntegerField(read_only=True)
    pairs = serializers.IntegerField(read_only=True, help_text="How many met.")
    total = serializers.IntegerField(read_only=True, help_text="The sum of the differences, in standing points.")
    greatest = serializers.IntegerField(read_only=True)


class QualitySerializer(serializers.Serializer[Quality]):
    """How well the closed rounds were paired. A forfeit is no meeting, and nobody had a seat there."""

    # The context holds `by_number` and `round`.

    round = serializers.SerializerMethodField(help_text="The last closed round; 0 before the first.")
    repeats = serializers.IntegerField(read_only=True, help_text="Meetings of two who had met before.")
    repeated = RepeatSerializer(many=True, read_only=True)
    most_byes = serializers.IntegerField(read_only=True, help_text="The most byes that the pairing gave one entry.")
    rested = RestedSerializer(many=True, read_only=True)
    spreads = SpreadSerializer(many=True, read_only=True, help_text="Of the rounds in which somebody met.")
    imbalance = serializers.IntegerField(
        read_only=True, help_text="How much oftener, at most, an entry had one seat than another."
    )
    out_of_balance = serializers.IntegerField(
        read_only=True, help_text="How many entries have such a difference above 1."
    )

    def get_round(self, _: Quality) -> int:
        return int(self.context["round"])
