"""How pools and places of a leaderboard look in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ratings.models import Pool


class ParametersSerializer(serializers.Serializer[Pool]):
    """The constants of a pool, in its skill units."""

    version = serializers.IntegerField(source="parameters_version", help_text="Counts the editions of the constants.")
    mu0 = serializers.FloatField(help_text="mu of a newcomer")
    sigma0 = serializers.FloatField(help_text="sigma of a newcomer")
    beta = serializers.FloatField(help_text="standard deviation of one performance around the skill")
    tau = serializers.FloatField(help_text="standard deviation of the drift of a skill from board to board")
    draw_probability = serializers.FloatField(help_text="chance that two equal neighbours in a ranking tie")


class PoolSerializer(serializers.ModelSerializer[Pool]):
    """What is rated together."""

    options = serializers.DictField(help_text="Complete options of the engine.")
    parameters = ParametersSerializer(source="*")

    class Meta:
        model = Pool
        fields = ("id", "title", "engine", "options", "rules_version", "seats", "parameters", "created_at")
        read_only_fields = fields


class PlaceSerializer(serializers.Serializer[Any]):
    """A line of the leaderboard: a `ratings.leaderboard.Place`."""

    rank = serializers.IntegerField(help_text="1 + the number of greater scores; equal scores share it.")
    bot = serializers.IntegerField(source="rating.version.bot_id", help_text="Id of the bot.")
    name = serializers.CharField(source="bot", help_text="Name of the bot.")
    owner = serializers.CharField(help_text="Username of the bot's owner.")
    version = serializers.IntegerField(source="rating.version_id", help_text="Id of the version.")
    number = serializers.IntegerField(help_text="Number of the version within the bot.")
    mu = serializers.FloatField(source="rating.mu")
    sigma = serializers.FloatField(source="rating.sigma")
    score = serializers.FloatField(source="rating.score", help_text="mu - 3 sigma")
    boards = serializers.IntegerField(source="rating.boards", help_text="Rated boards.")
    last_played_at = serializers.DateTimeField(source="rating.last_played_at")
