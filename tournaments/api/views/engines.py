"""`/api/v1/engines/`: the games that can be played here."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from plugins import registry
from tournaments.access.actors import Scope
from tournaments.access.errors import Missing
from tournaments.access.filters import require_known
from tournaments.access.permissions import PublicRead
from tournaments.api.serializers.engines import EngineListSerializer, EngineSerializer, QuarantinedSerializer
from tournaments.api.viewer import Viewer


class EngineViewSet(viewsets.GenericViewSet[Any]):
    """The games that can be played here, and with which policies."""

    serializer_class = EngineSerializer
    permission_classes = [PublicRead(Scope.READ)]
    pagination_class = None
    lookup_value_regex = "[^/]{1,64}"

    @extend_schema(summary="List engines", responses=EngineListSerializer)
    def list(self, request: Request) -> Response:
        """All engines. For staff, the plugins that were left out and why, too."""
        require_known(request)
        answer = {"next": None, "results": EngineSerializer(registry.engines().values(), many=True).data}
        if Viewer.of(request).staff:
            answer["quarantined"] = QuarantinedSerializer(registry.quarantined(), many=True).data
        return Response(answer)

    @extend_schema(
        summary="Show an engine",
        parameters=[OpenApiParameter("id", OpenApiTypes.STR, OpenApiParameter.PATH, description="Such as `trash`.")],
        responses=EngineSerializer,
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        try:
            info = registry.info(pk)
        except registry.UnknownEngine as error:
            raise Missing(str(error)) from None
        return Response(EngineSerializer(info).data)
