"""How the table of a tournament looks in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.models import Entry
from tournaments.overview import Line


class LineSerializer(serializers.Serializer[Line]):
    """One entry's line. All numbers are whole; points are standing points: 2 for a seat above another, 1 for a tie."""

    place = serializers.IntegerField(
        source="row.place", read_only=True, help_text="From 1; those equal in everything share the better."
    )
    entry = serializers.IntegerField(source="contestant.entry", read_only=True, help_text="Id of the entry.")
    number = serializers.IntegerField(source="contestant.number", read_only=True, help_text="Seed number.")
    bot = serializers.SerializerMethodField()
    owner = serializers.CharField(source="contestant.owner", read_only=True, help_text="Username.")
    version = serializers.IntegerField(source="contestant.version", read_only=True, help_text="Number of the version.")
    state = serializers.ChoiceField(source="contestant.state", choices=Entry.State.choices, read_only=True)
    points = serializers.IntegerField(source="row.points", read_only=True, help_text="Byes included.")
    buchholz = serializers.IntegerField(source="row.tie_breaks.buchholz", read_only=True)
    sonneborn_berger = serializers.IntegerField(source="row.tie_breaks.sonneborn_berger", read_only=True)
    played = serializers.IntegerField(source="row.played", read_only=True, help_text="Matches at a table.")
    wins = serializers.IntegerField(source="row.won", read_only=True, help_text="Matches won alone.")

    @extend_schema_field(NamedBotSerializer)
    def get_bot(self, line: Line) -> dict[str, Any]:
        return {"id": line.contestant.bot, "name": line.contestant.name}


class StandingsSerializer(serializers.Serializer[Any]):
    """The table after the last closed round, best first, in one page."""

    next = serializers.URLField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
    round = serializers.IntegerField(read_only=True, help_text="The last closed round; 0 before the first.")
    results = LineSerializer(many=True, read_only=True)
