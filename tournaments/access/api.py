"""`/api/v1/tokens/` and `/api/v1/accounts/`."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import mixins, status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter
from rest_framework.throttling import BaseThrottle

from .accounts import register as register_account
from .actors import Actor, Scope, actor_of
from .filters import StrictFilterBackend
from .idempotency import refuse_key
from .models import Token
from .permissions import HasScope
from .serializers import (
    AccountSerializer,
    MadeAccountSerializer,
    MadeTokenSerializer,
    NewAccountSerializer,
    NewTokenSerializer,
    TokenSerializer,
)
from .throttles import RegistrationThrottle
from .tokens import create_token, revoke

FIRST_TOKEN_SCOPES = (Scope.READ, Scope.BOTS)
# RFC 9111: an answer that shows a secret is for the one who asked, now.
NO_STORE = {"Cache-Control": "no-store"}

TOKEN = OpenApiExample("For reading", {"name": "laptop", "scopes": ["read"]}, request_only=True)
ACCOUNT = OpenApiExample("Ada", {"username": "ada", "password": "three words more"}, request_only=True)


@extend_schema_view(
    list=extend_schema(summary="List your tokens"), retrieve=extend_schema(summary="Show one of your tokens")
)
class TokenViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Token]):
    """The caller's own tokens."""

    serializer_class = TokenSerializer
    filter_backends = [StrictFilterBackend]
    keyset = ("-id",)
    lookup_value_regex = "[0-9]+"
    queryset = Token.objects.none()

    def get_queryset(self) -> QuerySet[Token]:
        actor = Actor.of(self.request)
        return Token.objects.filter(owner=actor.user) if actor else Token.objects.none()

    def get_permissions(self) -> list[BasePermission]:
        # What a token may make or revoke is measured by its scopes in the service.
        return [IsAuthenticated() if self.action in {"create", "destroy"} else HasScope(Scope.READ)()]

    @extend_schema(
        summary="Make a token", request=NewTokenSerializer, responses={201: MadeTokenSerializer}, examples=[TOKEN]
    )
    @refuse_key
    def create(self, request: Request) -> Response:
        """Make a token. Its text is in this answer alone. A token makes others only with scopes it has itself."""
        asked = NewTokenSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = actor_of(request)
        token, text = create_token(owner=actor.user, by=actor, **asked.validated_data)
        data = {**TokenSerializer(token).data, "token": text}
        return Response(data, status=status.HTTP_201_CREATED, headers=NO_STORE)

    @extend_schema(summary="Revoke a token", responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Revoke a token, and those that were made with it. It stays in the list, with `revoked_at`."""
        revoke(token_id=self.get_object().pk, by=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AccountViewSet(viewsets.GenericViewSet[Any]):
    """Accounts: one's own, and new ones where registration is open."""

    serializer_class = AccountSerializer

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.action == "create" else IsAuthenticated()]

    def get_throttles(self) -> list[BaseThrottle]:
        return (
            [RegistrationThrottle(), *super().get_throttles()] if self.action == "create" else super().get_throttles()
        )

    @extend_schema(
        summary="Make an account",
        request=NewAccountSerializer,
        responses={201: MadeAccountSerializer},
        examples=[ACCOUNT],
    )
    @refuse_key
    def create(self, request: Request) -> Response:
        """Make an account and its first token, with the scopes `read` and `bots`."""
        asked = NewAccountSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        user = register_account(**asked.validated_data)
        _, text = create_token(owner=user, name="first", scopes=FIRST_TOKEN_SCOPES)
        data = {"id": user.pk, "username": user.username, "token": text}
        return Response(data, status=status.HTTP_201_CREATED, headers=NO_STORE)

    @extend_schema(summary="Show your account", responses=AccountSerializer)
    @action(detail=False, methods=["get"])
    def me(self, request: Request) -> Response:
        """The account that asks, and the scopes it asks with."""
        actor = actor_of(request)
        scopes = [str(scope) for scope in actor.scopes()]
        return Response(AccountSerializer({"user": actor.user, "scopes": scopes}).data)


def register(router: BaseRouter) -> None:
    """Add these endpoints to the router of /api/v1/."""
    router.register("tokens", TokenViewSet, basename="token")
    router.register("accounts", AccountViewSet, basename="account")
