"""What becomes of an attempt that does not end what it began: of a match and of a trial alike."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet

from tournaments.models import Match

State = Match.State  # a trial has the same


class Outdated(Exception):
    """Another attempt, a cancellation or the sweeper has taken the match or trial away; nothing was recorded."""


def hand_back(mine: QuerySet[Any]) -> bool:
    """Make the row of one attempt pending, which is no failure. Returns whether it still was the current attempt."""
    return bool(mine.filter(state=State.RUNNING).update(state=State.PENDING, lease_until=None))


def lose(mine: QuerySet[Any], *, fault: str, now: datetime, overdue: bool) -> str | None:
    """Count the attempt as lost: its row is pending again, or void after the last try. Returns the state it has now,
    None if it was not the current attempt any more. Call it inside a transaction.

    With ``overdue`` only if its lease is over too: it may have been renewed since somebody looked.
    """
    mine = mine.filter(state=State.RUNNING)
    if overdue:
        mine = mine.filter(lease_until__lt=now)
    lost = {"failures": F("failures") + 1, "lease_until": None, "fault": fault}
    if mine.filter(failures__lt=settings.CROUPIER_MAX_FAILURES - 1).update(state=State.PENDING, **lost):
        return State.PENDING
    return State.VOID if mine.update(state=State.VOID, ended_at=now, **lost) else None
