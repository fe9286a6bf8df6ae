"""The lists that an organiser keeps of an event: who is invited, and who is not to meet."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.actors import actor_of
from tournaments.access.errors import NotAllowed
from tournaments.api.examples import GUESTS, PAIR, TOURNAMENT_ID
from tournaments.api.resources import Resource, Row
from tournaments.api.serializers.entries import (
    AskAccountsSerializer,
    AskPairSerializer,
    BarredSerializer,
    InvitationSerializer,
    InvitedSerializer,
)
from tournaments.api.serializers.tournaments import TournamentSerializer, presented
from tournaments.events import admission, barring
from tournaments.models import Barred, Invitation, Tournament


class OrganiserVerbs(Resource[Tournament]):
    """What is done to these lists. For the organiser and staff."""

    @extend_schema(
        operation_id="tournaments_invite",
        summary="Invite accounts",
        request=AskAccountsSerializer,
        responses=InvitedSerializer,
        examples=[GUESTS],
    )
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, pk: str) -> Response:
        """They may see a private event, and enter one that is not public. Answers with all who are invited now."""
        return self._invited(admission.invite)

    @extend_schema(
        operation_id="tournaments_uninvite",
        summary="Take invitations back",
        request=AskAccountsSerializer,
        responses=InvitedSerializer,
        examples=[GUESTS],
    )
    @action(detail=True, methods=["post"])
    def uninvite(self, request: Request, pk: str) -> Response:
        """Entries that are in stay, and their owners see the event. Answers with all who are invited now."""
        return self._invited(admission.uninvite)

    @extend_schema(
        operation_id="tournaments_bar",
        summary="Keep two bots apart",
        request=AskPairSerializer,
        responses=TournamentSerializer,
        examples=[PAIR],
    )
    @action(detail=True, methods=["post"])
    def bar(self, request: Request, pk: str) -> Response:
        """From the next pairing on they do not meet, as long as there is any complete pairing without."""
        return self._paired(barring.bar)

    @extend_schema(
        operation_id="tournaments_unbar",
        summary="Let two bots meet again",
        request=AskPairSerializer,
        responses=TournamentSerializer,
        examples=[PAIR],
    )
    @action(detail=True, methods=["post"])
    def unbar(self, request: Request, pk: str) -> Response:
        """From the next pairing on."""
        return self._paired(barring.unbar)

    def _invited(self, verb: Callable[..., list[str]]) -> Response:
        asked = AskAccountsSerializer(data=self.request.data)
        asked.is_valid(raise_exception=True)
        names = verb(actor=actor_of(self.request), tournament_id=self.number(), **asked.validated_data)
        return Response(InvitedSerializer({"usernames": names}).data)

    def _paired(self, verb: Callable[..., Tournament]) -> Response:
        asked = AskPairSerializer(data=self.request.data)
        asked.is_valid(raise_exception=True)
        first, second = asked.validated_data["bots"]
        tournament = verb(actor=actor_of(self.request), tournament_id=self.number(), bot_ids=(first, second))
        return Response(presented([tournament], self.viewer())[0])


class OrganiserList(mixins.ListModelMixin, Resource[Row]):
    """A list of a tournament's that its organiser and staff see."""

    permission_classes = [IsAuthenticated]
    keyset = ("id",)

    def get_queryset(self) -> QuerySet[Row]:
        viewer = self.viewer()
        tournament = self.parent(viewer.tournaments(), "tournament")
        if not viewer.organises(tournament):
            raise NotAllowed(
                f"this list of tournament {tournament.pk} is for its organiser and staff, with the scope `read` or "
                "`organise`"
            )
        return super().get_queryset().filter(tournament=tournament)


@extend_schema_view(list=extend_schema(summary="List who is invited to a tournament", parameters=[TOURNAMENT_ID]))
class InvitationViewSet(OrganiserList[Invitation]):
    """The accounts that are invited, in the order in which they were. For the organiser and staff."""

    queryset = Invitation.objects.select_related("user")
    serializer_class = InvitationSerializer
    thing = "invitation"


@extend_schema_view(list=extend_schema(summary="List the pairs that are kept apart", parameters=[TOURNAMENT_ID]))
class BarredViewSet(OrganiserList[Barred]):
    """The pairs of bots that are not to meet. For the organiser and staff."""

    queryset = Barred.objects.select_related("first__bot", "second__bot")
    serializer_class = BarredSerializer
    thing = "pair"
