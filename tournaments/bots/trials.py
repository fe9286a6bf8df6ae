"""Making a trial, and how many an account may ask for."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.access.errors import Conflict
from tournaments.bots.quotas import DAY, lock
from tournaments.dispatch.send import send_trials
from tournaments.models import BotVersion, Match, Trial, TrialSeat


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit at a seat: a version, or a policy of the engine."""

    version: BotVersion | None = None
    policy: str = ""


def make(
    *,
    purpose: Trial.Purpose,
    by: User,
    engine: str,
    rules_version: int,
    options: Mapping[str, Any],
    boards: int,
    sitters: Sequence[Sitter],
) -> Trial:
    """A pending trial with a secret of its own, sent after commit; ``options`` are complete, ``sitters`` by seat.

    Call it inside a transaction.
    """
    trial = Trial.objects.create(
        purpose=purpose,
        asked_by=by,
        engine=engine,
        rules_version=rules_version,
        options=dict(options),
        boards=boards,
        secret=secrets.token_bytes(32),
        queued_at=timezone.now(),
    )
    TrialSeat.objects.bulk_create(
        TrialSeat(trial=trial, seat=seat, version=sitter.version, policy=sitter.policy)
        for seat, sitter in enumerate(sitters)
    )
    send_trials([trial.pk])
    return trial


def require_quota(by: User, purpose: Trial.Purpose, *, per_day: int, at_once: int | None = None) -> None:
    """Raise Conflict (`quota`) unless the account may ask for one more of these.

    Locks the account's row until the transaction ends, so that who asks twice at once is counted twice.
    """
    lock(by.pk)
    if 0 in (per_day, at_once):
        raise Conflict(f"{purpose}: this server takes none", code="quota")
    asked = Trial.objects.filter(asked_by=by, purpose=purpose)
    if at_once is not None and (waiting := asked.filter(state__in=Match.UNFINISHED).count()) >= at_once:
        raise Conflict(
            f"{purpose}: {waiting} that you have asked for are not over yet, and {at_once} are the most; wait for one",
            code="quota",
        )
    recent = asked.filter(created_at__gt=timezone.now() - DAY).order_by("created_at", "id")
    if (count := recent.count()) >= per_day:
        free = recent[count - per_day].created_at + DAY
        raise Conflict(
            f"{purpose}: you have asked for {count} in the last 24 hours, and {per_day} are the most; the next may be "
            f"asked for at {free:%Y-%m-%dT%H:%M:%SZ}",
            code="quota",
        )
