"""How an owner's view of his bots' games, and what he is told of them, look in the API."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.access.fields import Ask
from tournaments.api.fields import Text
from tournaments.bots import diary
from tournaments.dispatch import reports
from tournaments.events.rulings import REASON_LENGTH
from tournaments.models import Notice, SeatReport


class MoveTimesSerializer(serializers.Serializer[diary.Times]):
    """How long moves took, in ms, in the last games (at most 1,000)."""

    games = serializers.IntegerField(help_text="How many games were looked at.")
    moves = serializers.IntegerField()
    median_ms = serializers.IntegerField(allow_null=True, help_text="Half of the moves took no longer.")
    p99_ms = serializers.IntegerField(allow_null=True, help_text="99 of 100 moves took no longer.")


class VersionSummarySerializer(serializers.Serializer[diary.Summary]):
    """How a version has done in its last games."""

    games = serializers.IntegerField(help_text="How many were counted: all, or the last 10,000.")
    verdicts = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many games ended by which verdict for it; none of 0."
    )
    times = MoveTimesSerializer()


class GameOfVersionSerializer(serializers.ModelSerializer[SeatReport]):
    """A game of a version at one seat, for its owner. Of `match` and `trial` one is null."""

    game = serializers.SerializerMethodField(help_text="Such as `m7.1.0`: match or trial, board, rotation.")
    tournament = serializers.IntegerField(source="game.match.round.tournament_id", default=None, allow_null=True)
    round = serializers.IntegerField(source="game.match.round.number", default=None, allow_null=True)
    table = serializers.IntegerField(source="game.match.table", default=None, allow_null=True)
    match = serializers.IntegerField(source="game.match_id", default=None, allow_null=True)
    trial = serializers.IntegerField(source="trial_game.trial_id", default=None, allow_null=True)
    purpose = serializers.CharField(
        source="trial_game.trial.purpose", default=None, allow_null=True, help_text="Of the trial."
    )
    board = serializers.SerializerMethodField()
    rotation = serializers.SerializerMethodField()
    verdict = serializers.ChoiceField(diary.VERDICTS)
    failure = serializers.SerializerMethodField(help_text="What was wrong, where the verdict is not `played`.")
    ending = serializers.SerializerMethodField(help_text="How its process ended by itself.")
    median_ms = serializers.SerializerMethodField(help_text="Of the times of its moves; null without any.")
    recorded_at = serializers.SerializerMethodField()

    class Meta:
        model = SeatReport
        fields: tuple[str, ...] = (
            "id",
            "game",
            "tournament",
            "round",
            "table",
            "match",
            "trial",
            "purpose",
            "board",
            "rotation",
            "seat",
            "verdict",
            "failure",
            "ending",
            "moves",
            "median_ms",
            "recorded_at",
        )
        read_only_fields = fields

    def get_game(self, report: SeatReport) -> str:
        return str(_played(report))

    def get_board(self, report: SeatReport) -> int:
        return int(_played(report).board)

    def get_rotation(self, report: SeatReport) -> int:
        return int(_played(report).rotation)

    def get_failure(self, report: SeatReport) -> str:
        return diary.readable(report.failure)

    def get_ending(self, report: SeatReport) -> str:
        return diary.readable(report.ending)

    def get_median_ms(self, report: SeatReport) -> int | None:
        return diary.median_ms(reports.times(report))

    @extend_schema_field(serializers.DateTimeField())
    def get_recorded_at(self, report: SeatReport) -> str:
        return serializers.DateTimeField().to_representation(_played(report).recorded_at)


class NoteSerializer(serializers.Serializer[Any]):
    """What the bot said of a move."""

    move = serializers.IntegerField(help_text="The `seq` of the question.")
    note = serializers.CharField()


class WholeGameOfVersionSerializer(GameOfVersionSerializer):
    """All that is kept of a game for the owner of a version that sat in it."""

    times = serializers.SerializerMethodField(help_text="What each of its moves took, in ms.")
    notes = serializers.SerializerMethodField()
    stderr = serializers.SerializerMethodField(
        help_text="What it printed. What is not UTF-8, and control characters, are U+FFFD here."
    )
    last_request = serializers.SerializerMethodField(help_text="The last `act` it was sent; null if there was none.")

    class Meta(GameOfVersionSerializer.Meta):
        fields = (*GameOfVersionSerializer.Meta.fields, "times", "notes", "stderr", "last_request")
        read_only_fields = fields

    def get_times(self, report: SeatReport) -> list[int]:
        return reports.times(report)

    @extend_schema_field(NoteSerializer(many=True))
    def get_notes(self, report: SeatReport) -> list[dict[str, Any]]:
        return [{"move": move, "note": diary.readable(note)} for move, note in report.notes]

    def get_stderr(self, report: SeatReport) -> str:
        return diary.readable(diary.printed(report))

    @extend_schema_field({"type": "object", "additionalProperties": True, "nullable": True})
    def get_last_request(self, report: SeatReport) -> Any:
        asked = reports.unpacked(report.last_request)
        return json.loads(asked) if asked else None


class AskLiftSerializer(Ask):
    """Why a suspension is lifted."""

    reason = Text(max_length=REASON_LENGTH, help_text="For the owner to read.")


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """Something that an owner is told of a version."""

    bot = serializers.IntegerField(source="version.bot_id", read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True, help_text="Its number.")

    class Meta:
        model = Notice
        fields = ("id", "bot", "version", "kind", "text", "created_at", "read_at")
        read_only_fields = fields


def _played(report: SeatReport) -> Any:
    """Its game, or game of a trial: they have the same fields."""
    return report.game or report.trial_game
