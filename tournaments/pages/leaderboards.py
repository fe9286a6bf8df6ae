"""The page of a pool: its leaderboard, and what it rates by."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from ratings.condition import with_condition
from ratings.display.board import board
from ratings.display.pool import anew, constants, editions
from ratings.models import Pool
from tournaments.access.errors import Invalid
from tournaments.pages.public import public

PAGE = 50


@public
def pool(request: HttpRequest, pool_id: int) -> HttpResponse:
    """A pool's leaderboard, from ``?cursor=`` on; what it rates by, and why."""
    found = get_object_or_404(with_condition(Pool.objects.all()), pk=pool_id)
    cursor = request.GET.get("cursor")
    try:
        page = board(pool_id=pool_id, limit=PAGE, cursor=cursor)
    except Invalid as refusal:
        raise Http404(refusal.message) from None
    history = editions(pool_id)
    context = {
        "pool": found,
        "options": sorted(found.options.items()),
        "anew": anew(found),
        "board": page,
        "editions": history,
        "constants": constants(found, history),
        "first": cursor is not None,
        "next": urlencode({"cursor": page.next}) if page.next else None,
    }
    return render(request, "croupier/pages/pool.html", context)
