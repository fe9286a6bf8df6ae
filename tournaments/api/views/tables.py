"""What is read of an event as a whole: standings and why they are so, crosstable, quality figures, files."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import overview, ranking, selectors
from tournaments.access.csv import CONTENT_TYPE as CSV
from tournaments.access.errors import Conflict, FieldError, Missing
from tournaments.access.filters import require_known
from tournaments.access.negotiation import AsAsked
from tournaments.access.query import needed, one_of, parameter, whole
from tournaments.api.examples import CONFLICT
from tournaments.api.query import ROUND, closed_round
from tournaments.api.resources import Resource
from tournaments.api.serializers.quality import QualitySerializer
from tournaments.api.serializers.standings import CrosstableSerializer, ExplanationSerializer, StandingsSerializer
from tournaments.interchange.crosstable import NamedCrosstable, as_csv, crosstable
from tournaments.interchange.names import file_name
from tournaments.interchange.reports import trf
from tournaments.models import Tournament
from tournaments.standings.tiebreaks import TIE_BREAKS, tie_breaks
from tournaments.trf.write import Form

TRF = "text/plain; charset=us-ascii"
TRF_FORMS = {"trf16": Form.TRF16, "trf26": Form.TRF26}
FORMS = (*TRF_FORMS, "json", "csv")
AS_CSV = OpenApiParameter(
    "as", {"type": "string", "enum": ["json", "csv"]}, OpenApiParameter.QUERY, description="JSON if left out."
)


class Tables(Resource[Tournament]):
    """Reading what follows from the closed rounds. A 409 while results are hidden."""

    @extend_schema(
        operation_id="tournaments_standings",
        summary="Show the standings",
        parameters=[ROUND],
        responses={200: StandingsSerializer, **CONFLICT},
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, pk: str) -> Response:
        """The table after a closed round, best first; empty before the start. 409 while results are hidden."""
        require_known(request, ["round"])
        tournament = self._told()
        last = closed_round(request, tournament)
        table = {
            "next": None,
            "round": last,
            "order": ranking.columns(tournament),
            "results": overview.standings(tournament, last=last),
        }
        return Response(StandingsSerializer(table).data)

    @extend_schema(
        operation_id="tournaments_standings_explain",
        summary="Explain a tie-break",
        parameters=[
            parameter("entry", "Id of the entry."),
            parameter("tie_break", "Any that is for so many seats, in the event's order or not.", among=TIE_BREAKS),
            ROUND,
        ],
        responses={200: ExplanationSerializer, **CONFLICT},
        filters=False,
    )
    @action(detail=True, url_path="standings/explain", pagination_class=None)
    def explain(self, request: Request, pk: str) -> Response:
        """Why an entry has the value it has, opponent by opponent. 409 while results are hidden."""
        require_known(request, ["entry", "tie_break", "round"])
        tournament = self._told()
        entry = whole("entry", needed(request, "entry", "the id of an entry"))
        name = needed(request, "tie_break", "the id of a tie-break")
        one_of("tie_break", name, [tie_break.id for tie_break in tie_breaks(tournament.seats)])
        last = closed_round(request, tournament)
        number = tournament.entries.filter(pk=entry, joined__lte=last + 1).values_list("number", flat=True).first()
        if number is None:
            message = f"entry: {entry} is not in the standings of tournament {tournament.pk} after round {last}"
            raise Missing(message, errors=[FieldError("entry", message, "parameter")])
        try:
            found = ranking.explanation(tournament, entrant=number, tie_break=name, last=last)
        except ValueError as error:  # what it needs is not there, such as the rating of everyone
            raise Conflict(f"tie_break: {name} of tournament {tournament.pk}: {error}", code="no_such_value") from None
        context = {"round": last, "tie_break": TIE_BREAKS[name], "by_number": overview.numbered(tournament)}
        return Response(ExplanationSerializer(found, context=context).data)

    @extend_schema(
        operation_id="tournaments_crosstable",
        summary="Show the crosstable",
        parameters=[ROUND, AS_CSV],
        responses={
            (200, "application/json"): CrosstableSerializer,
            (200, "text/csv"): OpenApiTypes.STR,
            **CONFLICT,
        },
        filters=False,
    )
    @action(detail=True, pagination_class=None, content_negotiation_class=AsAsked)
    def crosstable(self, request: Request, pk: str) -> HttpResponse:
        """The standings with every round of everyone, as JSON or CSV. 409 while results are hidden."""
        require_known(request, ["round", "as"])
        tournament = self._told()
        wanted = one_of("as", request.query_params.get("as", "json"), ["json", "csv"])
        table = crosstable(tournament, last=closed_round(request, tournament))
        return _csv(tournament, table) if wanted == "csv" else Response(CrosstableSerializer(table).data)

    @extend_schema(
        operation_id="tournaments_export",
        summary="Export a tournament",
        parameters=[parameter("as", "The form of the file.", among=FORMS)],
        responses={
            (200, "application/json"): CrosstableSerializer,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
            **CONFLICT,
        },
        filters=False,
    )
    @action(detail=True, pagination_class=None, content_negotiation_class=AsAsked)
    def export(self, request: Request, pk: str) -> HttpResponse:
        """A file to keep: the crosstable as JSON or CSV, or a Tournament Report File of FIDE's.

        409 while results are hidden, and for a Tournament Report File of an event that it cannot tell: of more than
        two seats, before the start, or with game points.
        """
        require_known(request, ["as"])
        tournament = self._told()
        wanted = one_of("as", needed(request, "as", f"one of {', '.join(FORMS)}"), FORMS)
        if wanted in TRF_FORMS:
            text = trf(tournament, TRF_FORMS[wanted], insider=self.viewer().organises(tournament))
            return _file(text, TRF, file_name(tournament, "trf"))
        table = crosstable(tournament)
        if wanted == "csv":
            return _csv(tournament, table)
        return Response(CrosstableSerializer(table).data, headers=_attached(file_name(tournament, "json")))

    @extend_schema(
        operation_id="tournaments_quality",
        summary="Show how well a tournament was paired",
        responses={200: QualitySerializer, **CONFLICT},
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def quality(self, request: Request, pk: str) -> Response:
        """Repeat meetings, byes, score spread and seats of the closed rounds. 409 while results are hidden."""
        require_known(request)
        tournament = self._told()
        last, figures = overview.quality(tournament)
        context = {"by_number": overview.numbered(tournament), "round": last}
        return Response(QualitySerializer(figures, context=context).data)

    def _told(self) -> Tournament:
        """The tournament, for a reader who sees its results. Raises Missing, Conflict."""
        tournament: Tournament = self.get_object()
        selectors.require_results(tournament, insider=self.viewer().organises(tournament))
        return tournament


def _csv(tournament: Tournament, table: NamedCrosstable) -> HttpResponse:
    return _file(as_csv(table), CSV, file_name(tournament, "csv"))


def _file(text: str, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(text.encode(), content_type=content_type, headers=_attached(name))


def _attached(name: str) -> dict[str, str]:
    """`names.file_name` leaves nothing in a name that would need quoting."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
