"""The sweeper: the one mechanism of recovery. It finds what was lost or forgotten and asks for it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Case, Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.dispatch.record import lose_attempt, unfinished
from tournaments.dispatch.routes import QUEUES, queue_of_match, queue_of_trial
from tournaments.dispatch.send import resend_matches, resend_trials, send_close, waiting_messages
from tournaments.dispatch.trial_turn import Over, lose_trial
from tournaments.models import Match, Round, Tournament, Trial

BATCH = 10_000


@dataclass(frozen=True, slots=True)
class _Sort:
    """How one of the two sorts of what workers play, matches and trials, is found and asked for again.

    pending: those that somebody should claim now. queue: in which one waits.
    lose:    given id, attempt, fault, now and ``overdue``.
    """

    running: QuerySet[Any]
    pending: QuerySet[Any]
    lose: Callable[..., None]
    queue: Case
    resend: Callable[..., None]


def sweep() -> None:
    """Take back leases that are over, send again what nobody claimed, close rounds that are there."""
    _sweep(
        _Sort(
            running=Match.objects.filter(state=Match.State.RUNNING),
            pending=Match.objects.filter(
                state=Match.State.PENDING,
                round__tournament__state=Tournament.State.RUNNING,
                round__state=Round.State.PAIRED,
            ),
            lose=lambda match_id, **lost: lose_attempt(match_id=match_id, **lost),
            queue=queue_of_match(),
            resend=resend_matches,
        )
    )
    _rounds_to_close()


def sweep_trials(over: Over) -> None:
    """The same for trials; ``over`` as in ``take_trial``."""
    _sweep(
        _Sort(
            running=Trial.objects.filter(state=Match.State.RUNNING),
            pending=Trial.objects.filter(state=Match.State.PENDING),
            lose=lambda trial_id, **lost: lose_trial(trial_id=trial_id, over=over, **lost),
            queue=queue_of_trial(),
            resend=resend_trials,
        )
    )


def _sweep(sort: _Sort) -> None:
    _leases_over(sort)
    _messages_lost(sort)


def _leases_over(sort: _Sort) -> None:
    now = timezone.now()
    for row_id, attempt in sort.running.filter(lease_until__lt=now).values_list("id", "attempt")[:BATCH]:
        sort.lose(row_id, attempt=attempt, fault="the lease ended: its worker is gone", now=now, overdue=True)


def _messages_lost(sort: _Sort) -> None:
    now = timezone.now()
    soon = now - timedelta(seconds=settings.CROUPIER_RESEND_SECONDS)
    if not sort.pending.filter(queued_at__lt=soon).exists():
        return
    long_ago = now - timedelta(seconds=settings.CROUPIER_RESEND_ANYWAY_SECONDS)
    for queue in QUEUES:
        # A queue that still holds messages is only long; they will be claimed in their turn.
        since = soon if waiting_messages(queue) == 0 else long_ago
        lost = sort.pending.filter(queued_at__lt=since).annotate(queue=sort.queue).filter(queue=queue)
        sort.resend(list(lost.order_by("id").values_list("id", flat=True)[:BATCH]), now=now)


def _rounds_to_close() -> None:
    waiting = unfinished(OuterRef("id"))  # type: ignore[arg-type]
    complete = Round.objects.filter(
        ~Exists(waiting), state=Round.State.PAIRED, tournament__state=Tournament.State.RUNNING
    )
    for round_id in complete.values_list("id", flat=True):
        send_close(round_id)
