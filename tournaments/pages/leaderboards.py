"""The pages of a pool's leaderboard and of a bot."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from ratings.intervals import interval_svg
from ratings.leaderboard import leaderboard, span
from ratings.models import Pool, Rating
from tournaments import overview, selectors
from tournaments.access.errors import Invalid
from tournaments.models import Bot
from tournaments.pages.public import public

PAGE = 50
ENTRIES_SHOWN = 30
MATCHES_SHOWN = 20


@public
def pool(request: HttpRequest, pool_id: int) -> HttpResponse:
    """A pool's leaderboard, from ``?cursor=`` on."""
    found = get_object_or_404(Pool, pk=pool_id)
    cursor = request.GET.get("cursor")
    try:
        page = leaderboard(pool_id=pool_id, limit=PAGE, cursor=cursor)
    except Invalid as refusal:
        raise Http404(refusal.message) from None
    low, high = span(place.rating for place in page.places)
    context = {
        "pool": found,
        "options": sorted(found.options.items()),
        "places": [(place, interval_svg(place.rating, low=low, high=high)) for place in page.places],
        "first": cursor is not None,
        "next": urlencode({"cursor": page.next}) if page.next else None,
    }
    return render(request, "croupier/pages/pool.html", context)


@public
def bot(request: HttpRequest, bot_id: int) -> HttpResponse:
    """A bot: its versions, their ratings, where it plays and what it played last."""
    found = get_object_or_404(Bot.objects.select_related("owner", "active"), pk=bot_id)
    # As everyone sees it: what is private or hidden is on the pages of its event.
    seen = selectors.visible_matches(None, staff=False).filter(seats__entry__bot=found)
    matches = seen.select_related("round__tournament").order_by("-id")
    public_events = selectors.visible_tournaments(None, staff=False)
    entries = found.entries.filter(tournament__in=public_events).select_related("tournament", "version")
    context = {
        "bot": found,
        "versions": found.versions.order_by("-number"),
        "ratings": Rating.objects.current()
        .filter(version__bot=found)
        .select_related("pool", "version")
        .order_by("pool_id", "-version__number"),
        "entries": entries.order_by("-id")[:ENTRIES_SHOWN],
        "tables": overview.tables(list(matches[:MATCHES_SHOWN])),
    }
    return render(request, "croupier/pages/bot.html", context)
