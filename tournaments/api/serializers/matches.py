"""How rounds, matches, games and transcripts look in the API, and what a ruling is asked for with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from plugins.contract import JSON
from tournaments.access.fields import Ask
from tournaments.api.fields import Ranks, Text, YesNo, hexadecimal
from tournaments.api.rehearsals import AskOrRehearse
from tournaments.api.serializers.bots import NamedBotSerializer
from tournaments.events.rulings import REASON_LENGTH
from tournaments.models import Bye, Game, Match, Round, Seat
from tournaments.play.players.base import Verdict
from tournaments.rated import NOT_RELEASED, Counts, rated
from tournaments.transcripts import Recording


def by_seat(**kwargs: Any) -> serializers.ListField:
    """A list of integers, one for each seat of the match."""
    return serializers.ListField(child=serializers.IntegerField(), read_only=True, **kwargs)


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """Who sits at a seat of a match."""

    entry = serializers.IntegerField(source="entry_id", read_only=True, help_text="Id of the entry.")
    bot = NamedBotSerializer(source="entry.bot", read_only=True)
    owner = serializers.CharField(source="entry.bot.owner.username", read_only=True, help_text="Username.")
    version = serializers.IntegerField(
        source="entry.version.number", read_only=True, help_text="Number of the version."
    )

    class Meta:
        model = Seat
        fields = ("seat", "entry", "bot", "owner", "version")
        read_only_fields = fields


class RatedSerializer(serializers.Serializer[Any]):
    """Whether the boards of a match count for ratings."""

    counts = serializers.ChoiceField(get_args(Counts), read_only=True)
    why = serializers.CharField(read_only=True, help_text="Why not, or not yet; empty if they do.")


class DispatchSerializer(serializers.ModelSerializer[Match]):
    """Whose work a match is."""

    class Meta:
        model = Match
        fields = ("attempt", "failures", "lease_until", "queued_at", "fault")
        read_only_fields = fields


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A meeting at one table of a round."""

    # The rows are `rated.with_rows`; the context holds `viewer`.

    tournament = serializers.IntegerField(source="round.tournament_id", read_only=True, help_text="Id.")
    round = serializers.IntegerField(source="round.number", read_only=True, help_text="Number of the round.")
    seats = SeatSerializer(many=True, read_only=True)
    ranks = by_seat(
        allow_null=True, help_text="Rank by seat, 0 the best; null until it is finished, and while results are hidden."
    )
    ruled = serializers.BooleanField(
        read_only=True, allow_null=True, help_text="The ranks are the organiser's, and unrated; null while hidden."
    )
    forfeit = serializers.BooleanField(
        read_only=True, allow_null=True, help_text="Ruled so, since somebody did not play; null while hidden."
    )
    ruling = serializers.CharField(read_only=True, help_text="Why the organiser decided so; empty while hidden.")
    rated = serializers.SerializerMethodField(help_text="Whether its boards count for ratings.")
    why = serializers.CharField(read_only=True, help_text="How the pairing came about; empty while results are hidden.")
    dispatch = serializers.SerializerMethodField(help_text="For organiser and staff; null for others.")

    class Meta:
        model = Match
        fields = (
            "id",
            "tournament",
            "round",
            "table",
            "state",
            "seats",
            "ranks",
            "ruled",
            "forfeit",
            "ruling",
            "rated",
            "why",
            "started_at",
            "ended_at",
            "dispatch",
        )
        read_only_fields = fields

    def to_representation(self, match: Match) -> dict[str, Any]:
        shown = super().to_representation(match)
        if not self.context["viewer"].sees_results(match.round.tournament):
            shown |= {"ranks": None, "ruled": None, "forfeit": None, "ruling": "", "why": ""}
        return shown

    @extend_schema_field(RatedSerializer)
    def get_rated(self, match: Match) -> dict[str, Any]:
        tournament = match.round.tournament
        # Why a match of it does not count would say how it ended.
        hidden = tournament.rated and not self.context["viewer"].sees_results(tournament)
        return dict(RatedSerializer(NOT_RELEASED if hidden else rated(match)).data)

    @extend_schema_field(DispatchSerializer(allow_null=True))
    def get_dispatch(self, match: Match) -> dict[str, Any] | None:
        if not self.context["viewer"].organises(match.round.tournament):
            return None
        return dict(DispatchSerializer(match).data)


class GameSerializer(serializers.ModelSerializer[Game]):
    """One playing of a board. Lists are by seat of the match."""

    ranks = by_seat(help_text="Number of seats that did better.")
    scores = by_seat(help_text="The engine's scores, more is better.")
    verdicts = serializers.ListField(child=serializers.ChoiceField(get_args(Verdict)), read_only=True)

    class Meta:
        model = Game
        fields = ("board", "rotation", "ranks", "scores", "verdicts", "decisions", "recorded_at")
        read_only_fields = fields


class SeatingSerializer(SeatSerializer):
    """Who sat at a place of the game; `seat` is that of the match."""

    place = serializers.IntegerField(read_only=True, help_text="Seat of the game, as in `actions`.")

    class Meta(SeatSerializer.Meta):
        fields = ("place", *SeatSerializer.Meta.fields)  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]


class ActionSerializer(serializers.Serializer[Any]):
    """One action of a game."""

    seat = serializers.IntegerField(read_only=True, help_text="Seat of the game: a `place` of `seating`.")
    action = serializers.SerializerMethodField(help_text="As the engine's rules page lists it.")
    forced = serializers.BooleanField(required=False, help_text="True if it was the only legal one; else left out.")

    @extend_schema_field({"description": "As the engine's rules page lists it.", "nullable": True})
    def get_action(self, step: Any) -> JSON:
        return step["action"]


class ReplaySerializer(serializers.Serializer[Recording]):
    """What replays a game exactly."""

    # The context holds `seated`: the seats of the match or trial, in order.

    seat_serializer: ClassVar[type[serializers.ModelSerializer[Any]]]

    board = serializers.IntegerField(source="game.board", read_only=True)
    rotation = serializers.IntegerField(source="game.rotation", read_only=True)
    engine = serializers.CharField(source="info.id", read_only=True)
    rules_version = serializers.IntegerField(source="info.rules_version", read_only=True)
    options = serializers.DictField(read_only=True)
    seats = serializers.IntegerField(read_only=True)
    seed = serializers.SerializerMethodField(help_text="What it was dealt from, 32 bytes.")
    actions = serializers.SerializerMethodField(help_text="Ends early where a forfeit ended the game.")

    @extend_schema_field(hexadecimal(nullable=False))
    def get_seed(self, recording: Recording) -> str:
        return recording.seed.hex()

    @extend_schema_field(ActionSerializer(many=True))
    def get_actions(self, recording: Recording) -> Any:
        encode = recording.engine.encode
        steps = [
            {"seat": step.seat, "action": encode(step.action), **({"forced": True} if step.forced else {})}
            for step in recording.steps()
        ]
        return ActionSerializer(steps, many=True).data

    def seats_of(self, recording: Recording) -> list[dict[str, Any]]:
        """Who sat at each place of the game."""
        seated: Sequence[Any] = self.context["seated"]
        return [
            {"place": place, **self.seat_serializer(seated[(place - recording.game.rotation) % len(seated)]).data}
            for place in range(len(seated))
        ]


class TranscriptSerializer(ReplaySerializer):
    """What replays a game of a match exactly."""

    seat_serializer = SeatSerializer

    match = serializers.IntegerField(source="game.match_id", read_only=True, help_text="Id.")
    seating = serializers.SerializerMethodField()

    @extend_schema_field(SeatingSerializer(many=True))
    def get_seating(self, recording: Recording) -> list[dict[str, Any]]:
        return self.seats_of(recording)


class ByeSerializer(serializers.ModelSerializer[Bye]):
    """An entry that sits a round out."""

    # The context holds `viewer`.

    entry = serializers.IntegerField(source="entry_id", read_only=True, help_text="Id of the entry.")
    bot = NamedBotSerializer(source="entry.bot", read_only=True)
    kind = serializers.ChoiceField(
        Bye.Kind.choices, read_only=True, allow_null=True, help_text="Null while results are hidden."
    )
    points = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="What it is worth in the standings; null while results are hidden."
    )
    why = serializers.CharField(read_only=True, help_text="Empty while results are hidden.")

    class Meta:
        model = Bye
        fields = ("entry", "bot", "kind", "points", "why")
        read_only_fields = fields

    def to_representation(self, bye: Bye) -> dict[str, Any]:
        shown = super().to_representation(bye)
        if not self.context["viewer"].sees_results(bye.round.tournament):
            shown |= {"kind": None, "points": None, "why": ""}
        return shown


class RoundSerializer(serializers.ModelSerializer[Round]):
    """The matches of one turn of an event."""

    # The rows carry `tables` and `finished`, counted; the context holds `viewer`.

    tables = serializers.IntegerField(read_only=True, help_text="Matches of the round.")
    finished = serializers.IntegerField(read_only=True, help_text="Those that nobody will play any more.")

    notes = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="What the pairing could not meet, and why; empty while results are hidden.",
    )

    class Meta:
        model = Round
        fields: tuple[str, ...] = ("number", "state", "paired_at", "closed_at", "tables", "finished", "notes")
        read_only_fields = fields

    def to_representation(self, turn: Round) -> dict[str, Any]:
        shown = super().to_representation(turn)
        if not self.context["viewer"].sees_results(turn.tournament):
            shown["notes"] = []
        return shown


class FullRoundSerializer(RoundSerializer):
    """A round with its matches, by table, and its byes."""

    matches = MatchSerializer(many=True, read_only=True)
    byes = ByeSerializer(many=True, read_only=True)

    class Meta(RoundSerializer.Meta):
        fields = (*RoundSerializer.Meta.fields, "matches", "byes")
        read_only_fields = fields


class AskRuleSerializer(Ask):
    """How the organiser rules that a void match ended."""

    ranks = Ranks(help_text="By seat: the number of seats that did better; all 0 is a tie.")
    forfeit = YesNo(default=False, help_text="With two seats: it was not played; with equal ranks both have lost.")


class AskCorrectSerializer(AskOrRehearse):
    """What a match that is over is to count as."""

    ranks = Ranks(allow_null=True, help_text="By seat, or null: as its games were played.")
    forfeit = YesNo(default=False, help_text="With two seats: it was not played; with equal ranks both have lost.")
    reason = Text(max_length=REASON_LENGTH, help_text="For everyone to read.")


class AskUnrateSerializer(AskOrRehearse):
    """Why a match is taken out of the ratings."""

    reason = Text(max_length=REASON_LENGTH, help_text="For everyone to read.")


class AskRateSerializer(AskOrRehearse):
    """That a match counts for ratings again."""
