"""`/api/v1/tournaments/`: set up, run and read events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import history, overview, selectors
from tournaments.access.actors import Scope, actor_of
from tournaments.access.filters import require_known
from tournaments.access.idempotency import idempotent
from tournaments.access.permissions import HasScope, PublicRead
from tournaments.api.examples import ENTRANT, TOURNAMENT, TOURNAMENT_ID
from tournaments.api.filters import TournamentFilter
from tournaments.api.resources import Resource, made
from tournaments.api.serializers.standings import StandingsSerializer
from tournaments.api.serializers.tournaments import (
    AskBotSerializer,
    EntrySerializer,
    NewTournamentSerializer,
    TournamentSerializer,
)
from tournaments.events import entries, lifecycle, setup
from tournaments.models import Entry, Tournament


class TournamentViewSet(Resource[Tournament]):
    """Events. A draft is seen by its organiser and staff alone."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter
    keyset = ("-id",)
    thing = "tournament"
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        return self.viewer().tournaments().select_related("organiser")

    def get_permissions(self) -> list[BasePermission]:
        if self.action == "enter":
            return [HasScope(Scope.BOTS)()]
        # An owner withdraws with the scope `bots`, an organiser with `organise`: the service knows who is which.
        if self.action == "withdraw":
            return [IsAuthenticated()]
        return [PublicRead(Scope.ORGANISE)()]

    @extend_schema(summary="List tournaments")
    def list(self, request: Request) -> Response:
        """Newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(presented(page))

    @extend_schema(summary="Show a tournament")
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(presented([self.get_object()])[0])

    @extend_schema(
        summary="Create a tournament",
        request=NewTournamentSerializer,
        responses={201: TournamentSerializer},
        examples=[TOURNAMENT],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """A draft: seen by its organiser and staff alone until it is opened."""
        asked = NewTournamentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        tournament = setup.create(actor=actor_of(request), values=asked.validated_data)
        return made(presented([tournament])[0], request, str(tournament.pk))

    @extend_schema(summary="Edit a draft", request=NewTournamentSerializer, examples=[TOURNAMENT])
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change what is given. Options, where given, replace all that were given before."""
        asked = NewTournamentSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        tournament = setup.edit(actor=actor_of(request), tournament_id=self.number(), values=asked.validated_data)
        return Response(presented([tournament])[0])

    @extend_schema(operation_id="tournaments_open", summary="Open a draft for entries", request=None)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str) -> Response:
        """From here on the tournament is public, and so is the commitment to its secret."""
        return self._moved(lifecycle.open_)

    @extend_schema(operation_id="tournaments_start", summary="Start an open tournament", request=None)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, pk: str) -> Response:
        """Pin the rules, seed the entries, pair the first round and have it played."""
        return self._moved(lifecycle.start)

    @extend_schema(operation_id="tournaments_pause", summary="Pause a running tournament", request=None)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, pk: str) -> Response:
        """Nothing new begins; games in progress end and are recorded."""
        return self._moved(lifecycle.pause)

    @extend_schema(operation_id="tournaments_resume", summary="Resume a paused tournament", request=None)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, pk: str) -> Response:
        """Unfinished matches are played on."""
        return self._moved(lifecycle.resume)

    @extend_schema(operation_id="tournaments_cancel", summary="Cancel a tournament", request=None)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Closed rounds stand; nothing more counts."""
        return self._moved(lifecycle.cancel)

    @extend_schema(
        operation_id="tournaments_enter",
        summary="Enter a bot",
        request=AskBotSerializer,
        responses=EntrySerializer,
        examples=[ENTRANT],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def enter(self, request: Request, pk: str) -> Response:
        """Pin the bot's active version. Entered again, the version active now is pinned instead."""
        return self._entry(entries.enter)

    @extend_schema(
        operation_id="tournaments_withdraw",
        summary="Withdraw a bot",
        request=AskBotSerializer,
        responses=EntrySerializer,
        examples=[ENTRANT],
    )
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: str) -> Response:
        """It is paired no more, and what it played counts. For its owner, the organiser and staff."""
        return self._entry(entries.withdraw)

    @extend_schema(
        operation_id="tournaments_disqualify",
        summary="Disqualify a bot",
        request=AskBotSerializer,
        responses=EntrySerializer,
        examples=[ENTRANT],
    )
    @action(detail=True, methods=["post"])
    def disqualify(self, request: Request, pk: str) -> Response:
        """As withdrawn, for good."""
        return self._entry(entries.disqualify)

    @extend_schema(
        operation_id="tournaments_standings", summary="Show the standings", responses=StandingsSerializer, filters=False
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, pk: str) -> Response:
        """The table after the last closed round, best first; empty before the start."""
        require_known(request)
        tournament = self.get_object()
        last = history.last_closed(tournament)
        table = {"next": None, "round": last, "results": overview.standings(tournament, last=last)}
        return Response(StandingsSerializer(table).data)

    def _moved(self, verb: Callable[..., Tournament]) -> Response:
        tournament = verb(actor=actor_of(self.request), tournament_id=self.number())
        return Response(presented([tournament])[0])

    def _entry(self, verb: Callable[..., Entry]) -> Response:
        asked = AskBotSerializer(data=self.request.data)
        asked.is_valid(raise_exception=True)
        entry = verb(actor=actor_of(self.request), tournament_id=self.number(), bot_id=asked.validated_data["bot"])
        return Response(EntrySerializer(entry).data)


@extend_schema_view(list=extend_schema(summary="List the entries of a tournament", parameters=[TOURNAMENT_ID]))
class EntryViewSet(mixins.ListModelMixin, Resource[Entry]):
    """The bot versions in a tournament."""

    queryset = Entry.objects.select_related("bot__owner", "version")
    serializer_class = EntrySerializer
    permission_classes = [PublicRead(Scope.READ)]
    keyset = ("id",)
    thing = "entry"

    def get_queryset(self) -> QuerySet[Entry]:
        return super().get_queryset().filter(tournament=self.parent(self.viewer().tournaments(), "tournament"))


def presented(tournaments: Sequence[Tournament]) -> Any:
    """The tournaments as JSON, with their progress."""
    return TournamentSerializer(tournaments, many=True, context={"progress": selectors.progress_of(tournaments)}).data
