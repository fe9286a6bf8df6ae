"""How what a pool knows of one bot looks in the API: its history, its opponents, two bots head to head."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class RecordSerializer(serializers.Serializer[Any]):
    """Boards that one won, tied and lost against another."""

    boards = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()


class PointSerializer(serializers.Serializer[Any]):
    """What was believed of a version after a round, or when it came in: a `ratings.history.HistoryPoint`."""

    seq = serializers.IntegerField(help_text="The last board of the ledger that is in it.")
    version = serializers.IntegerField(help_text="Id of the version.")
    number = serializers.IntegerField(help_text="Number of the version within the bot.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    score = serializers.FloatField(help_text="mu - 3 sigma")
    low = serializers.FloatField(help_text="Lower end of the 95% interval.")
    high = serializers.FloatField(help_text="Upper end of the 95% interval.")
    boards = serializers.IntegerField(help_text="Rated boards of the version so far.")
    at = serializers.DateTimeField()


class MarkSerializer(serializers.Serializer[Any]):
    """What happened to a version of the bot: a `ratings.history.Mark`."""

    seq = serializers.IntegerField(help_text="Boards of the ledger before it.")
    version = serializers.IntegerField(help_text="Id of the version.")
    number = serializers.IntegerField(help_text="Number of the version within the bot.")
    joined = serializers.BooleanField(help_text="It came into the pool; else it was there.")
    predecessor = serializers.IntegerField(
        allow_null=True, help_text="Number of the version from whose rating it came in; null for a newcomer."
    )
    public = serializers.BooleanField(help_text="From now on the leaderboard shows it of its bot.")
    at = serializers.DateTimeField()


class HistorySerializer(serializers.Serializer[Any]):
    """A page of a history."""

    next = serializers.URLField(allow_null=True, help_text="Where the list goes on; null at its end.")
    results = PointSerializer(many=True)
    marks = MarkSerializer(many=True, help_text="From after the page before to the end of this one.")


class RatedBotSerializer(serializers.Serializer[Any]):
    """A bot with what is believed of its public version: a `ratings.models.Rating`."""

    bot = serializers.IntegerField(source="version.bot_id", help_text="Id of the bot.")
    name = serializers.CharField(source="version.bot.name")
    owner = serializers.CharField(source="version.bot.owner.username")
    version = serializers.IntegerField(source="version_id", help_text="Id of its public version.")
    number = serializers.IntegerField(source="version.number", help_text="Number of that version.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    score = serializers.FloatField(help_text="mu - 3 sigma")
    low = serializers.FloatField(help_text="Lower end of the 95% interval.")
    high = serializers.FloatField(help_text="Upper end of the 95% interval.")


class OpponentSerializer(serializers.Serializer[Any]):
    """A bot that was met: a `ratings.meetings.Opponent`."""

    opponent = RatedBotSerializer(source="rating")
    record = RecordSerializer(help_text="Of the bot whose opponents these are, over all versions of both.")


class PairSerializer(serializers.Serializer[Any]):
    """A version of the first bot and one of the second that met."""

    version = serializers.IntegerField(help_text="Id of the first bot's version.")
    number = serializers.IntegerField()
    other_version = serializers.IntegerField(help_text="Id of the second bot's version.")
    other_number = serializers.IntegerField()
    record = RecordSerializer(help_text="Of the first bot's version.")


class BoardForecastSerializer(serializers.Serializer[Any]):
    """Probabilities, from the first bot's side; they add up to 1."""

    win = serializers.FloatField()
    draw = serializers.FloatField()
    loss = serializers.FloatField()


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """Two bots of a pool: a `ratings.meetings.HeadToHead`."""

    bot = RatedBotSerializer()
    other = RatedBotSerializer()
    record = RecordSerializer(help_text="Of the first bot, over all versions of both.")
    pairs = PairSerializer(many=True)
    forecast = BoardForecastSerializer(
        help_text="Of the next board between their public versions. With more than two seats, which of the two stands "
        "above the other on it, as if they were alone."
    )
