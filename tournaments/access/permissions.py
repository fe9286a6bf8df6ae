"""Which requests a view admits, by scope."""

from __future__ import annotations

from functools import cache
from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from .actors import Actor, Scope


class ScopePermission(BasePermission):
    """Reading takes the scope `read_scope` (None: anyone reads, without an account too), all else `write_scope`."""

    read_scope: Scope | None = None
    write_scope: Scope = Scope.READ
    message = ""
    code = "insufficient_scope"

    def needed(self, method: str | None) -> Scope | None:
        return self.read_scope if method in SAFE_METHODS else self.write_scope

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = self.needed(request.method)
        if scope is None:
            return True
        actor = Actor.of(request)
        if actor is None:
            return False
        if actor.may(scope):
            return True
        self.message = actor.lack(scope)
        return False


@cache
def scoped(*, read: Scope | str | None, write: Scope | str) -> type[ScopePermission]:
    """A permission class: `read` for GET, HEAD and OPTIONS (None: public), `write` for every other method."""
    read_scope = None if read is None else Scope(read)
    name = f"Scoped_{read_scope or 'public'}_{Scope(write)}"
    return type(name, (ScopePermission,), {"read_scope": read_scope, "write_scope": Scope(write)})


def HasScope(scope: Scope | str) -> type[ScopePermission]:
    """Every method takes the scope."""
    return scoped(read=scope, write=scope)


def PublicRead(write: Scope | str) -> type[ScopePermission]:
    """Anyone reads; every other method takes the scope."""
    return scoped(read=None, write=write)
