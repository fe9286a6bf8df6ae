"""Who is signed in on the pages, for their head, and what only that account sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from tournaments.models import Notice
from tournaments.pages.public import View, public

P = ParamSpec("P")
MOST_COUNTED = 99


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever is signed in. ``unread``: their notices, counted up to one more than ``MOST_COUNTED``."""

    name: str
    unread: int

    @property
    def count(self) -> str:
        return f"{MOST_COUNTED}+" if self.unread > MOST_COUNTED else str(self.unread)


def reader(request: HttpRequest) -> dict[str, Any]:
    """A context processor: ``reader``, looked up where a template asks for it; false for nobody."""
    return {"reader": SimpleLazyObject(lambda: _reader(request))}


def signed_in(request: HttpRequest) -> User | None:
    """The account that is signed in. Without a cookie no session is looked for: such a page is the same for all."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = request.user
    return user if user.is_authenticated else None


def own(view: Callable[Concatenate[HttpRequest, User, P], HttpResponse]) -> View[P]:
    """A page for whoever is signed in, whom the view gets too; everyone else is asked to sign in first."""

    @login_required(login_url="pages:login")
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, cast("User", request.user), *args, **kwargs)

    return public(cast("View[P]", page))


def _reader(request: HttpRequest) -> Reader | None:
    user = signed_in(request)
    if user is None:
        return None
    unread = Notice.objects.filter(owner=user, read_at=None).order_by()
    return Reader(user.get_username(), unread[: MOST_COUNTED + 1].count())
