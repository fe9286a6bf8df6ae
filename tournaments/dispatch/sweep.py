"""The sweeper: the one mechanism of recovery. It finds what was lost or forgotten and asks for it again."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.dispatch.record import lose_attempt, unfinished
from tournaments.dispatch.routes import MATCHES, routes
from tournaments.dispatch.send import resend_matches, send_close, waiting_messages
from tournaments.models import Match, Round, Tournament

BATCH = 10_000


def sweep() -> None:
    """Take back leases that are over, send again what nobody claimed, close rounds that are there."""
    _leases_over()
    _messages_lost()
    _rounds_to_close()


def _leases_over() -> None:
    now = timezone.now()
    over = Match.objects.filter(state=Match.State.RUNNING, lease_until__lt=now).values_list("id", "attempt")
    for match_id, attempt in over[:BATCH]:
        lose_attempt(
            match_id=match_id, attempt=attempt, fault="the lease ended: its worker is gone", now=now, overdue=True
        )


def _messages_lost() -> None:
    now = timezone.now()
    pending = Match.objects.filter(
        state=Match.State.PENDING, round__tournament__state=Tournament.State.RUNNING, round__state=Round.State.PAIRED
    ).order_by("id")
    forgotten = pending.filter(queued_at__lt=now - timedelta(seconds=settings.CROUPIER_RESEND_SECONDS))
    ids = list(forgotten.values_list("id", flat=True)[:BATCH])
    if not ids:
        return
    long_ago = now - timedelta(seconds=settings.CROUPIER_RESEND_ANYWAY_SECONDS)
    anyway = set(pending.filter(queued_at__lt=long_ago).values_list("id", flat=True))
    waiting_in: dict[str, list[int]] = {}
    elsewhere = routes(ids)
    for match_id in ids:
        queue = elsewhere[match_id].queue if match_id in elsewhere else MATCHES
        waiting_in.setdefault(queue, []).append(match_id)
    for queue, waiting in waiting_in.items():
        # A queue that still holds messages is only long; they will be claimed in their turn.
        lost = waiting if waiting_messages(queue) == 0 else [match_id for match_id in waiting if match_id in anyway]
        resend_matches(lost, now=now)


def _rounds_to_close() -> None:
    waiting = unfinished(OuterRef("id"))  # type: ignore[arg-type]
    complete = Round.objects.filter(
        ~Exists(waiting), state=Round.State.PAIRED, tournament__state=Tournament.State.RUNNING
    )
    for round_id in complete.values_list("id", flat=True):
        send_close(round_id)
