"""What owners see of their own versions, and nobody else: how they do, their games, and what they are told of them."""

from __future__ import annotations

from typing import Any, ClassVar

import django_filters
from django.db.models import BooleanField, Case, Model, QuerySet, Value, When
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.actors import Scope, actor_of
from tournaments.access.filters import one_of
from tournaments.access.json_body import StrictJSONParser
from tournaments.access.negotiation import AsAsked
from tournaments.access.permissions import HasScope
from tournaments.api.examples import BOT_ID, LIFT, NUMBER
from tournaments.api.resources import Resource
from tournaments.api.serializers.bots import VersionSerializer
from tournaments.api.serializers.diary import (
    AskLiftSerializer,
    GameOfVersionSerializer,
    NoticeSerializer,
    VersionSummarySerializer,
    WholeGameOfVersionSerializer,
)
from tournaments.bots import diary, notices, quarantine
from tournaments.models import BotVersion, Notice, SeatReport

# RFC 9111: what one account alone may see is kept by nobody.
NO_STORE = {"Cache-Control": "private, no-store"}


class OwnersView(Resource[BotVersion]):
    """How a version does, for its owner; and lifting its suspension, for organisers."""

    @extend_schema(
        operation_id="bots_versions_summary",
        summary="Show how a version of yours does",
        parameters=[BOT_ID, NUMBER],
        responses=VersionSummarySerializer,
        filters=False,
    )
    @action(detail=True, permission_classes=[HasScope(Scope.READ)], pagination_class=None)
    def summary(self, request: Request, **_: Any) -> Response:
        """For its owner alone; to everyone else it is not there. Games of rounds that are not closed, of events whose
        results are hidden, and of trials that go on do not count yet.
        """
        user = actor_of(request).user
        version = diary.own_version(user, bot_id=self.number("bot_id"), number=self.number())
        return Response(VersionSummarySerializer(diary.summary(version)).data, headers=NO_STORE)

    @extend_schema(
        operation_id="bots_versions_lift",
        summary="Lift the suspension of a version",
        parameters=[BOT_ID, NUMBER],
        request=AskLiftSerializer,
        responses=VersionSerializer,
        examples=[LIFT],
    )
    @action(
        detail=True,
        methods=["post"],
        permission_classes=[HasScope(Scope.ORGANISE)],
        parser_classes=[StrictJSONParser],
    )
    def lift(self, request: Request, **_: Any) -> Response:
        """For every organiser. It is paired again from the next round on, and its failures so far count no more."""
        asked = AskLiftSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        bot_id, number = self.number("bot_id"), self.number()
        quarantine.lift(actor=actor_of(request), bot_id=bot_id, number=number, **asked.validated_data)
        return Response(VersionSerializer(self.get_object()).data)


class GameOfVersionFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`verdict`."""

    verdict = one_of(diary.VERDICTS)

    class Meta:
        model: type[Model] = SeatReport
        fields: tuple[str, ...] = ()


@extend_schema_view(
    list=extend_schema(
        operation_id="bots_versions_games_list",
        summary="List the games of a version of yours",
        parameters=[BOT_ID, NUMBER],
    ),
    retrieve=extend_schema(
        operation_id="bots_versions_games_retrieve",
        summary="Show a game of a version of yours",
        parameters=[BOT_ID, NUMBER],
        responses=WholeGameOfVersionSerializer,
    ),
)
class GameOfVersionViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource[SeatReport]):
    """The games of a version, newest first, for its owner alone: once their round is closed, their results are not
    hidden, their trial is over. Policies have none, since nothing is kept of them.
    """

    queryset = SeatReport.objects.none()
    serializer_class = GameOfVersionSerializer
    permission_classes = [HasScope(Scope.READ)]
    filterset_class = GameOfVersionFilter
    keyset = ("-id",)
    thing = "game"

    def get_queryset(self) -> QuerySet[SeatReport]:
        return diary.games_of(self.version())

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return _kept_by_nobody(super().list(request, *args, **kwargs))

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response(WholeGameOfVersionSerializer(self._whole()).data, headers=NO_STORE)

    @extend_schema(
        operation_id="bots_versions_games_stderr",
        summary="Get what a version of yours printed in a game",
        parameters=[BOT_ID, NUMBER],
        responses={(200, "text/plain"): OpenApiTypes.STR},
        filters=False,
    )
    @action(detail=True, pagination_class=None, content_negotiation_class=AsAsked)
    def stderr(self, request: Request, **_: Any) -> HttpResponse:
        """As it came, byte for byte, the first 64 KiB."""
        report = self._whole()
        headers = {
            **NO_STORE,
            "Content-Disposition": f'attachment; filename="{report.game or report.trial_game}-seat{report.seat}.txt"',
            "X-Content-Type-Options": "nosniff",
        }
        return HttpResponse(diary.printed(report), content_type="text/plain; charset=utf-8", headers=headers)

    def version(self) -> BotVersion:
        """The version in the address, if it is the caller's. Raises Missing."""
        user = actor_of(self.request).user
        return diary.own_version(user, bot_id=self.number("bot_id"), number=self.number("number"))

    def _whole(self) -> SeatReport:
        return diary.game_of(self.version(), self.number("pk"))


class NoticeFilter(django_filters.FilterSet):  # type: ignore[misc]
    """`unread`."""

    unread = one_of(("true", "false"), method="by_unread", help_text="Only those that are, or are not.")

    class Meta:
        model: type[Model] = Notice
        fields: tuple[str, ...] = ()

    def by_unread(self, rows: QuerySet[Notice], _name: str, value: str) -> QuerySet[Notice]:
        return rows.filter(read_at__isnull=value == "true")


@extend_schema_view(
    list=extend_schema(summary="List what you are told"), retrieve=extend_schema(summary="Show a notice of yours")
)
class NoticeViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource[Notice]):
    """What the caller is told of his bots: the unread first, then the newest first."""

    queryset = Notice.objects.none()
    serializer_class = NoticeSerializer
    permission_classes = [HasScope(Scope.READ)]
    filterset_class = NoticeFilter
    keyset: ClassVar[tuple[str, ...]] = ("is_read", "-id")
    thing = "notice"

    def get_queryset(self) -> QuerySet[Notice]:
        is_read = Case(When(read_at=None, then=Value(False)), default=Value(True), output_field=BooleanField())
        own = Notice.objects.filter(owner=actor_of(self.request).user)
        return own.select_related("version").annotate(is_read=is_read)

    @extend_schema(operation_id="notices_read", summary="Say that you have read a notice", request=None)
    @action(detail=True, methods=["post"])
    def read(self, request: Request, pk: str) -> Response:
        """Again is the same."""
        notice = notices.mark_read(actor=actor_of(request), notice_id=self.number())
        return Response(self.get_serializer(notice).data)


def _kept_by_nobody(response: Response) -> Response:
    for name, value in NO_STORE.items():
        response.headers[name] = value
    return response
