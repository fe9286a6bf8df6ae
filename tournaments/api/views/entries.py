"""The entries of a tournament, and what owners and organisers do to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.actors import Scope, actor_of
from tournaments.access.fields import Ask
from tournaments.access.idempotency import idempotent
from tournaments.access.permissions import HasScope, PublicRead
from tournaments.api.examples import ANNUL, ENTRANT, REST, TOURNAMENT_ID
from tournaments.api.rehearsals import or_rehearsal, rehearsed
from tournaments.api.resources import Resource
from tournaments.api.serializers.entries import (
    AskBotSerializer,
    AskByeSerializer,
    AskDisqualifySerializer,
    EntrySerializer,
)
from tournaments.api.viewer import Viewer
from tournaments.events import byes, entries
from tournaments.models import Entry, Tournament

# An owner acts with the scope `bots`, an organiser with `organise`: the service knows who is which.
EITHER = [IsAuthenticated]


class EntryVerbs(Resource[Tournament]):
    """What is done to an entry; each answers with the entry."""

    @extend_schema(
        operation_id="tournaments_enter",
        summary="Enter a bot",
        request=AskBotSerializer,
        responses=EntrySerializer,
        examples=[ENTRANT],
    )
    @action(detail=True, methods=["post"], permission_classes=[HasScope(Scope.BOTS)])
    @idempotent
    def enter(self, request: Request, pk: str) -> Response:
        """Pin the bot's active version. Entered again before the start, the version active now is pinned instead.

        After the start a new bot enters late, where the event takes late entries, and one that withdrew comes back.
        """
        return self._entry(entries.enter, AskBotSerializer)

    @extend_schema(
        operation_id="tournaments_check_in",
        summary="Check a bot in",
        request=AskBotSerializer,
        responses=EntrySerializer,
        examples=[ENTRANT],
    )
    @action(detail=True, methods=["post"], permission_classes=EITHER)
    def check_in(self, request: Request, pk: str) -> Response:
        """Say that it will be there, in the minutes before the start; the organiser and staff may while it is open."""
        return self._entry(entries.check_in, AskBotSerializer)

    @extend_schema(
        operation_id="tournaments_request_bye",
        summary="Let a bot rest in a round",
        request=AskByeSerializer,
        responses=EntrySerializer,
        examples=[REST],
    )
    @action(detail=True, methods=["post"], permission_classes=EITHER)
    def request_bye(self, request: Request, pk: str) -> Response:
        """It is not paired in that round, and gets the points of a tie. For its owner, the organiser and staff."""
        return self._entry(byes.request_bye, AskByeSerializer)

    @extend_schema(
        operation_id="tournaments_cancel_bye",
        summary="Let a bot play in a round that it was to rest in",
        request=AskByeSerializer,
        responses=EntrySerializer,
        examples=[REST],
    )
    @action(detail=True, methods=["post"], permission_classes=EITHER)
    def cancel_bye(self, request: Request, pk: str) -> Response:
        """Until that round is paired. For its owner, the organiser and staff."""
        return self._entry(byes.cancel_bye, AskByeSerializer)

    @extend_schema(
        operation_id="tournaments_withdraw",
        summary="Withdraw a bot",
        request=AskBotSerializer,
        responses=EntrySerializer,
        examples=[ENTRANT],
    )
    @action(detail=True, methods=["post"], permission_classes=EITHER)
    def withdraw(self, request: Request, pk: str) -> Response:
        """It is paired no more, and what it played counts. For its owner, the organiser and staff."""
        return self._entry(entries.withdraw, AskBotSerializer)

    @extend_schema(
        operation_id="tournaments_disqualify",
        summary="Disqualify a bot",
        request=AskDisqualifySerializer,
        responses=or_rehearsal(EntrySerializer, "Entry"),
        examples=[ANNUL],
    )
    @action(detail=True, methods=["post"])
    def disqualify(self, request: Request, pk: str) -> Response:
        """As withdrawn, for good. Said again, only whether its results count may change.

        Where they do not, the boards of its tables are taken out of the ratings, which follow within seconds.
        """
        return self._entry(entries.disqualify, AskDisqualifySerializer)

    def _entry(self, verb: Callable[..., Entry], serializer: type[Ask]) -> Response:
        asked = serializer(data=self.request.data)
        asked.is_valid(raise_exception=True)
        values = dict(asked.validated_data)
        values["bot_id"] = values.pop("bot")
        if "round" in values:
            values["number"] = values.pop("round")
        actor = actor_of(self.request)
        if values.pop("dry_run", False):
            return rehearsed(verb, actor=actor, tournament_id=self.number(), **values)
        entry = verb(actor=actor, tournament_id=self.number(), **values)
        # Who could do this sees all of the entry, with the scope `bots` alone too.
        return Response(EntrySerializer(entry, context={"viewer": Viewer(actor)}).data)


@extend_schema_view(list=extend_schema(summary="List the entries of a tournament", parameters=[TOURNAMENT_ID]))
class EntryViewSet(mixins.ListModelMixin, Resource[Entry]):
    """The bot versions in a tournament."""

    queryset = Entry.objects.select_related("bot__owner", "version", "tournament")
    serializer_class = EntrySerializer
    permission_classes = [PublicRead(Scope.READ)]
    keyset = ("id",)
    thing = "entry"

    def get_queryset(self) -> QuerySet[Entry]:
        viewer = self.viewer()
        rows = super().get_queryset().filter(tournament=self.parent(viewer.tournaments(), "tournament"))
        return rows if viewer.actor is None else rows.prefetch_related("bye_requests")

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "viewer": self.viewer()}
