"""Pools and their leaderboards over the API: read by anyone, written by nobody."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter
from rest_framework.viewsets import ReadOnlyModelViewSet

from ratings import exports, leaderboard
from ratings.api.bot_serializers import HeadToHeadSerializer
from ratings.api.bots import PoolBotViewSet, not_rated
from ratings.api.filters import OwnerFilter, PoolFilter
from ratings.api.serializers import LedgerEventSerializer, PlaceSerializer, PoolSerializer
from ratings.api.verbs import PoolVerbs
from ratings.condition import with_condition
from ratings.meetings import head_to_head
from ratings.models import Pool
from tournaments.access import csv
from tournaments.access.actors import Scope
from tournaments.access.filters import StrictFilterBackend, require_known
from tournaments.access.negotiation import AsAsked
from tournaments.access.paging import KeysetPagination
from tournaments.access.permissions import PublicRead
from tournaments.access.query import needed, one_of, parameter, whole, wrong
from tournaments.access.streaming import streamed

JSON_LINES = "application/jsonl; charset=utf-8"
FORMS = {"csv": (exports.as_csv, csv.CONTENT_TYPE), "jsonl": (exports.as_json_lines, JSON_LINES)}
A_BOT = "the id of a bot"


@extend_schema_view(
    list=extend_schema(summary="List pools"),
    retrieve=extend_schema(summary="Show a pool"),
)
class PoolViewSet(ReadOnlyModelViewSet[Any]):
    """What is rated together: an engine with its options, a version of its rules, a number of seats."""

    queryset = Pool.objects.all()
    serializer_class = PoolSerializer
    permission_classes = [PublicRead(Scope.READ)]
    pagination_class = KeysetPagination
    filter_backends = [StrictFilterBackend]
    filterset_class = PoolFilter
    lookup_value_regex = "[0-9]+"

    unique = leaderboard.UNIQUE

    @property
    def keyset(self) -> tuple[str, ...]:
        return {"leaderboard": leaderboard.ORDER, "events": ("-number", "id")}.get(self.action or "", ("id",))

    def get_queryset(self) -> QuerySet[Pool]:
        pools = Pool.objects.select_related("build")
        return with_condition(pools) if self.action in ("list", "retrieve") else pools

    def get_object(self) -> Pool:
        """The pool of this address; the filters are those of lists."""
        pool: Pool = get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])
        return pool

    @extend_schema(summary="Show a pool's leaderboard", responses=PlaceSerializer(many=True))
    @action(detail=True, filterset_class=OwnerFilter)
    def leaderboard(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Best score first; score = mu - 3 sigma. Equal scores share a rank: 1, 2, 2, 4.

        `?owner=` shows the bots of one owner alone, with their ranks among all.
        """
        pool = self.get_object()
        page = self.paginate_queryset(self.filter_queryset(leaderboard.ratings_of(pool)))
        places = leaderboard.places(pool, page or (), consecutive="owner" not in request.query_params)
        return self.get_paginated_response(PlaceSerializer(places, many=True).data)

    @extend_schema(
        summary="Export a pool's leaderboard",
        parameters=[parameter("as", "The form of the file.", among=FORMS)],
        responses={(200, "text/csv"): OpenApiTypes.STR, (200, "application/jsonl"): OpenApiTypes.STR},
        filters=False,
    )
    @action(detail=True, pagination_class=None, filterset_class=None, content_negotiation_class=AsAsked)
    def export(self, request: Request, *args: Any, **kwargs: Any) -> StreamingHttpResponse:
        """The whole leaderboard as a file, however long: CSV, or JSON lines, each a line of the leaderboard.

        It is sent while it is made; a rating that moves meanwhile may be in it twice or not at all.
        """
        require_known(request, ["as"])
        form = one_of("as", needed(request, "as", f"one of {', '.join(FORMS)}"), FORMS)
        pool = self.get_object()
        write, content_type = FORMS[form]
        return streamed(request, write(pool), content_type=content_type, name=f"leaderboard-{pool.pk}.{form}")

    @extend_schema(
        summary="List the events of a pool's ledger", responses=LedgerEventSerializer(many=True), filters=False
    )
    @action(detail=True, filterset_class=None)
    def events(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """What bears on its ratings besides boards, newest first: constants, who came in, voided matches and so on."""
        page: Any = self.paginate_queryset(self.filter_queryset(self.get_object().events.all()))
        return self.get_paginated_response(LedgerEventSerializer(page, many=True).data)

    @extend_schema(
        summary="Show two bots of a pool head to head",
        parameters=[parameter("bot", "Id of the first bot."), parameter("other", "Id of the second bot.")],
        responses=HeadToHeadSerializer,
        filters=False,
    )
    @action(detail=True, url_path="head-to-head", pagination_class=None, filterset_class=None)
    def head_to_head(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Their boards against each other, over all versions and by pair of versions, and a forecast of the next."""
        require_known(request, ["bot", "other"])
        bot, other = (whole(name, needed(request, name, A_BOT)) for name in ("bot", "other"))
        if bot == other:
            raise wrong("other", f"other: {other} is the same bot; give another one")
        pool = self.get_object()
        found = head_to_head(pool, bot, other)
        if found is None:
            missing = "bot" if leaderboard.place_of(pool, bot) is None else "other"
            raise not_rated(pool, bot if missing == "bot" else other, parameter=missing)
        return Response(HeadToHeadSerializer(found).data)


def register(router: BaseRouter) -> None:
    """Put the views of this app on the router."""
    # Of two of one name the root names the last.
    router.register("pools", PoolVerbs, basename="pool-verb")
    router.register("pools", PoolViewSet, basename="pool")
    router.register("pools/(?P<pool_id>[0-9]+)/bots", PoolBotViewSet, basename="pool-bot")
