"""What staff and organisers do to a pool over the API."""

from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from ratings.api.verb_serializers import (
    AskDismiss,
    AskParameters,
    AskReference,
    AskRerate,
    AskSameOwner,
    ChangedPoolSerializer,
    ReferenceSerializer,
)
from ratings.changes import change_parameters, dismiss_reference, rerate, set_reference, set_same_owner
from ratings.comparison import Comparison
from ratings.dry_runs import try_parameters, try_rerate
from ratings.models import Pool
from ratings.skill import Belief
from tournaments.access.actors import Scope, actor_of
from tournaments.access.errors import Missing
from tournaments.access.fields import MAX_ID
from tournaments.access.permissions import HasScope

_LESS_LUCK = OpenApiExample(
    "Less luck than was thought",
    {"beta": 4.2, "reason": "skill decides more than was thought", "dry_run": False},
    request_only=True,
)
_TRIED = OpenApiExample("What it would do", {"dry_run": True}, request_only=True)
_NOT_RATED = OpenApiExample("They are not rated", {"rated": False}, request_only=True)
_ANCHOR = OpenApiExample(
    "A bot that never moves",
    {"version": 1, "mu": 25.0, "sigma": 1.0, "reason": "plays at random, and anchors the pool"},
    request_only=True,
)
_DISMISSED = OpenApiExample("No anchor any more", {"reason": "there are better ones"}, request_only=True)
_VERSION = OpenApiParameter(
    "version",
    {"type": "integer", "format": "int64", "minimum": 1},
    OpenApiParameter.PATH,
    description="Id of the version.",
)


class Changed(NamedTuple):
    """A pool, and what a dry run says."""

    pool: Pool
    preview: Comparison | None


class PoolVerbs(GenericViewSet[Pool]):
    """Acts on a pool. Sent again, each changes nothing more."""

    queryset = Pool.objects.none()
    permission_classes = [HasScope(Scope.ORGANISE)]
    lookup_value_regex = "[0-9]+"

    @extend_schema(
        operation_id="pools_parameters",
        summary="Change a pool's parameters",
        request=AskParameters,
        responses=ChangedPoolSerializer,
        examples=[_LESS_LUCK],
    )
    @action(detail=True, methods=["post"])
    def parameters(self, request: Request, pk: str) -> Response:
        """They hold for boards to come; what was rated stays as it was. For staff.

        `dry_run` tells what would change in what is shown if all boards so far were then rerated too; 409 for a ledger
        of more than 100,000 boards.
        """
        values = _asked(AskParameters, request)
        reason, dry_run = values.pop("reason"), values.pop("dry_run")
        actor, pool_id = actor_of(request), _number("pool", pk)
        if dry_run:
            return _shown(pool_id, try_parameters(actor=actor, pool_id=pool_id, values=values))
        change_parameters(actor=actor, pool_id=pool_id, values=values, reason=reason)
        return _shown(pool_id)

    @extend_schema(
        operation_id="pools_rerate",
        summary="Rerate a pool",
        request=AskRerate,
        responses=ChangedPoolSerializer,
        examples=[_TRIED],
    )
    @action(detail=True, methods=["post"])
    def rerate(self, request: Request, pk: str) -> Response:
        """Every board so far counts as if it had been played under the current parameters: a new build follows soon.

        For organisers. `dry_run` tells what would change in what is shown; 409 for a ledger of more than 100,000
        boards.
        """
        values = _asked(AskRerate, request)
        actor, pool_id = actor_of(request), _number("pool", pk)
        if values["dry_run"]:
            return _shown(pool_id, try_rerate(actor=actor, pool_id=pool_id))
        rerate(actor=actor, pool_id=pool_id, reason=values["reason"])
        return _shown(pool_id)

    @extend_schema(
        operation_id="pools_same_owner",
        summary="Rate boards of one owner, or not",
        request=AskSameOwner,
        responses=ChangedPoolSerializer,
        examples=[_NOT_RATED],
    )
    @action(detail=True, methods=["post"], url_path="same-owner")
    def same_owner(self, request: Request, pk: str) -> Response:
        """Whether boards to come on which one owner has more than one bot are rated. For staff."""
        set_same_owner(actor=actor_of(request), pool_id=_number("pool", pk), **_asked(AskSameOwner, request))
        return _shown(_number("pool", pk))

    @extend_schema(
        operation_id="pools_set_reference",
        summary="Make a reference bot",
        request=AskReference,
        responses=ReferenceSerializer,
        examples=[_ANCHOR],
    )
    @action(detail=True, methods=["post"])
    def references(self, request: Request, pk: str) -> Response:
        """A version of a staff member's bot anchors the pool; with mu and sigma its rating never moves. For staff.

        Boards on which other bots of its owner sit are rated.
        """
        values = _asked(AskReference, request)
        mu, sigma = values.pop("mu"), values.pop("sigma")
        fixed = Belief(mu, sigma) if mu is not None else None
        row = set_reference(actor=actor_of(request), pool_id=_number("pool", pk), fixed=fixed, **values)
        return Response(ReferenceSerializer(row).data)

    @extend_schema(
        operation_id="pools_dismiss_reference",
        summary="Dismiss a reference bot",
        parameters=[_VERSION],
        request=AskDismiss,
        responses=ReferenceSerializer,
        examples=[_DISMISSED],
    )
    @action(detail=True, methods=["post"], url_path="references/(?P<version>[0-9]+)/dismiss")
    def dismiss(self, request: Request, pk: str, version: str) -> Response:
        """It is a bot like others again, from the rating that it has. For staff."""
        values = _asked(AskDismiss, request)
        row = dismiss_reference(
            actor=actor_of(request), pool_id=_number("pool", pk), version=_number("version", version), **values
        )
        return Response(ReferenceSerializer(row).data)


def _number(thing: str, digits: str) -> int:
    """A number in the address. Raises Missing for one that no row can have."""
    # The length first: int() refuses thousands of digits.
    if len(digits) > 20 or int(digits) > MAX_ID:
        raise Missing(f"there is no {thing} {digits[:24]}")
    return int(digits)


def _asked(serializer: type[Any], request: Request) -> dict[str, Any]:
    asked = serializer(data=request.data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _shown(pool_id: int, preview: Comparison | None = None) -> Response:
    pool = Pool.objects.select_related("build").get(pk=pool_id)
    return Response(ChangedPoolSerializer(Changed(pool, preview)).data)
