"""The admin's first page: what runs, what waits, what needs somebody."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils import timezone

from plugins import registry
from ratings.condition import with_condition
from ratings.models import Pool
from tournaments import overview
from tournaments.access.models import AuditEntry
from tournaments.access.staff import is_staff
from tournaments.admin.links import listing
from tournaments.dispatch.waiting import no_sandbox, queues
from tournaments.health import oldest_pending_seconds
from tournaments.models import Bot, Game, Match, Round, Tournament, WorkerHost

EVENTS_SHOWN = 12
VOID_SHOWN = 10
AUDIT_SHOWN = 8
HOSTS_SHOWN = 8


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Adds what the template shows; the number of statements does not grow with the tables."""
    if not is_staff(request):
        return context
    matches = Match.objects.aggregate(
        pending=Count("id", filter=Q(state=Match.State.PENDING)),
        running=Count("id", filter=Q(state=Match.State.RUNNING)),
    )
    events = Tournament.objects.aggregate(
        running=Count("id", filter=Q(state=Tournament.State.RUNNING)),
        paused=Count("id", filter=Q(state=Tournament.State.PAUSED)),
        open=Count("id", filter=Q(state=Tournament.State.OPEN)),
        draft=Count("id", filter=Q(state=Tournament.State.DRAFT)),
    )
    waiting = void_matches()
    return context | {
        "cards": [
            _card(
                "Running events", events["running"], f"{events['paused']} paused", "tournament", "state__exact=running"
            ),
            _card("Open for entries", events["open"], f"{events['draft']} drafts", "tournament", "state__exact=open"),
            _card(
                "Matches waiting", matches["pending"], _age(oldest_pending_seconds()), "match", "state__exact=pending"
            ),
            _card("Matches being played", matches["running"], "", "match", "state__exact=running"),
            _card("Games recorded", Game.objects.count(), "", "game", ""),
            _card("Bots", Bot.objects.count(), "", "bot", ""),
        ],
        "running": overview.with_progress(
            Tournament.objects.filter(state__in=[Tournament.State.RUNNING, Tournament.State.PAUSED])
        ).order_by("-id")[:EVENTS_SHOWN],
        "void_matches": waiting,
        "queues": [{"queue": queue, "age": _since(queue.since)} for queue in queues()],
        "no_sandbox": no_sandbox(),
        "lacking": WorkerHost.objects.filter(sandbox=False)[:HOSTS_SHOWN],
        "quarantined": registry.quarantined(),
        "pools": with_condition(Pool.objects.order_by("-id"))[:EVENTS_SHOWN],
        "audit": AuditEntry.objects.order_by("-id")[:AUDIT_SHOWN],
    }


def void_matches() -> list[Match]:
    """Void matches whose round is not closed: those that an organiser may still do something about."""
    return list(
        Match.objects.filter(state=Match.State.VOID, round__state=Round.State.PAIRED)
        .select_related("round__tournament")
        .order_by("id")[:VOID_SHOWN]
    )


def _card(title: str, value: int, note: str, model: str, query: str) -> dict[str, Any]:
    return {"title": title, "value": value, "note": note, "url": listing(model, query)}


def _since(oldest: datetime | None) -> str:
    return "" if oldest is None else _age((timezone.now() - oldest).total_seconds())


def _age(seconds: float | None) -> str:
    if seconds is None:
        return "none is waiting in a running event"
    if seconds < 120:
        return f"the oldest for {seconds:.0f} s"
    if seconds < 7200:
        return f"the oldest for {seconds / 60:.0f} min"
    return f"the oldest for {seconds / 3600:.0f} h"
