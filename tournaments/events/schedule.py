"""Starting events by themselves, at the time their organiser said."""

from __future__ import annotations

import logging

from django.utils import timezone

from tournaments.access.errors import Refused
from tournaments.events.lifecycle import start_if_due
from tournaments.models import Tournament

log = logging.getLogger(__name__)


def start_due() -> None:
    """Start every open tournament whose time has come. Its organiser said so when they set the time: whether they may
    organise now, or are there at all, does not matter.

    One that cannot start stays open, its `fault` says why, and the others are started all the same.
    """
    due = Tournament.objects.filter(state=Tournament.State.OPEN, starts_at__lte=timezone.now()).order_by("id")
    for tournament in due:
        try:
            start_if_due(tournament.pk)
        except Refused as error:
            _note(tournament, str(error))
        except Exception as error:
            log.exception("tournament %d could not be started", tournament.pk)
            _note(tournament, f"{type(error).__name__}: {error}")


def _note(tournament: Tournament, fault: str) -> None:
    if tournament.fault != fault[:2000]:
        Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.OPEN).update(fault=fault[:2000])
