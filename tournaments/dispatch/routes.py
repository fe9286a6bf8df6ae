"""Which queue a match or trial waits in: one for policies, one for programs, one for remote bots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Case, CharField, Exists, OuterRef, QuerySet, Value, When

from ratings.contestants import chunks
from tournaments.dispatch.claim import lease_seconds, limits_of
from tournaments.dispatch.contestants import COLUMNS, TRIAL_LIMITS, Contestant, Kind, trial_seats
from tournaments.models import Seat, Tournament, TrialSeat

MATCHES, PROGRAMS, REMOTE = "matches", "programs", "remote"
QUEUES = (MATCHES, PROGRAMS, REMOTE)
_VERSION = [f"entry__version__{column}" for column in COLUMNS]


@dataclass(frozen=True, slots=True)
class Route:
    """A queue, and the seconds after which a worker's process that is still at it is ended."""

    queue: str
    time_limit: float


def queue_of_match() -> Case:
    """What ``route`` says of a match's queue, as an expression over its row."""
    return _queue(Seat.objects.filter(match=OuterRef("pk")), "entry__version__kind")


def queue_of_trial() -> Case:
    """The same of a trial."""
    return _queue(TrialSeat.objects.filter(trial=OuterRef("pk")), "version__kind")


def _queue(seats: QuerySet[Any], kind: str) -> Case:
    return Case(
        When(Exists(seats.filter(**{kind: Kind.REMOTE})), then=Value(REMOTE)),
        When(Exists(seats.filter(**{kind: Kind.PROGRAM})), then=Value(PROGRAMS)),
        default=Value(MATCHES),
        output_field=CharField(),
    )


def route(contestants: Collection[Contestant], lease: float) -> Route:
    """Where a match of theirs is played; ``lease`` as of ``lease_seconds``."""
    kinds = {contestant.kind for contestant in contestants}
    queue = REMOTE if Kind.REMOTE in kinds else PROGRAMS if Kind.PROGRAM in kinds else MATCHES
    # Above a turn (one lease of policies) and its last game (another lease, of whom it may be).
    return Route(queue, settings.CROUPIER_LEASE_SECONDS + 2 * lease + 30)


def routes(match_ids: Collection[int]) -> dict[int, Route]:
    """By match. Matches of policies alone are left out."""
    seated: dict[tuple[int, int], list[Contestant]] = {}
    for chunk in chunks(match_ids):
        others = Seat.objects.filter(match__in=chunk).exclude(entry__version__kind=Kind.POLICY)
        found = others.order_by("match_id", "seat").values_list("match_id", "entry__tournament_id", *_VERSION)
        for match_id, event, *version in found:
            seated.setdefault((match_id, event), []).append(Contestant(*version))
    events = {event for _, event in seated}
    limits = {event.pk: limits_of(event) for event in Tournament.objects.filter(pk__in=events)}
    return {
        match_id: route(contestants, lease_seconds(contestants, limits[event]))
        for (match_id, event), contestants in seated.items()
    }


def trial_routes(trial_ids: Collection[int]) -> dict[int, Route]:
    """By trial."""
    seated: dict[int, list[Contestant]] = {trial_id: [] for trial_id in trial_ids}
    for chunk in chunks(trial_ids):
        for trial_id, contestant in trial_seats(TrialSeat.objects.filter(trial__in=chunk)):
            seated[trial_id].append(contestant)
    return {
        trial_id: route(contestants, lease_seconds(contestants, TRIAL_LIMITS))
        for trial_id, contestants in seated.items()
    }
