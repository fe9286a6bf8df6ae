"""What a pool knows of one bot, over the API: its place, the history of its ratings, its opponents."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from ratings import history, leaderboard, meetings
from ratings.api.bot_serializers import HistorySerializer, OpponentSerializer
from ratings.api.serializers import PlaceSerializer
from ratings.models import Pool, Rating
from tournaments.access.actors import Scope
from tournaments.access.errors import FieldError, Missing
from tournaments.access.fields import MAX_ID
from tournaments.access.filters import PAGE_PARAMETERS, require_known
from tournaments.access.paging import KeysetPagination
from tournaments.access.permissions import PublicRead
from tournaments.access.query import in_path

IN_PATH = [in_path("pool_id", "Id of the pool."), in_path("bot_id", "Id of the bot.")]
PAGING = [
    OpenApiParameter(said["name"], said["schema"], OpenApiParameter.QUERY, description=said["description"])
    for said in KeysetPagination().get_schema_operation_parameters(None)
]


def not_rated(pool: Pool, bot_id: int | str, *, parameter: str | None = None) -> Missing:
    """The refusal of a bot that no board of the pool has rated."""
    message = f"bot {str(bot_id)[:40]} is not rated in pool {pool.pk}"
    if parameter is None:
        return Missing(message)
    message = f"{parameter}: {message}"
    return Missing(message, errors=[FieldError(parameter, message, "parameter")])


class PoolBotViewSet(GenericViewSet[Rating]):
    """A bot in a pool. A 404 until a board there has rated it."""

    queryset = Rating.objects.none()
    serializer_class = PlaceSerializer
    permission_classes = [PublicRead(Scope.READ)]
    pagination_class = None
    filter_backends: list[Any] = []
    lookup_field = "version__bot"
    lookup_url_kwarg = "bot_id"
    lookup_value_regex = "[0-9]+"

    @extend_schema(summary="Show a bot's place in a pool", parameters=IN_PATH, responses=PlaceSerializer)
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Its line of the leaderboard."""
        require_known(request)
        pool, bot = self._asked()
        place = leaderboard.place_of(pool, bot)
        if place is None:
            raise not_rated(pool, bot)
        return Response(PlaceSerializer(place).data)

    @extend_schema(
        operation_id="pools_bots_history",
        summary="Show the history of a bot's ratings in a pool",
        parameters=[*IN_PATH, *PAGING],
        responses=HistorySerializer,
    )
    @action(detail=True)
    def history(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """What was believed of its versions after each round, oldest first, with marks where versions came in."""
        require_known(request, PAGE_PARAMETERS)
        pool, bot = self._rated()
        pages = KeysetPagination()
        points = pages.page(
            lambda limit, after: history.history(pool, bot, limit=limit, after=after), history.KEYSET, request
        )
        after = -1 if pages.after is None else int(pages.after[0])  # type: ignore[arg-type]
        until = None if pages.is_last else points[-1].seq
        shown = {
            "next": pages.next,
            "results": points,
            "marks": history.marks(pool, bot, after=after, until=until),
        }
        return Response(HistorySerializer(shown).data)

    @extend_schema(
        operation_id="pools_bots_opponents",
        summary="List a bot's opponents in a pool",
        parameters=IN_PATH,
        responses=OpponentSerializer(many=True),
    )
    @action(detail=True, pagination_class=KeysetPagination)
    def opponents(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Whom it met, most boards first, and how it did against them."""
        require_known(request, PAGE_PARAMETERS)
        pool, bot = self._rated()
        pages = KeysetPagination()
        found = pages.page(
            lambda limit, after: meetings.opponents(pool, bot, limit=limit, after=after), meetings.KEYSET, request
        )
        return pages.get_paginated_response(OpponentSerializer(found, many=True).data)

    def _asked(self) -> tuple[Pool, int]:
        """The pool of this address and the id of the bot. Raises Missing for one that no row can have."""
        pool: Pool = get_object_or_404(Pool.objects.select_related("build"), pk=self.kwargs["pool_id"])
        digits = self.kwargs["bot_id"].lstrip("0")
        if len(digits) > len(str(MAX_ID)) or int(digits or "0") > MAX_ID:
            raise not_rated(pool, digits)
        return pool, int(digits or "0")

    def _rated(self) -> tuple[Pool, int]:
        """The same, of a bot that is rated there. Raises Missing."""
        pool, bot = self._asked()
        if not leaderboard.ratings_of_bots(pool, [bot]).exists():
            raise not_rated(pool, bot)
        return pool, bot
