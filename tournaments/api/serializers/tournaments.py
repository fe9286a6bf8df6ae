"""How tournaments and their entries look in the API, and what they are asked for with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import selectors
from tournaments.access.fields import Ask
from tournaments.api.fields import Id, OneOf, Text, Whole, YesNo, hexadecimal
from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.events.setup import MOST_BOARDS, MOST_ROUNDS, SETTABLE
from tournaments.models import Entry, Tournament
from tournaments.pairing.registry import formats


class ProgressSerializer(serializers.Serializer[selectors.Progress]):
    """How far it is. Matches are those of the rounds paired so far."""

    round = serializers.IntegerField(read_only=True, help_text="Rounds paired so far.")
    rounds = serializers.IntegerField(read_only=True, allow_null=True, help_text="Planned; null while not known.")
    matches = serializers.IntegerField(read_only=True)
    finished = serializers.IntegerField(read_only=True, help_text="Those that nobody will play any more.")


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An event."""

    # The context holds `progress`: tournament id -> Progress.

    organiser = serializers.CharField(source="organiser.username", read_only=True, help_text="Username.")
    options = serializers.DictField(read_only=True, help_text="Complete options of the engine.")
    commitment = serializers.SerializerMethodField(help_text="SHA-256 of the secret, from when entries open.")
    secret = serializers.SerializerMethodField(help_text="Null until the event, once started, is over.")
    seed = serializers.SerializerMethodField(help_text="HMAC-SHA-256 of the secret and the entries; as secret as it.")
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = (
            "id",
            "organiser",
            *SETTABLE,
            "rules_version",
            "state",
            "commitment",
            "secret",
            "seed",
            "created_at",
            "opened_at",
            "started_at",
            "ended_at",
            "progress",
        )
        read_only_fields = fields

    @extend_schema_field(hexadecimal(nullable=True))
    def get_commitment(self, tournament: Tournament) -> str | None:
        return None if tournament.state == Tournament.State.DRAFT else tournament.commitment

    @extend_schema_field(hexadecimal(nullable=True))
    def get_secret(self, tournament: Tournament) -> str | None:
        return bytes(tournament.secret).hex() if selectors.is_revealed(tournament) else None

    @extend_schema_field(hexadecimal(nullable=True))
    def get_seed(self, tournament: Tournament) -> str | None:
        if not selectors.is_revealed(tournament) or tournament.seed is None:
            return None
        return bytes(tournament.seed).hex()

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, tournament: Tournament) -> dict[str, Any]:
        return dict(ProgressSerializer(self.context["progress"][tournament.pk]).data)


class NewTournamentSerializer(Ask):
    """What a tournament is asked for with; what is left out is as in the example."""

    name = Text(max_length=100)
    description = Text(max_length=4000, required=False, allow_blank=True)
    engine = Text(max_length=32, help_text="Id of an engine.")
    variant = Text(max_length=64, required=False, help_text="One of the engine's variants; its first if left out.")
    options = serializers.DictField(required=False, help_text="What differs from the variant.")
    format = OneOf(choices=[(id_, format_.title) for id_, format_ in formats().items()])
    seats = Whole(min_value=2, max_value=6, required=False, help_text="Seats of a full table.")
    rounds = Whole(
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        allow_null=True,
        help_text="Null: as many as the format suggests at the start.",
    )
    boards = Whole(min_value=1, max_value=MOST_BOARDS, required=False, help_text="Deals in a match.")
    rotate = YesNo(required=False, help_text="Play each board once from every seat.")
    result = OneOf(choices=Tournament.ResultBy.choices, required=False, help_text="What a match's ranks follow from.")
    scoring = OneOf(choices=Tournament.Scoring.choices, required=False, help_text="What counts in the standings.")
    on_void = OneOf(choices=Tournament.OnVoid.choices, required=False, help_text="What becomes of a void match.")
    rated = YesNo(required=False)


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A bot version in a tournament."""

    bot = NamedBotSerializer(read_only=True)
    owner = serializers.CharField(source="bot.owner.username", read_only=True, help_text="Username.")
    version = serializers.IntegerField(source="version.number", read_only=True, help_text="Number of the version.")

    class Meta:
        model = Entry
        fields = ("id", "number", "bot", "owner", "version", "state", "entered_at", "left_at")
        read_only_fields = fields


class AskBotSerializer(Ask):
    """Which bot."""

    bot = Id(help_text="Id of the bot.")
