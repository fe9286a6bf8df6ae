"""The pages of events: what goes on, all of a state, and one event."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from plugins.wording import shown
from ratings.models import Pool
from tournaments import overview, ranking, selectors
from tournaments.access.errors import Invalid
from tournaments.access.keyset import Keyset
from tournaments.forecast import outlook
from tournaments.models import Round, Tournament
from tournaments.pages.pools import with_leaders
from tournaments.pages.public import is_insider, number, public
from tournaments.pages.terms import terms
from tournaments.pairing import registry as pairing

State = Tournament.State
GROUPS = {
    "running": (State.RUNNING, State.PAUSED),
    "open": (State.OPEN,),
    "finished": (State.FINISHED, State.CANCELLED),
}
SHOWN_AT_HOME = 8
POOLS_AT_HOME = 24
PAGE = 50
TABLES_SHOWN = 100
BY_AGE = Keyset(["-id"])


@dataclass(frozen=True, slots=True)
class Group:
    """The events of some states; ``more`` if there are others."""

    name: str
    tournaments: list[Tournament]
    more: bool


@public
def home(request: HttpRequest) -> HttpResponse:
    """What runs, what is open, what is over; the leaderboards."""
    groups = [_group(name) for name in GROUPS]
    pools = with_leaders(Pool.objects.order_by("-id"))[:POOLS_AT_HOME]
    context = {"groups": groups, "pools": pools, "live": bool(groups[0].tournaments)}
    return render(request, "croupier/pages/home.html", context)


@public
def listing(request: HttpRequest) -> HttpResponse:
    """All events of a group, ``?state=running|open|finished``, newest first."""
    name = request.GET.get("state", "finished")
    if name not in GROUPS:
        raise Http404(f"state: {shown(name)} is not one of {', '.join(GROUPS)}")
    rows = BY_AGE.order(_events(name))
    if cursor := request.GET.get("cursor"):
        try:
            rows = BY_AGE.after(rows, BY_AGE.parse(cursor))
        except Invalid as refusal:
            raise Http404(refusal.message) from None
    found = list(rows[: PAGE + 1])
    after = None
    if len(found) > PAGE:
        found = found[:PAGE]
        after = urlencode({"state": name, "cursor": BY_AGE.cursor(BY_AGE.place(found[-1]))})
    context = {"group": Group(name, found, False), "groups": list(GROUPS), "next": after, "first": cursor is not None}
    return render(request, "croupier/pages/listing.html", context)


@public
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One event: standings, rounds, and the tables of the round ``?round=``, from table ``?from=`` on."""
    event = get_object_or_404(overview.with_progress(Tournament.objects.select_related("organiser")), pk=tournament_id)
    insider = is_insider(request, event)
    told = selectors.sees_results(event, insider=insider)
    strips = overview.strips(event, insider=insider)
    standings = overview.standings(event) if told else []
    context = {
        "tournament": event,
        "told": told,
        "insider": insider,
        "terms": terms(event, entries=event.entries_in),
        "warning": selectors.warning_of(event, selectors.plans_of([event]).get(event.pk)),
        "outlook": outlook(event),
        "format": pairing.formats().get(event.format),
        "live": event.state in (State.OPEN, State.RUNNING),
        "strips": strips,
        "standings": standings,
        "columns": ranking.columns(event) if standings else (),
        # Without standings there would be nobody.
        "entries": overview.contestants(event) if event.started_at is None or not told else [],
        "revealed": bytes(event.secret).hex() if told and selectors.is_revealed(event) else None,
        **_shown_round(request, event, len(strips), insider=insider),
    }
    return render(request, "croupier/pages/tournament.html", context)


def _shown_round(request: HttpRequest, event: Tournament, last: int, *, insider: bool) -> dict[str, object]:
    if not last:
        return {}
    turn = get_object_or_404(Round, tournament=event, number=number(request, "round", least=1) or last)
    start = number(request, "from", least=1) or 1
    found = list(
        turn.matches.filter(table__gte=start).select_related("round__tournament").order_by("table")[: TABLES_SHOWN + 1]
    )
    return {
        "round": turn,
        "tables": overview.tables(found[:TABLES_SHOWN], insider=insider),
        "next_table": found[TABLES_SHOWN].table if len(found) > TABLES_SHOWN else None,
        "first_table": start,
        "byes": overview.byes(turn),
    }


def _events(group: str) -> QuerySet[Tournament]:
    # What everyone sees: a private event has its address, which its organiser gives to those invited.
    listed = selectors.visible_tournaments(None, staff=False)
    return overview.with_progress(listed.filter(state__in=GROUPS[group]))


def _group(name: str) -> Group:
    found = list(_events(name).order_by("-id")[: SHOWN_AT_HOME + 1])
    return Group(name, found[:SHOWN_AT_HOME], len(found) > SHOWN_AT_HOME)
