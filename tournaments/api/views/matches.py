"""The rounds of a tournament, `/api/v1/matches/`, and the games of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Count, Prefetch, Q, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors, transcripts
from tournaments.access.actors import Scope, actor_of
from tournaments.access.errors import Missing
from tournaments.access.permissions import PublicRead
from tournaments.api.examples import (
    AS_PLAYED,
    CONFLICT,
    CORRECTION,
    FORFEIT,
    GAME,
    MATCH_ID,
    NUMBER,
    REHEARSAL,
    TIE,
    TOURNAMENT_ID,
    UNRATE,
    WIN,
)
from tournaments.api.filters import MatchFilter
from tournaments.api.rehearsals import AskOrRehearse, or_rehearsal, rehearsed
from tournaments.api.resources import Resource, Row
from tournaments.api.serializers.matches import (
    AskCorrectSerializer,
    AskRateSerializer,
    AskRuleSerializer,
    AskUnrateSerializer,
    FullRoundSerializer,
    GameSerializer,
    MatchSerializer,
    RoundSerializer,
    TranscriptSerializer,
)
from tournaments.events import rulings
from tournaments.models import Bye, Game, Match, Round, Seat
from tournaments.rated import with_rows

SEATS = Prefetch("seats", Seat.objects.select_related("entry__bot__owner", "entry__version").order_by("seat"))
MATCHES = with_rows(Match.objects.select_related("round__tournament")).prefetch_related(SEATS)
# A transcript of a closed round never changes; but who may not see it must not get it from a cache.
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
KEPT_BY_NOBODY = {"Cache-Control": "private, no-store"}


@extend_schema_view(
    list=extend_schema(summary="List the rounds of a tournament", parameters=[TOURNAMENT_ID]),
    retrieve=extend_schema(
        summary="Show a round with its matches and byes",
        parameters=[TOURNAMENT_ID, NUMBER],
        responses=FullRoundSerializer,
    ),
)
class RoundViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource[Round]):
    """The turns of a tournament."""

    serializer_class = RoundSerializer
    permission_classes = [PublicRead(Scope.READ)]
    keyset = ("number", "id")
    thing = "round"
    lookup_field = "number"
    number_field: ClassVar[str] = "number"
    queryset = Round.objects.select_related("tournament").annotate(
        tables=Count("matches"), finished=Count("matches", filter=~Q(matches__state__in=Match.UNFINISHED))
    )

    def get_queryset(self) -> QuerySet[Round]:
        rows = super().get_queryset().filter(tournament=self.parent(self.viewer().tournaments(), "tournament"))
        if self.action == "retrieve":
            byes = Prefetch("byes", Bye.objects.select_related("entry__bot"))
            return rows.prefetch_related(Prefetch("matches", MATCHES.order_by("table")), byes)
        return rows

    def get_serializer_class(self) -> type[RoundSerializer]:
        return FullRoundSerializer if self.action == "retrieve" else RoundSerializer

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "viewer": self.viewer()}


@extend_schema_view(list=extend_schema(summary="List matches"), retrieve=extend_schema(summary="Show a match"))
class MatchViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource[Match]):
    """Meetings at a table of a round."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer
    permission_classes = [PublicRead(Scope.ORGANISE)]
    filterset_class = MatchFilter
    keyset = ("id",)
    thing = "match"

    def get_queryset(self) -> QuerySet[Match]:
        matches = self.viewer().matches().select_related("round__tournament")
        return with_rows(matches).prefetch_related(SEATS)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "viewer": self.viewer()}

    @extend_schema(operation_id="matches_requeue", summary="Have a void match played again", request=None)
    @action(detail=True, methods=["post"])
    def requeue(self, request: Request, pk: str) -> Response:
        """While its round is not closed. The attempts lost so far are forgiven."""
        rulings.requeue(actor=actor_of(request), match_id=self.number())
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        operation_id="matches_rule",
        summary="Rule how a void match ended",
        request=AskRuleSerializer,
        examples=[TIE, WIN, FORFEIT],
    )
    @action(detail=True, methods=["post"])
    def rule(self, request: Request, pk: str) -> Response:
        """While its round is not closed. It counts in the standings and is not rated."""
        asked = AskRuleSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        rulings.rule(actor=actor_of(request), match_id=self.number(), **asked.validated_data)
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        operation_id="matches_correct",
        summary="Correct what a match counts as",
        request=AskCorrectSerializer,
        responses=or_rehearsal(MatchSerializer, "Match"),
        examples=[CORRECTION, AS_PLAYED],
    )
    @action(detail=True, methods=["post"])
    def correct(self, request: Request, pk: str) -> Response:
        """Of a match that is over, in any round: standings and pairings to come follow, pairings stay.

        Its boards are taken out of the ratings, or, as played, count again; the ratings follow within seconds.
        """
        return self._decided(rulings.correct, AskCorrectSerializer)

    @extend_schema(
        operation_id="matches_unrate",
        summary="Take a match out of the ratings",
        request=AskUnrateSerializer,
        responses=or_rehearsal(MatchSerializer, "Match"),
        examples=[UNRATE],
    )
    @action(detail=True, methods=["post"])
    def unrate(self, request: Request, pk: str) -> Response:
        """Of a closed round. Standings stay; the ratings, of what came after it too, follow within seconds."""
        return self._decided(rulings.unrate, AskUnrateSerializer)

    @extend_schema(
        operation_id="matches_rate",
        summary="Let a match count for ratings again",
        request=AskRateSerializer,
        responses=or_rehearsal(MatchSerializer, "Match"),
        examples=[REHEARSAL],
    )
    @action(detail=True, methods=["post"])
    def rate(self, request: Request, pk: str) -> Response:
        """Takes `unrate` back. What else keeps the match from being rated does so still: see `rated`."""
        return self._decided(rulings.rate, AskRateSerializer)

    def _decided(self, verb: Callable[..., Match], serializer: type[AskOrRehearse]) -> Response:
        """Do a verb, or, as a dry run, answer what it would do to the ratings."""
        asked = serializer(data=self.request.data)
        asked.is_valid(raise_exception=True)
        values = dict(asked.validated_data)
        given = {"actor": actor_of(self.request), "match_id": self.number()}
        if values.pop("dry_run"):
            return rehearsed(verb, **given, **values)
        verb(**given, **values)
        return Response(self.get_serializer(self.get_object()).data)


class GameResource(Resource[Row]):
    """Games, which their addresses name by board and rotation."""

    keyset = ("board", "rotation", "id")
    thing = "game"
    lookup_url_kwarg = "game"
    lookup_value_regex = r"[0-9]{1,5}\.[0-9]{1,5}"

    def place(self) -> tuple[int, int]:
        """Board and rotation in the address."""
        board, rotation = self.kwargs["game"].split(".")
        return int(board), int(rotation)


@extend_schema_view(
    list=extend_schema(summary="List the games of a match", parameters=[MATCH_ID]),
    retrieve=extend_schema(summary="Show a game", parameters=[MATCH_ID, GAME]),
)
class GameViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, GameResource[Game]):
    """What was played in a match; seen when it is finished, or its round closed, and its results are not hidden."""

    queryset = Game.objects.none()
    serializer_class = GameSerializer
    permission_classes = [PublicRead(Scope.READ)]

    def get_queryset(self) -> QuerySet[Game]:
        match = self.match()
        if not self.viewer().sees_results(match.round.tournament):
            return Game.objects.none()
        return selectors.visible_games().filter(match=match).defer("transcript")

    def get_object(self) -> Game:
        board, rotation = self.place()
        game = self.get_queryset().filter(board=board, rotation=rotation).first()
        if game is None:
            raise Missing(f"there is no game {board}.{rotation}{self.whose()} to be seen")
        return game

    @extend_schema(
        operation_id="matches_games_transcript",
        summary="Show the transcript of a game",
        parameters=[MATCH_ID, GAME],
        responses={200: TranscriptSerializer, **CONFLICT},
    )
    @action(detail=True)
    def transcript(self, request: Request, **_: Any) -> Response:
        """What replays the game exactly. Nobody sees it, staff included, before the round is closed (409).

        Where results are hidden, only organiser and staff see it before they are released (409).
        """
        match = self.match()
        event = match.round.tournament
        board, rotation = self.place()
        insider = self.viewer().organises(event)
        game = transcripts.recorded(match, board=board, rotation=rotation, insider=insider)
        seated = list(match.seats.select_related("entry__bot__owner", "entry__version").order_by("seat"))
        shown = TranscriptSerializer(transcripts.recording(match, game, seats=len(seated)), context={"seated": seated})
        for_everyone = selectors.is_public(event) and not event.is_concealed
        return Response(shown.data, headers=FOR_EVER if for_everyone else KEPT_BY_NOBODY)

    def match(self) -> Match:
        """The match in the address. Raises Missing."""
        return self.parent(self.viewer().matches().select_related("round__tournament"), "match")
