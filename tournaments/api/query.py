"""Which closed round a request asks for."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from tournaments import history
from tournaments.access.errors import FieldError, Missing
from tournaments.access.query import NUMBER, whole
from tournaments.models import Tournament

ROUND = OpenApiParameter(
    "round", NUMBER, OpenApiParameter.QUERY, description="The table after this closed round; the last if left out."
)


def closed_round(request: Request, tournament: Tournament) -> int:
    """The round asked for, by default the last closed one. Raises Invalid, Missing for one that is not closed."""
    last = history.last_closed(tournament)
    text = request.query_params.get("round")
    if text is None:
        return last
    number = whole("round", text)
    if number > last:
        closed = f"the last is {last}" if last else "none is yet"
        message = f"round: {number} is no closed round of tournament {tournament.pk}; {closed}"
        raise Missing(message, errors=[FieldError("round", message, "parameter")])
    return number
