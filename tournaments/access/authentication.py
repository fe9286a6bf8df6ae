"""`Authorization: Bearer crp_...`: from a header to an account (RFC 6750)."""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from . import secret
from .brief import Brief
from .models import Token

# One write for many requests: `last_used_at` is this exact and no more.
USE_RESOLUTION = timedelta(minutes=10)


class TokenAuthentication(BaseAuthentication):
    """`request.user` is the owner and `request.auth` the Token. A wrong token is a 401, also where anyone may read."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        header = request.META.get("HTTP_AUTHORIZATION", "")
        if not header:
            return None
        scheme, _, text = header.partition(" ")
        if scheme.lower() != "bearer":
            raise refused("the Authorization header does not read `Bearer crp_...`")
        given = secret.parse(text.strip())
        if given is None:
            raise refused("this is not the text of a token: `crp_` and 46 letters and digits, the last six a checksum")
        token = Token.objects.select_related("owner").filter(prefix=given.prefix).first()
        if token is None or not hmac.compare_digest(token.digest, given.digest):
            raise refused("no such token")
        now = timezone.now()
        if token.revoked_at is not None:
            raise refused("this token was revoked")
        if token.expires_at is not None and token.expires_at <= now:
            raise refused(f"this token ended at {token.expires_at.isoformat()}")
        if not token.owner.is_active:
            raise refused("the account of this token is not active")
        unmarked = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_RESOLUTION)
        if token.last_used_at is None or token.last_used_at <= now - USE_RESOLUTION:
            Token.objects.filter(unmarked, pk=token.pk).update(last_used_at=now)
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="croupier"'


class BriefTokenAuthentication(TokenAuthentication):
    """As TokenAuthentication, but a token that was right is right for five seconds: also one revoked meanwhile."""

    _right: ClassVar[Brief[tuple[User, Token] | None]] = Brief(5.0)

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        header = request.META.get("HTTP_AUTHORIZATION", "")
        # Not the secret itself, which has no business in memory.
        return self._right.get(hashlib.sha256(header.encode()).digest(), partial(super().authenticate, request))


def refused(message: str) -> AuthenticationFailed:
    """A 401 with the code `invalid_token`, to be raised."""
    return AuthenticationFailed(message, code="invalid_token")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How OpenAPI names it."""

    target_class = "tournaments.access.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "crp_...", "description": "A token of an account."}
