"""What holds for every public page: reading only, who may see it, and a browser that loads nothing but what is ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from plugins.wording import shown
from tournaments import selectors
from tournaments.models import Tournament

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]

# Pictures of a replay are data: addresses; the script is the one that looks for news of a running event.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


def public(view: View[P]) -> View[P]:
    """GET and HEAD, with the content security policy of the pages."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return confined(request, view(request, *args, **kwargs))

    return cast("View[P]", page)


def confined(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with what every page says of itself to browsers and caches."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "same-origin"
    # With a session the page's head names who is signed in.
    patch_vary_headers(response, ("Cookie",))
    if request.session.accessed:
        # It was made for who is logged in: no cache may show it to anybody else.
        response.headers["Cache-Control"] = "private, no-store"
    return response


def is_insider(request: HttpRequest, event: Tournament) -> bool:
    """Whether the reader sees what is for the organiser and staff. Raises Http404 for who may not know of the event.

    Nobody is looked up for an event of which everyone sees all: its pages are the same for all.
    """
    public_event = selectors.is_public(event)
    if public_event and not event.is_concealed:
        return False
    user = request.user
    if not user.is_authenticated:
        seen = public_event
    else:
        seen = selectors.visible_tournaments(user.pk, staff=user.is_staff).filter(pk=event.pk).exists()
    if not seen:
        raise Http404(f"there is no tournament {event.pk}")
    return user.is_authenticated and (user.is_staff or user.pk == event.organiser_id)


def number(request: HttpRequest, name: str, *, least: int = 0) -> int | None:
    """A whole number from the query string, None if it is not there. Raises Http404 for anything else."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) < least:
        raise Http404(f"{name}: {shown(text)} is not a whole number from {least}")
    return int(text)
