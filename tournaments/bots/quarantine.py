"""Suspending versions that crash or time out again and again, and lifting that: docs/lifecycle.md, Version."""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.access import audit
from tournaments.access.actors import Actor, Scope
from tournaments.access.errors import Missing
from tournaments.bots.notices import tell
from tournaments.models import BotVersion, Match, Notice, Round, SeatReport
from tournaments.selectors import visible_reports

FAILURES = ("crash", "timeout")


def review(turns: Collection[Round]) -> None:
    """Suspend the versions that have failed too often, of those that failed in these closed rounds.

    Call it where the rounds are closed, or the results of their event released, with the event's row locked and no
    pool's. What counts follows from recorded rows alone: failures in matches that were played, in closed rounds whose
    results are not hidden, since the version's last suspension was lifted.
    """
    here = _failures().filter(game__match__round__in=turns).order_by()
    failed = list(here.values_list("version_id", flat=True).distinct())
    # Another closer may be about to count this one's failures: it waits here, and counts these too. Not the key is
    # locked, so that nobody waits who only records games of the version.
    rows = BotVersion.objects.select_for_update(no_key=True, of=("self",)).select_related("bot")
    for version in list(rows.filter(pk__in=failed, suspended_at=None).order_by("pk")):
        tables, opponents = _count(version)
        if min(tables, opponents) >= settings.CROUPIER_QUARANTINE_OPPONENTS:
            _suspend(version, f"it crashed or timed out at {tables} tables, against {opponents} different bots")


def lift(*, actor: Actor, bot_id: int, number: int, reason: str) -> BotVersion:
    """Let a suspended version be paired again; its failures so far count no more. For every organiser, and staff.

    Raises NotAllowed without the scope, Missing.
    """
    actor.require(Scope.ORGANISE)
    with transaction.atomic():
        rows = BotVersion.objects.select_for_update(no_key=True, of=("self",)).select_related("bot")
        version = rows.filter(bot_id=bot_id, number=number).first()
        if version is None:
            raise Missing(f"there is no version {number} of bot {bot_id}")
        if version.suspended_at is None:
            return version
        version.suspended_at, version.suspension, version.cleared_at = None, "", timezone.now()
        version.save(update_fields=["suspended_at", "suspension", "cleared_at"])
        audit.record(actor=actor, verb="version.lift", target=version, details={"reason": reason})
        tell(
            version,
            Notice.Kind.LIFTED,
            f"The suspension of {version} was lifted: {reason}\nIt is paired again from the next round on.",
        )
        return version


def _failures() -> QuerySet[SeatReport]:
    """The failures in events that count. A match that was ruled says nothing of whose fault it was."""
    return visible_reports().filter(
        verdict__in=FAILURES, game__match__state=Match.State.FINISHED, game__match__ruled=False
    )


def _count(version: BotVersion) -> tuple[int, int]:
    """At how many tables the version failed, and against how many different bots."""
    failures = _failures().filter(version=version)
    if version.cleared_at is not None:
        failures = failures.filter(game__recorded_at__gt=version.cleared_at)
    others = ~Q(game__match__seats__entry__bot=version.bot_id)
    found = failures.aggregate(
        tables=Count("game__match", distinct=True),
        opponents=Count("game__match__seats__entry__bot", distinct=True, filter=others),
    )
    return found["tables"], found["opponents"]


def _suspend(version: BotVersion, why: str) -> None:
    version.suspended_at, version.suspension = timezone.now(), why
    version.save(update_fields=["suspended_at", "suspension"])
    audit.record(actor=None, verb="version.suspend", target=version, details={"why": why})
    tell(
        version,
        Notice.Kind.SUSPENDED,
        f"{version} is suspended: {why}.\nMatches that are paired already are played. It is paired in no further round "
        "and enters no tournament until an organiser lifts the suspension. What went wrong stands with its games; "
        "another version of the bot may take its place in tournaments to come.",
    )
