"""Pools and their leaderboards over the API: read by anyone, written by nobody."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter
from rest_framework.viewsets import ReadOnlyModelViewSet

from ratings.api.filters import PoolFilter
from ratings.api.serializers import PlaceSerializer, PoolSerializer
from ratings.api.verbs import PoolVerbs
from ratings.leaderboard import ORDER, UNIQUE, places, ratings_of
from ratings.models import Pool
from tournaments.access.actors import Scope
from tournaments.access.filters import StrictFilterBackend
from tournaments.access.paging import KeysetPagination
from tournaments.access.permissions import PublicRead


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

    unique = UNIQUE

    @property
    def keyset(self) -> tuple[str, ...]:
        return ORDER if self.action == "leaderboard" else ("id",)

    def get_object(self) -> Pool:
        """The pool of this address; the filters are those of lists."""
        pool: Pool = get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])
        return pool

    @extend_schema(summary="Show a pool's leaderboard", responses=PlaceSerializer(many=True), filters=False)
    @action(detail=True, filterset_class=None)
    def leaderboard(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Best score first; score = mu - 3 sigma. Equal scores share a rank: 1, 2, 2, 4."""
        page = self.paginate_queryset(self.filter_queryset(ratings_of(self.get_object().pk)))
        return self.get_paginated_response(PlaceSerializer(places(page or ()), many=True).data)


def register(router: BaseRouter) -> None:
    """Put the views of this app on the router."""
    router.register("pools", PoolViewSet, basename="pool")
    router.register("pools", PoolVerbs, basename="pool-verb")
