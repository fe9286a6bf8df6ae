"""What waits for workers in each queue, and why nobody takes it: for whoever operates a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from tournaments.dispatch.routes import PROGRAMS, QUEUES, queue_of_match, queue_of_trial
from tournaments.models import Match, Round, Tournament, Trial, WorkerHost

LONG = timedelta(minutes=1)  # for what waits while nothing of its queue is being played


@dataclass(frozen=True, slots=True)
class Queue:
    """Matches of running events and trials that wait in a queue, how many of both are being played, and since when the
    oldest waits; ``why`` nobody takes them, "" where there is no reason to think so.
    """

    name: str
    matches: int
    trials: int
    playing: int
    since: datetime | None
    why: str


def queues() -> list[Queue]:
    """All of them, in three statements however much waits."""
    of_running = Q(round__state=Round.State.PAIRED, round__tournament__state=Tournament.State.RUNNING)
    matches = _count(Match.objects.filter(of_running).annotate(queue=queue_of_match()))
    trials = _count(Trial.objects.annotate(queue=queue_of_trial()))
    sandbox = no_sandbox()
    found = []
    for name in QUEUES:
        match, trial = matches.get(name, {}), trials.get(name, {})
        waiting = match.get("waiting", 0), trial.get("waiting", 0)
        playing = match.get("playing", 0) + trial.get("playing", 0)
        since = min((one["since"] for one in (match, trial) if one.get("since")), default=None)
        why = ""
        if any(waiting) and name == PROGRAMS and sandbox:
            why = sandbox
        elif since is not None and not playing and timezone.now() - since > LONG:
            why = f"none is being played: does a worker of the queue {name} run?"
        found.append(Queue(name, *waiting, playing, since, why))
    return found


def no_sandbox() -> str:
    """Why no worker runs programs, "" if one does. What its machine lacks stands with each host."""
    hosts = list(WorkerHost.objects.values_list("sandbox", flat=True))
    if not hosts:
        return "no worker of the queue programs has been started yet"
    return "" if any(hosts) else "no worker has a sandbox that works"


def _count(rows: QuerySet[Any]) -> dict[str, dict[str, Any]]:
    """By queue: how many rows wait and are played, and since when the oldest waits."""
    waits, played = Q(state=Match.State.PENDING), Q(state=Match.State.RUNNING)
    counted = (
        rows.filter(waits | played)
        .order_by()
        .values("queue")
        .annotate(
            waiting=Count("pk", filter=waits), playing=Count("pk", filter=played), since=Min("created_at", filter=waits)
        )
    )
    return {row["queue"]: row for row in counted}
