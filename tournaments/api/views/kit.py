"""`/api/v1/kit/`: the files that a contestant needs to begin with, for everyone."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from plugins import croupier_bot

PYTHON = Path(croupier_bot.__file__)
FILES = {
    "croupier_bot.py": (PYTHON, "text/x-python; charset=utf-8"),
    "croupier_bot.js": (PYTHON.with_suffix(".js"), "text/javascript; charset=utf-8"),
}
HOUR = 3600


@cache
def _content(name: str) -> bytes:
    return FILES[name][0].read_bytes()


def _etag(request: HttpRequest, name: str) -> str | None:
    return f'"{hashlib.sha256(_content(name)).hexdigest()[:32]}"' if name in FILES else None


@require_safe
@cache_control(public=True, max_age=HOUR)
@condition(etag_func=_etag)
def kit(request: HttpRequest, name: str) -> HttpResponse:
    """A file of the kit; it is the same until the server is another version. Raises Http404."""
    if name not in FILES:
        raise Http404(f"{name[:60]} is not one of {', '.join(FILES)}")
    return HttpResponse(_content(name), content_type=FILES[name][1])
