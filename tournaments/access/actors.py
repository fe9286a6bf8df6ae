"""Who asks for something, and with which rights: an account, through a token or through the browser."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser, User
from rest_framework.request import Request

from .errors import NotAllowed
from .models import Token


class Scope(StrEnum):
    """What a token may be good for."""

    READ = "read"  # see what is one's own and not public
    BOTS = "bots"  # register bots, enter and withdraw them
    ORGANISE = "organise"  # make events and run them


ORGANISE_PERMISSION = "tournaments.organise"


def is_entitled(user: User, scope: Scope) -> bool:
    """Whether the account itself may have the scope: `organise` needs staff or the permission tournaments.organise."""
    if not user.is_active:
        return False
    return scope is not Scope.ORGANISE or user.is_staff or user.has_perm(ORGANISE_PERMISSION)


@dataclass(frozen=True)
class Actor:
    """An account and the token it came with; no token means the browser, the shell or a test."""

    user: User
    token: Token | None = None

    @classmethod
    def of(cls, request: Request) -> Actor | None:
        """The actor of an API request, None for an anonymous one."""
        user = request.user
        if user is None or isinstance(user, AnonymousUser):
            return None
        return cls(user, request.auth if isinstance(request.auth, Token) else None)

    def may(self, scope: Scope | str) -> bool:
        """Whether the scope is held now: by the token, if there is one, and still by the account behind it."""
        scope = Scope(scope)
        if self.token is None:
            return is_entitled(self.user, scope)
        if scope not in self.token.scopes:
            return False
        return self.user.is_active and (self.token.by_staff or is_entitled(self.user, scope))

    def scopes(self) -> list[Scope]:
        """All scopes held now, in the order of `Scope`."""
        return [scope for scope in Scope if self.may(scope)]

    def require(self, scope: Scope | str) -> None:
        """Raise NotAllowed (`insufficient_scope`) unless the scope is held."""
        if not self.may(scope):
            raise NotAllowed(self.lack(scope), code="insufficient_scope")

    def lack(self, scope: Scope | str) -> str:
        """Why `may(scope)` is false."""
        if self.token is not None and scope not in self.token.scopes:
            held = ", ".join(self.token.scopes) or "none"
            return f"this token lacks the scope `{scope}`; its scopes: {held}"
        return f"`{scope}` needs the permission {ORGANISE_PERMISSION}, which staff give; this account lacks it"


def actor_of(request: Request) -> Actor:
    """The actor of a request that the view's permissions admit with an account alone."""
    actor = Actor.of(request)
    assert actor is not None, "the view's permissions admit accounts only"
    return actor
