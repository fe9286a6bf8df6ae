"""`/api/v1/trials/`: qualifications and challenges, for those whose bots play there."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors, transcripts
from tournaments.access.actors import Scope, actor_of
from tournaments.access.idempotency import idempotent
from tournaments.access.permissions import scoped
from tournaments.api.examples import CHALLENGE, CONFLICT, GAME, MISSING, TRIAL_ID
from tournaments.api.filters import TrialFilter
from tournaments.api.resources import Resource, made
from tournaments.api.serializers.trials import (
    FullTrialSerializer,
    NewChallengeSerializer,
    TrialSerializer,
    TrialTranscriptSerializer,
)
from tournaments.api.views.matches import KEPT_BY_NOBODY, GameResource
from tournaments.bots import challenges
from tournaments.models import Trial, TrialGame, TrialSeat

SEATS = Prefetch("seats", TrialSeat.objects.select_related("version__bot__owner").order_by("seat"))


def trials(request: Request) -> QuerySet[Trial]:
    """The trials that who asks may know of, staff like everyone."""
    return selectors.visible_trials(actor_of(request).user.pk)


@extend_schema_view(
    list=extend_schema(summary="List your trials"),
    retrieve=extend_schema(summary="Show a trial with its games", responses=FullTrialSerializer),
)
class TrialViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource[Trial]):
    """Matches outside events, unrated: seen by who asked for them and by the owners of the bots that play."""

    queryset = Trial.objects.none()
    serializer_class = TrialSerializer
    permission_classes = [scoped(read=Scope.READ, write=Scope.BOTS)]
    filterset_class = TrialFilter
    keyset = ("-id",)
    thing = "trial"

    def get_queryset(self) -> QuerySet[Trial]:
        return trials(self.request).select_related("asked_by").prefetch_related(SEATS)

    def get_serializer_class(self) -> type[TrialSerializer]:
        return FullTrialSerializer if self.action == "retrieve" else TrialSerializer

    @extend_schema(
        summary="Challenge other bots",
        request=NewChallengeSerializer,
        responses={201: TrialSerializer, **MISSING, **CONFLICT},
        examples=[CHALLENGE],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Let a version of your bot play others, unrated. There is a quota for 24 hours, and one at once (409)."""
        asked = NewChallengeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        trial = challenges.challenge(actor=actor_of(request), **asked.validated_data)
        return made(TrialSerializer(self.get_queryset().get(pk=trial.pk)).data, request, str(trial.pk))


class TrialGameViewSet(GameResource[TrialGame]):
    """What was played in a trial."""

    queryset = TrialGame.objects.none()
    permission_classes = [scoped(read=Scope.READ, write=Scope.BOTS)]

    @extend_schema(
        operation_id="trials_games_transcript",
        summary="Show the transcript of a game of a trial",
        parameters=[TRIAL_ID, GAME],
        responses={200: TrialTranscriptSerializer, **CONFLICT},
    )
    @action(detail=True)
    def transcript(self, request: Request, **_: Any) -> Response:
        """What replays the game exactly. Nobody sees it before the trial is over (409)."""
        trial = self.parent(trials(request), "trial")
        board, rotation = self.place()
        game = transcripts.trial_recorded(trial, board=board, rotation=rotation)
        seated = list(trial.seats.select_related("version__bot__owner").order_by("seat"))
        shown = TrialTranscriptSerializer(transcripts.trial_recording(trial, game), context={"seated": seated})
        return Response(shown.data, headers=KEPT_BY_NOBODY)
