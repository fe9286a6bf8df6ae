"""How the table of a tournament looks in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.api.standings import Line
from tournaments.models import Entry


class LineSerializer(serializers.Serializer[Line]):
    """One entry's line. All numbers are whole; points are standing points: 2 for a seat above another, 1 for a tie."""

    place = serializers.IntegerField(read_only=True, help_text="From 1; those equal in everything share the better.")
    entry = serializers.IntegerField(source="entry.pk", read_only=True, help_text="Id of the entry.")
    number = serializers.IntegerField(source="entry.number", read_only=True, help_text="Seed number.")
    bot = NamedBotSerializer(source="entry.bot", read_only=True)
    owner = serializers.CharField(source="entry.bot.owner.username", read_only=True, help_text="Username.")
    version = serializers.IntegerField(
        source="entry.version.number", read_only=True, help_text="Number of the version."
    )
    state = serializers.ChoiceField(source="entry.state", choices=Entry.State.choices, read_only=True)
    points = serializers.IntegerField(source="row.points", read_only=True, help_text="Byes included.")
    buchholz = serializers.IntegerField(source="row.buchholz", read_only=True)
    sonneborn_berger = serializers.IntegerField(source="row.sonneborn_berger", read_only=True)
    played = serializers.IntegerField(source="row.played", read_only=True, help_text="Matches at a table.")
    wins = serializers.IntegerField(source="row.wins", read_only=True, help_text="Matches won alone.")


class StandingsSerializer(serializers.Serializer[Any]):
    """The table after the last closed round, best first, in one page."""

    next = serializers.URLField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
    round = serializers.IntegerField(read_only=True, help_text="The last closed round; 0 before the first.")
    results = LineSerializer(many=True, read_only=True)
