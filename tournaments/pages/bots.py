"""The pages of a bot, of a bot in a pool, and of two bots in a pool."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from ratings.condition import with_condition
from ratings.display.bot import AXES, bot_in_pool, course
from ratings.display.pool import anew
from ratings.display.versus import pair_called, versus
from ratings.leaderboard import place_of
from ratings.models import Pool, Rating
from tournaments import overview, selectors
from tournaments.access.errors import Refused
from tournaments.models import Bot
from tournaments.pages.public import public
from tournaments.pages.reader import signed_in

ENTRIES_SHOWN = 30
MATCHES_SHOWN = 20
POOLS_DRAWN = 3
OPPONENTS = 50


@public
def bot(request: HttpRequest, bot_id: int) -> HttpResponse:
    """A bot: its versions, how its ratings moved, where it plays and what it played last."""
    found = get_object_or_404(Bot.objects.select_related("owner", "active"), pk=bot_id)
    # As everyone sees it: what is private or hidden is on the pages of its event.
    seen = selectors.visible_matches(None, staff=False).filter(seats__entry__bot=found)
    matches = seen.select_related("round__tournament").order_by("-id")
    public_events = selectors.visible_tournaments(None, staff=False)
    entries = found.entries.filter(tournament__in=public_events).select_related("tournament", "version")
    ratings = list(
        Rating.objects.current()
        .filter(version__bot=found, public=True)
        .select_related("pool__build", "version")
        .order_by("-last_played_at", "-pool_id")
    )
    context = {
        "bot": found,
        "own": signed_in(request) == found.owner,
        "versions": found.versions.order_by("-number"),
        "ratings": ratings,
        "pools": [
            (rating.pool, place_of(rating.pool, bot_id), course(rating.pool, bot_id, name=found.name))
            for rating in ratings[:POOLS_DRAWN]
        ],
        "entries": entries.order_by("-id")[:ENTRIES_SHOWN],
        "tables": overview.tables(list(matches[:MATCHES_SHOWN])),
    }
    return render(request, "croupier/pages/bot.html", context)


@public
def pool_bot(request: HttpRequest, pool_id: int, bot_id: int) -> HttpResponse:
    """A bot in a pool: how its rating moved, ``?by=time|boards``, and whom it met, from ``?cursor=`` on."""
    pool = _pool(pool_id)
    cursor, by = request.GET.get("cursor"), request.GET.get("by", AXES[0])
    try:
        found = bot_in_pool(pool, bot_id, by=by, limit=OPPONENTS, cursor=cursor)
    except Refused as refusal:
        raise Http404(refusal.message) from None
    context = {
        "pool": pool,
        "found": found,
        "anew": anew(pool),
        "more": cursor is not None,
        "next": urlencode({"by": by, "cursor": found.opponents.next}) if found.opponents.next else None,
    }
    return render(request, "croupier/pages/pool_bot.html", context)


@public
def compare(request: HttpRequest, pool_id: int) -> HttpResponse:
    """The form that asks for two bots, ``?first=owner/name&second=owner/name``; goes on to their page."""
    pool = _pool(pool_id)
    first, second = (request.GET.get(name, "") for name in ("first", "second"))
    context = {"pool": pool, "one": first, "other": second}
    try:
        two = pair_called(pool, first, second)
    except Refused as refusal:
        return render(request, "croupier/pages/versus.html", {**context, "refused": refusal.message}, status=404)
    if two is None:
        return render(request, "croupier/pages/versus.html", context)
    return HttpResponseRedirect(reverse("pages:pair", args=[pool_id, *two]))


@public
def pair(request: HttpRequest, pool_id: int, bot_id: int, other_id: int) -> HttpResponse:
    """Two bots of a pool, head to head."""
    pool = _pool(pool_id)
    try:
        found = versus(pool, bot_id, other_id)
    except Refused as refusal:
        raise Http404(refusal.message) from None
    return render(request, "croupier/pages/versus.html", {"pool": pool, "found": found})


def _pool(pool_id: int) -> Pool:
    return get_object_or_404(with_condition(Pool.objects.all()), pk=pool_id)
