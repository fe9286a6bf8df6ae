"""`/api/v1/bots/` and the versions of a bot."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.actors import Scope, actor_of
from tournaments.access.idempotency import idempotent
from tournaments.access.permissions import PublicRead
from tournaments.api.examples import ACTIVATE, BOT, BOT_ID, NUMBER, VERSION
from tournaments.api.filters import BotFilter
from tournaments.api.resources import Resource, made
from tournaments.api.serializers.bots import (
    AskActivateSerializer,
    BotSerializer,
    NewBotSerializer,
    NewVersionSerializer,
    VersionSerializer,
)
from tournaments.api.views.diary import OwnersView
from tournaments.bots import registering
from tournaments.models import Bot, BotVersion


@extend_schema_view(list=extend_schema(summary="List bots"), retrieve=extend_schema(summary="Show a bot"))
class BotViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource[Bot]):
    """Contestants: each of one owner, for one engine."""

    queryset = Bot.objects.select_related("owner", "active")
    serializer_class = BotSerializer
    permission_classes = [PublicRead(Scope.BOTS)]
    filterset_class = BotFilter
    keyset = ("id",)
    thing = "bot"

    @extend_schema(summary="Register a bot", request=NewBotSerializer, responses={201: BotSerializer}, examples=[BOT])
    @idempotent
    def create(self, request: Request) -> Response:
        """A bot without a version yet."""
        asked = NewBotSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        bot = registering.create_bot(actor=actor_of(request), **asked.validated_data)
        return made(BotSerializer(bot).data, request, str(bot.pk))

    @extend_schema(
        operation_id="bots_activate",
        summary="Activate a version",
        request=AskActivateSerializer,
        responses=BotSerializer,
        examples=[ACTIVATE],
    )
    @action(detail=True, methods=["post"])
    def activate(self, request: Request, pk: str) -> Response:
        """Make a version the one that enters tournaments. Entries that stand keep theirs."""
        asked = AskActivateSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        registering.activate(actor=actor_of(request), bot_id=self.number(), number=asked.validated_data["version"])
        return Response(BotSerializer(self.get_object()).data)


@extend_schema_view(
    list=extend_schema(summary="List the versions of a bot", parameters=[BOT_ID]),
    retrieve=extend_schema(summary="Show a version of a bot", parameters=[BOT_ID, NUMBER]),
)
class VersionViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OwnersView):
    """What a bot plays: numbered, and never changed."""

    queryset = BotVersion.objects.select_related("bot")
    serializer_class = VersionSerializer
    permission_classes = [PublicRead(Scope.BOTS)]
    keyset = ("number", "id")
    thing = "version"
    lookup_field = "number"
    number_field: ClassVar[str] = "number"

    def get_queryset(self) -> QuerySet[BotVersion]:
        return super().get_queryset().filter(bot=self.parent(Bot.objects.all(), "bot"))

    @extend_schema(
        summary="Add a version",
        parameters=[BOT_ID],
        request=NewVersionSerializer,
        responses={201: VersionSerializer},
        examples=[VERSION],
    )
    @idempotent
    def create(self, request: Request, **_: Any) -> Response:
        """The bot's next version. The first becomes the active one."""
        asked = NewVersionSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        version = registering.add_version(actor=actor_of(request), bot_id=self.number("bot_id"), **asked.validated_data)
        # The first version has become the active one, which the bot of this row may not know yet.
        shown = BotVersion.objects.select_related("bot").get(pk=version.pk)
        return made(VersionSerializer(shown).data, request, str(version.number))
