"""What holds for every public page: reading only, and a browser that runs and loads nothing but what is ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from plugins.wording import shown

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
        response = view(request, *args, **kwargs)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return cast("View[P]", page)


def number(request: HttpRequest, name: str, *, least: int = 0) -> int | None:
    """A whole number from the query string, None if it is not there. Raises Http404 for anything else."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) < least:
        raise Http404(f"{name}: {shown(text)} is not a whole number from {least}")
    return int(text)
