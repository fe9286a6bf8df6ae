"""A URL configuration for tests: the real endpoints of access, and views that fail, create and list on demand."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import exceptions, serializers, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter
from rest_framework.views import APIView

from tournaments.access import api
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.access.idempotency import idempotent
from tournaments.access.permissions import HasScope, PublicRead


class Options(serializers.Serializer[Any]):
    start_size = serializers.IntegerField(max_value=10)


class Thing(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=20)
    options = Options(required=False)
    seats = Options(many=True, required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["name"] == "whole":
            raise serializers.ValidationError("these do not go together")
        return data


RAISED: dict[str, Exception] = {
    "invalid": Invalid("options.deck: 53 is not one of 54, 55", field="options.deck"),
    "not_allowed": NotAllowed("not yours"),
    "missing": Missing("no bot 7"),
    "conflict": Conflict("the tournament is running", code="wrong_state"),
    "http404": Http404("the name of a model"),
    "denied": PermissionDenied(),
    "parse": exceptions.ParseError("not JSON"),
    "throttled": exceptions.Throttled(wait=2.1),
    "unauthenticated": exceptions.NotAuthenticated(),
    "django_field": DjangoValidationError({"name": ["too short"]}),
    "django_plain": DjangoValidationError("wrong"),
    "suspicious": SuspiciousOperation("internals"),
    "bad_request": BadRequest("internals"),
    "data": DataError("integer out of range"),
    "overflow": OverflowError("Python int too large to convert to SQLite INTEGER"),
    "locked": OperationalError("database is locked"),
    "bug": RuntimeError("internals: 8f3a"),
    "other_overflow": OverflowError("math range error"),
}


class Raise(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=None, responses=None)
    def get(self, request: Request, what: str) -> Response:
        raise RAISED[what]


class Echo(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=Thing, responses=Thing)
    def post(self, request: Request) -> Response:
        thing = Thing(data=request.data)
        thing.is_valid(raise_exception=True)
        return Response(request.data)


class People(viewsets.GenericViewSet[User]):
    """Lists accounts; creates one for each POST, under the name in the body."""

    permission_classes = [PublicRead("bots")]
    serializer_class = Thing
    queryset = User.objects.all()
    keyset = ("first_name", "-id")

    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([user.pk for user in page])

    def retrieve(self, request: Request, pk: str) -> Response:
        return Response({"name": self.get_object().username})

    @extend_schema(responses={201: Thing})
    @idempotent
    def create(self, request: Request) -> Response:
        name = request.data.get("name", "")
        user = User.objects.create(username=name)
        if name == "fails":
            raise Conflict("no such luck")
        if name == "returns-failure":
            return Response({"no": True}, status=409)
        data = {"pk": user.pk, "zeta": 0.1, "alpha": "ä"}
        return Response(data, status=201, headers={"Location": f"/api/v1/people/{user.pk}/"})


class Organised(APIView):
    permission_classes = [HasScope("organise")]

    @extend_schema(responses=None)
    def get(self, request: Request) -> Response:
        return Response({})


def plain_bug(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("internals: 8f3a")


def plain_denied(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("internals: 8f3a")


router = DefaultRouter()
router.include_format_suffixes = False
api.register(router)
router.register("people", People, basename="person")
handler400 = "tournaments.access.handlers.bad_request"
handler403 = "tournaments.access.handlers.permission_denied"
handler404 = "tournaments.access.handlers.page_not_found"
handler500 = "tournaments.access.handlers.server_error"
urlpatterns = [
    path("api/v1/", include(router.urls)),
    path("api/v1/raise/<str:what>/", Raise.as_view()),
    path("api/v1/echo/", Echo.as_view()),
    path("api/v1/organised/", Organised.as_view()),
    path("api/plain-bug/", plain_bug),
    path("plain-bug/", plain_bug),
    path("denied/", plain_denied),
    path("api/denied/", plain_denied),
    path("api/schema/", SpectacularAPIView.as_view(permission_classes=[AllowAny])),
]
