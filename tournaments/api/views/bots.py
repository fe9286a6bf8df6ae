"""`/api/v1/bots/` and the versions of a bot."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.access.actors import Scope, actor_of
from tournaments.access.idempotency import idempotent
from tournaments.access.json_body import StrictJSONParser
from tournaments.access.multipart import FormParser, single
from tournaments.access.negotiation import AsAsked
from tournaments.access.permissions import HasScope, PublicRead
from tournaments.api.examples import ACTIVATE, BOT, BOT_ID, CONFLICT, NUMBER, PROGRAM, REMOTE, VERSION
from tournaments.api.filters import BotFilter, VersionFilter
from tournaments.api.resources import Resource, made, made_at
from tournaments.api.serializers.bots import (
    AskActivateSerializer,
    BotSerializer,
    NewBotSerializer,
    NewProgramSerializer,
    NewVersionSerializer,
    VersionSerializer,
)
from tournaments.api.serializers.trials import TrialSerializer
from tournaments.api.views.diary import OwnersView
from tournaments.bots import qualification, registering
from tournaments.models import Bot, BotVersion
from tournaments.programs.uploads import Upload


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
        responses={200: BotSerializer, **CONFLICT},
        examples=[ACTIVATE],
    )
    @action(detail=True, methods=["post"])
    def activate(self, request: Request, pk: str) -> Response:
        """Make a version the one that enters tournaments. Entries that stand keep theirs.

        It must be qualified, and not suspended (409).
        """
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

    parser_classes = [StrictJSONParser, FormParser]
    queryset = BotVersion.objects.select_related("bot")
    serializer_class = VersionSerializer
    permission_classes = [PublicRead(Scope.BOTS)]
    filterset_class = VersionFilter
    keyset = ("number", "id")
    thing = "version"
    lookup_field = "number"
    number_field: ClassVar[str] = "number"

    def get_queryset(self) -> QuerySet[BotVersion]:
        return super().get_queryset().filter(bot=self.parent(Bot.objects.all(), "bot"))

    @extend_schema(
        summary="Add a version",
        parameters=[BOT_ID],
        request={"application/json": NewVersionSerializer, "multipart/form-data": NewProgramSerializer},
        responses={
            201: VersionSerializer,
            200: OpenApiResponse(VersionSerializer, "This program is the bot's last version already."),
        },
        examples=[VERSION, REMOTE, PROGRAM],
    )
    @idempotent
    def create(self, request: Request, **_: Any) -> Response:
        """The bot's next version: a policy or a remote one as JSON, a program as a form with its file.

        A policy is qualified at once; the others wait until they have qualified. The first that is qualified becomes
        the active one.
        """
        if isinstance(request.data, MultiValueDict):
            form = NewProgramSerializer(data=single(request.data))
            form.is_valid(raise_exception=True)
            values = form.validated_data
            sent = values["program"]
            values["program"] = Upload(sent.read(), sent.name or "")
        else:
            asked = NewVersionSerializer(data=request.data)
            asked.is_valid(raise_exception=True)
            values = asked.validated_data
        version, is_new = registering.get_or_add_version(
            actor=actor_of(request), bot_id=self.number("bot_id"), **values
        )
        # The first version has become the active one, which the bot of this row may not know yet.
        shown = BotVersion.objects.select_related("bot").get(pk=version.pk)
        answer = made(VersionSerializer(shown).data, request, str(version.number))
        if not is_new:
            answer.status_code = status.HTTP_200_OK
        return answer

    @extend_schema(
        operation_id="bots_versions_program",
        summary="Download a program of yours",
        parameters=[BOT_ID, NUMBER],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    @action(
        detail=True,
        pagination_class=None,
        filterset_class=None,
        permission_classes=[HasScope(Scope.READ)],
        content_negotiation_class=AsAsked,
    )
    def program(self, request: Request, **_: Any) -> HttpResponse:
        """A zip of the version's files, for the bot's owner and nobody else, staff neither."""
        version: BotVersion = self.get_object()
        archive = registering.own_program(actor=actor_of(request), version=version)
        name = f"bot-{version.bot_id}-v{version.number}.zip"
        return HttpResponse(
            archive,
            content_type="application/zip",
            headers={
                "Content-Disposition": f'attachment; filename="{name}"',
                "Cache-Control": "private, no-store",
                "X-Content-Type-Options": "nosniff",
            },
        )

    @extend_schema(
        operation_id="bots_versions_qualify",
        summary="Ask for another qualification",
        parameters=[BOT_ID, NUMBER],
        request=None,
        responses={201: TrialSerializer, 200: TrialSerializer, **CONFLICT},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def qualify(self, request: Request, **_: Any) -> Response:
        """Of a version that failed or still waits. While one is not over, that is the answer (200).

        A remote bot must be there: who does not come within 30 s has failed.
        """
        numbers = {"bot_id": self.number("bot_id"), "number": self.number()}
        trial, new = qualification.ask(actor=actor_of(request), **numbers)
        data = TrialSerializer(trial).data
        if not new:
            return Response(data)
        return made_at(data, request.build_absolute_uri(reverse("trial-detail", args=[trial.pk])))
