"""How trials look in the API, and what a challenge is asked for with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.access.fields import Ask
from tournaments.api.fields import Id, Text, Whole
from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.api.serializers.matches import GameSerializer, ReplaySerializer, by_seat
from tournaments.bots.challenges import MOST_BOARDS
from tournaments.models import Trial, TrialGame, TrialSeat
from tournaments.transcripts import Recording

MOST_OPPONENTS = 5


class TrialSeatSerializer(serializers.ModelSerializer[TrialSeat]):
    """Who sits at a seat of a trial: a version of a bot, or a policy."""

    bot = NamedBotSerializer(source="version.bot", read_only=True, allow_null=True, help_text="Null for a policy.")
    owner = serializers.CharField(
        source="version.bot.owner.username", read_only=True, allow_null=True, help_text="Username; null for a policy."
    )
    version = serializers.IntegerField(
        source="version.number", read_only=True, allow_null=True, help_text="Its number; null for a policy."
    )
    policy = serializers.CharField(read_only=True, help_text="Name of the engine's policy; empty for a bot.")

    class Meta:
        model = TrialSeat
        fields = ("seat", "bot", "owner", "version", "policy")
        read_only_fields = fields


class TrialSerializer(serializers.ModelSerializer[Trial]):
    """A match outside events, which is not rated."""

    asked_by = serializers.CharField(source="asked_by.username", read_only=True, help_text="Username.")
    options = serializers.DictField(read_only=True, help_text="Complete options of the engine.")
    seats = TrialSeatSerializer(many=True, read_only=True)
    ranks = by_seat(allow_null=True, help_text="Rank by seat, 0 the best; null until it is finished.")

    class Meta:
        model = Trial
        fields: tuple[str, ...] = (
            "id",
            "purpose",
            "state",
            "asked_by",
            "engine",
            "rules_version",
            "options",
            "boards",
            "seats",
            "ranks",
            "created_at",
            "started_at",
            "ended_at",
        )
        read_only_fields = fields


class TrialGameSerializer(GameSerializer):
    """One playing of a board of a trial. Lists are by seat of the trial."""

    class Meta(GameSerializer.Meta):
        model = TrialGame  # type: ignore[assignment]


class FullTrialSerializer(TrialSerializer):
    """A trial with its games, once it is over."""

    games = serializers.SerializerMethodField(help_text="By board and rotation; empty until it is over.")

    class Meta(TrialSerializer.Meta):
        fields = (*TrialSerializer.Meta.fields, "games")
        read_only_fields = fields

    @extend_schema_field(TrialGameSerializer(many=True))
    def get_games(self, trial: Trial) -> Any:
        games = trial.games.defer("transcript") if trial.is_over else []
        return TrialGameSerializer(games, many=True).data  # type: ignore[arg-type]


class TrialSeatingSerializer(TrialSeatSerializer):
    """Who sat at a place of the game; `seat` is that of the trial."""

    place = serializers.IntegerField(read_only=True, help_text="Seat of the game, as in `actions`.")

    class Meta(TrialSeatSerializer.Meta):
        fields = ("place", *TrialSeatSerializer.Meta.fields)  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]


class TrialTranscriptSerializer(ReplaySerializer):
    """What replays a game of a trial exactly."""

    seat_serializer = TrialSeatSerializer

    trial = serializers.IntegerField(source="game.trial_id", read_only=True, help_text="Id.")
    seating = serializers.SerializerMethodField()

    @extend_schema_field(TrialSeatingSerializer(many=True))
    def get_seating(self, recording: Recording) -> list[dict[str, Any]]:
        return self.seats_of(recording)


class OpponentSerializer(Ask):
    """Whom to play against: a bot or a policy."""

    bot = Id(required=False, help_text="Id of a bot, which plays with its active version.")
    version = Whole(
        min_value=1, max_value=2**31 - 1, required=False, help_text="Number of another version; of a bot of yours."
    )
    policy = Text(max_length=64, required=False, help_text="One of the engine's policies, instead of a bot.")


class NewChallengeSerializer(Ask):
    """What a challenge is asked for with."""

    bot = Id(help_text="Id of a bot of yours; it sits at seat 0.")
    version = Whole(
        min_value=1, max_value=2**31 - 1, required=False, help_text="Its number; the active one if left out."
    )
    opponents = serializers.ListField(
        child=OpponentSerializer(), min_length=1, max_length=MOST_OPPONENTS, help_text="By seat, from seat 1."
    )
    variant = Text(max_length=64, required=False, help_text="One of the engine's variants; its first if left out.")
    options = serializers.DictField(required=False, help_text="What differs from the variant.")
    boards = Whole(
        min_value=1, max_value=MOST_BOARDS, default=1, help_text="Deals; each is played once from every seat."
    )
