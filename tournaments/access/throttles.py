"""How often a client may ask; the rates stand in settings, the counts in the default cache."""

from __future__ import annotations

import ipaddress
from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from .actors import Actor


class _Throttle(SimpleRateThrottle):
    def network(self, request: Request | HttpRequest) -> str:
        """Where the client is: its IPv4 address, or the /64 of its IPv6 address, of which one client has all."""
        ident = self.get_ident(request)  # type: ignore[arg-type]  # it reads what both have
        try:
            address = ipaddress.ip_address(ident)
        except ValueError:
            return "unknown"
        if isinstance(address, ipaddress.IPv6Address):
            mapped = address.ipv4_mapped
            return str(mapped or ipaddress.ip_network((int(address), 64), strict=False))
        return str(address)


class AnonThrottle(_Throttle):
    """Requests without an account, for each network."""

    scope = "anon"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return None if Actor.of(request) else f"throttle:anon:{self.network(request)}"


class AccountThrottle(_Throttle):
    """Requests of an account, over all its tokens."""

    scope = "account"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        actor = Actor.of(request)
        return f"throttle:account:{actor.user.pk}" if actor else None


class LoginThrottle(_Throttle):
    """Tries to sign in on the pages, for each network."""

    scope = "login"

    def get_cache_key(self, request: Request | HttpRequest, view: Any) -> str | None:
        return f"throttle:login:{self.network(request)}" if request.method == "POST" else None


class RegistrationThrottle(_Throttle):
    """New accounts, for each network."""

    scope = "registration"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return f"throttle:registration:{self.network(request)}" if request.method == "POST" else None
