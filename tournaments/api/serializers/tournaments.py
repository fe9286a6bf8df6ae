"""How tournaments look in the API, and what they are asked for with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import selectors
from tournaments.access.fields import Ask
from tournaments.api.fields import Moment, OneOf, Text, Whole, YesNo, hexadecimal
from tournaments.api.viewer import Viewer
from tournaments.events.setup import (
    LEAST_GAME_MS,
    LEAST_MOVE_MS,
    MOST_BOARDS,
    MOST_ENTRIES,
    MOST_MINUTES,
    MOST_MS,
    MOST_ROUNDS,
    SETTABLE,
)
from tournaments.forecast import Forecast
from tournaments.models import Tournament
from tournaments.pairing.registry import formats

MOST_POINTS = 1_000_000  # for a place
MOST_TIE_BREAKS = 20
MAX_NUMBER = 2**31 - 1  # that the database takes


class ProgressSerializer(serializers.Serializer[selectors.Progress]):
    """How far it is. Matches are those of the rounds paired so far."""

    round = serializers.IntegerField(read_only=True, help_text="Rounds paired so far.")
    rounds = serializers.IntegerField(read_only=True, allow_null=True, help_text="Planned; null while not known.")
    matches = serializers.IntegerField(read_only=True)
    finished = serializers.IntegerField(read_only=True, help_text="Those that nobody will play any more.")


class PlanSerializer(serializers.Serializer[selectors.Planned]):
    """What the format says of rounds for so many entries."""

    entries = serializers.IntegerField(read_only=True, help_text="Those in; of a draft its capacity.")
    rounds = serializers.IntegerField(source="plan.rounds", read_only=True, help_text="Suggested.")
    most = serializers.IntegerField(
        source="plan.most", read_only=True, help_text="Certain to be paired without two meeting twice."
    )
    note = serializers.CharField(source="plan.note", read_only=True)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An event."""

    # The context holds `viewer`, `progress`: tournament id -> Progress, and `plans`: tournament id -> Planned.

    organiser = serializers.CharField(source="organiser.username", read_only=True, help_text="Username.")
    options = serializers.DictField(read_only=True, help_text="Complete options of the engine.")
    format_options = serializers.DictField(read_only=True, help_text="Complete options of the format.")
    points = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        allow_null=True,
        help_text="Of a match, by place at a full table; null: 2 for each seat above, 1 for a tie.",
    )
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="In this order; empty: those of the format."
    )
    commitment = serializers.SerializerMethodField(help_text="SHA-256 of the secret, from when entries open.")
    secret = serializers.SerializerMethodField(
        help_text="Null until the event, once started, is over, and its results are released where they are hidden."
    )
    seed = serializers.SerializerMethodField(help_text="HMAC-SHA-256 of the secret and the entries; as secret as it.")
    plan = serializers.SerializerMethodField(help_text="Null when it is over, and while there are too few entries.")
    warning = serializers.SerializerMethodField(
        help_text="What is to be known of so many rounds, for as many entries as there are; null if nothing."
    )
    fault = serializers.SerializerMethodField(
        help_text="Why the last try to start it by itself failed, or empty. For organiser and staff, else null."
    )
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
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
            "released_at",
            "plan",
            "warning",
            "fault",
            "progress",
        )
        read_only_fields = fields

    @extend_schema_field(hexadecimal(nullable=True))
    def get_commitment(self, tournament: Tournament) -> str | None:
        return None if tournament.state == Tournament.State.DRAFT else tournament.commitment

    @extend_schema_field(hexadecimal(nullable=True))
    def get_secret(self, tournament: Tournament) -> str | None:
        return bytes(tournament.secret).hex() if self._reveals(tournament) else None

    @extend_schema_field(hexadecimal(nullable=True))
    def get_seed(self, tournament: Tournament) -> str | None:
        if tournament.seed is None or not self._reveals(tournament):
            return None
        return bytes(tournament.seed).hex()

    @extend_schema_field(PlanSerializer(allow_null=True))
    def get_plan(self, tournament: Tournament) -> dict[str, Any] | None:
        planned = self._planned(tournament)
        return None if planned is None else dict(PlanSerializer(planned).data)

    def get_warning(self, tournament: Tournament) -> str | None:
        return selectors.warning_of(tournament, self._planned(tournament))

    def _planned(self, tournament: Tournament) -> selectors.Planned | None:
        plans: Mapping[int, selectors.Planned] = self.context["plans"]
        return plans.get(tournament.pk)

    def get_fault(self, tournament: Tournament) -> str | None:
        return tournament.fault if self.context["viewer"].organises(tournament) else None

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, tournament: Tournament) -> dict[str, Any]:
        return dict(ProgressSerializer(self.context["progress"][tournament.pk]).data)

    def _reveals(self, tournament: Tournament) -> bool:
        return selectors.is_revealed(tournament) and self.context["viewer"].sees_results(tournament)


class ForecastSerializer(serializers.Serializer[Forecast]):
    """What is left of an event, as far as rounds that were played tell."""

    games = serializers.IntegerField(read_only=True, help_text="Still to be played, if nobody comes or goes.")
    seconds = serializers.SerializerMethodField(
        help_text="That they will take; null where no round of such a game has been played yet."
    )
    measured = serializers.IntegerField(read_only=True, help_text="Rounds that the pace was taken from.")

    def get_seconds(self, forecast: Forecast) -> int | None:
        return None if forecast.duration is None else round(forecast.duration.total_seconds())


class TournamentWithForecastSerializer(TournamentSerializer):
    """An event, and how long it will take."""

    # Only for the schema: `foretold` makes the field.

    forecast = ForecastSerializer(
        read_only=True, allow_null=True, help_text="Null of an event that is not open, running or paused, or too small."
    )

    class Meta(TournamentSerializer.Meta):
        fields = (*TournamentSerializer.Meta.fields, "forecast")
        read_only_fields = fields


def foretold(forecast: Forecast | None) -> Any:
    """The forecast as JSON."""
    return None if forecast is None else ForecastSerializer(forecast).data


class NewTournamentSerializer(Ask):
    """What a tournament is asked for with; what is left out is as in the example."""

    name = Text(max_length=100)
    description = Text(max_length=4000, required=False, allow_blank=True)
    engine = Text(max_length=32, help_text="Id of an engine.")
    variant = Text(max_length=64, required=False, help_text="One of the engine's variants; its first if left out.")
    options = serializers.DictField(required=False, help_text="What differs from the variant.")
    format = OneOf(choices=[(id_, format_.title) for id_, format_ in formats().items()])
    format_options = serializers.DictField(required=False, help_text="What differs from the format's defaults.")
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
    admits_remote = YesNo(
        required=False,
        help_text="Whether bots may play that run on their owner's machine; `deals` is independent then.",
    )
    deals = OneOf(
        choices=Tournament.Deals.choices,
        required=False,
        help_text="Whether all tables of a round play the same deals, each from every seat, or every game has its own.",
    )
    move_ms = Whole(
        min_value=LEAST_MOVE_MS, max_value=MOST_MS, required=False, help_text="Time of a bot for a move, in ms."
    )
    bank_ms = Whole(
        min_value=0, max_value=MOST_MS, required=False, help_text="Time in a game for what moves take beyond that."
    )
    game_ms = Whole(
        min_value=LEAST_GAME_MS, max_value=MOST_MS, required=False, help_text="Time in a game for all moves of a bot."
    )
    result = OneOf(choices=Tournament.ResultBy.choices, required=False, help_text="What a match's ranks follow from.")
    scoring = OneOf(choices=Tournament.Scoring.choices, required=False, help_text="What counts in the standings.")
    points = serializers.ListField(
        child=Whole(min_value=0, max_value=MOST_POINTS),
        min_length=2,
        max_length=6,
        required=False,
        allow_null=True,
        help_text="Of a match, by place, the first place first; null: 2 for each seat above, 1 for a tie.",
    )
    tie_breaks = serializers.ListField(
        child=Text(max_length=32),
        max_length=MOST_TIE_BREAKS,
        required=False,
        help_text="In this order; empty: those of the format.",
    )
    edition = OneOf(choices=Tournament.Edition.choices, required=False, help_text="Of the rules of tie-breaks.")
    on_void = OneOf(choices=Tournament.OnVoid.choices, required=False, help_text="What becomes of a void match.")
    rated = YesNo(required=False)
    hidden = YesNo(required=False, help_text="Only organiser and staff see results until they are released.")
    admission = OneOf(choices=Tournament.Admission.choices, required=False, help_text="Who sees it, and who may enter.")
    entries_from = Moment(required=False, allow_null=True, help_text="Nobody enters before.")
    entries_until = Moment(required=False, allow_null=True, help_text="Nobody enters after, late entries apart.")
    starts_at = Moment(required=False, allow_null=True, help_text="It starts by itself then; null: when it is told to.")
    check_in_minutes = Whole(
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        allow_null=True,
        help_text="How long before `starts_at` owners may check in; who does not is not there. Null: no check-in.",
    )
    capacity = Whole(
        min_value=2, max_value=MOST_ENTRIES, required=False, allow_null=True, help_text="Most entries; null: no limit."
    )
    per_owner = Whole(
        min_value=1,
        max_value=MOST_ENTRIES,
        required=False,
        allow_null=True,
        help_text="Most entries of one owner; null: no limit.",
    )
    late_until = Whole(
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="The last round that a late entry may begin with; 0: nobody enters after the start.",
    )
    late_points = Whole(
        min_value=0,
        max_value=MAX_NUMBER,
        required=False,
        help_text="What each round that a late entry missed is worth, at most a win.",
    )
    requested_byes = Whole(
        min_value=0, max_value=MOST_ROUNDS, required=False, help_text="How many byes an entry may request."
    )
    same_owner_rounds = Whole(
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="In so many first rounds bots of one owner do not meet, where that can be.",
    )
    acceleration = OneOf(
        choices=Tournament.Acceleration.choices, required=False, help_text="Of the first rounds of a large field."
    )


class AskExtendSerializer(Ask):
    """How many rounds there are to be in all."""

    rounds = Whole(min_value=1, max_value=MOST_ROUNDS, help_text="At least those that are paired.")


def presented(tournaments: Sequence[Tournament], viewer: Viewer) -> Any:
    """The tournaments as JSON for this reader, with their progress and plans."""
    context = {
        "viewer": viewer,
        "progress": selectors.progress_of(tournaments),
        "plans": selectors.plans_of(tournaments),
    }
    return TournamentSerializer(tournaments, many=True, context=context).data
