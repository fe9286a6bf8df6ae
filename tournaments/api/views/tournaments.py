"""`/api/v1/tournaments/`: set up, run and read events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.access.actors import Scope, actor_of
from tournaments.access.idempotency import idempotent
from tournaments.access.permissions import PublicRead
from tournaments.api.examples import MORE_ROUNDS, TOURNAMENT
from tournaments.api.filters import TournamentFilter
from tournaments.api.resources import made, made_at
from tournaments.api.serializers.tournaments import (
    AskExtendSerializer,
    NewTournamentSerializer,
    TournamentSerializer,
    TournamentWithForecastSerializer,
    foretold,
    presented,
)
from tournaments.api.views.entries import EntryVerbs
from tournaments.api.views.organising import OrganiserVerbs
from tournaments.api.views.tables import Tables
from tournaments.events import lifecycle, setup
from tournaments.forecast import forecast
from tournaments.models import Tournament


class TournamentViewSet(EntryVerbs, OrganiserVerbs, Tables):
    """Events. A draft is seen by its organiser and staff alone, a private one by who is invited or entered too."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter
    keyset = ("-id",)
    thing = "tournament"
    queryset = Tournament.objects.none()
    permission_classes = [PublicRead(Scope.ORGANISE)]

    def get_queryset(self) -> QuerySet[Tournament]:
        return self.viewer().tournaments().select_related("organiser")

    @extend_schema(summary="List tournaments")
    def list(self, request: Request) -> Response:
        """Newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(presented(page, self.viewer()))

    @extend_schema(summary="Show a tournament", responses=TournamentWithForecastSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """With a forecast of how long what is left of it will take."""
        tournament: Tournament = self.get_object()
        shown = presented([tournament], self.viewer())[0]
        return Response({**shown, "forecast": foretold(forecast(tournament))})

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
        return made(presented([tournament], self.viewer())[0], request, str(tournament.pk))

    @extend_schema(summary="Edit a tournament", request=NewTournamentSerializer, examples=[TOURNAMENT])
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change what is given: anything of a draft, and what has had no effect yet of a tournament that is open.

        Options, where given, replace all that were given before.
        """
        asked = NewTournamentSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        tournament = setup.edit(actor=actor_of(request), tournament_id=self.number(), values=asked.validated_data)
        return Response(presented([tournament], self.viewer())[0])

    @extend_schema(operation_id="tournaments_open", summary="Open a draft for entries", request=None)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str) -> Response:
        """From here on it is seen by all whom its admission admits, and so is the commitment to its secret."""
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
        operation_id="tournaments_extend",
        summary="Change how many rounds there are",
        request=AskExtendSerializer,
        responses=TournamentSerializer,
        examples=[MORE_ROUNDS],
    )
    @action(detail=True, methods=["post"])
    def extend(self, request: Request, pk: str) -> Response:
        """In all, of a tournament under way: more than were planned, or fewer. Not where the entries determine them."""
        asked = AskExtendSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return self._moved(lifecycle.extend, planned=asked.validated_data["rounds"])

    @extend_schema(operation_id="tournaments_release", summary="Release hidden results", request=None)
    @action(detail=True, methods=["post"])
    def release(self, request: Request, pk: str) -> Response:
        """Everyone who may see the tournament sees its results from here on, and they are rated."""
        return self._moved(lifecycle.release)

    @extend_schema(
        operation_id="tournaments_clone",
        summary="Make a draft of the same settings",
        request=None,
        responses={201: TournamentSerializer},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def clone(self, request: Request, pk: str) -> Response:
        """Every setting but the times, and the invitations; no entries, and another secret."""
        tournament = setup.clone(actor=actor_of(request), tournament_id=self.number())
        address = request.build_absolute_uri(reverse("tournament-detail", args=[tournament.pk]))
        return made_at(presented([tournament], self.viewer())[0], address)

    def _moved(self, verb: Callable[..., Tournament], **values: Any) -> Response:
        tournament = verb(actor=actor_of(self.request), tournament_id=self.number(), **values)
        return Response(presented([tournament], self.viewer())[0])
