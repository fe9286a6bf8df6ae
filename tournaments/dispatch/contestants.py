"""Who plays at a seat, as a worker needs to know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from plugins.protocol import Limits
from tournaments.models import BotVersion, TrialSeat

Kind = BotVersion.Kind
# What of a version is asked for, in the order of the fields of ``Contestant``.
COLUMNS = ("id", "bot_id", "kind", "policy", "runtime", "main", "digest")
TRIAL_LIMITS = Limits()  # the time of bots in trials: what events have by default


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot version; or, with neither id, a policy of the engine that is nobody's bot."""

    version: int | None
    bot: int | None
    kind: str
    policy: str = ""
    runtime: str = ""
    main: str = ""
    digest: str = ""


def of_policy(name: str) -> Contestant:
    """The engine's own policy, to play against."""
    return Contestant(None, None, Kind.POLICY, name)


def trial_seats(seats: QuerySet[TrialSeat]) -> Iterator[tuple[int, Contestant]]:
    """(trial, who sits there), by trial and seat."""
    found = seats.order_by("trial_id", "seat").values_list("trial_id", "policy", *(f"version__{c}" for c in COLUMNS))
    for trial_id, policy, version, *rest in found:
        yield trial_id, of_policy(policy) if version is None else Contestant(version, *rest)
