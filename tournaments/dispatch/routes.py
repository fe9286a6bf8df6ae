"""Which queue a match waits in: policies play anywhere, programs where there is a sandbox, remote bots elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings

from ratings.contestants import chunks
from tournaments.dispatch.claim import lease_seconds, limits_of
from tournaments.dispatch.contestants import COLUMNS, Contestant, Kind
from tournaments.models import Seat, Tournament

MATCHES, PROGRAMS, REMOTE = "matches", "programs", "remote"
QUEUES = (MATCHES, PROGRAMS, REMOTE)
_VERSION = [f"entry__version__{column}" for column in COLUMNS]


@dataclass(frozen=True, slots=True)
class Route:
    """A queue, and the seconds after which a worker's process that is still at it is ended."""

    queue: str
    time_limit: float


def route(contestants: Collection[Contestant], lease: float) -> Route:
    """Where a match of theirs is played; ``lease`` as of ``lease_seconds``."""
    kinds = {contestant.kind for contestant in contestants}
    queue = REMOTE if Kind.REMOTE in kinds else PROGRAMS if Kind.PROGRAM in kinds else MATCHES
    # Above a turn (one lease of policies) and its last game (another lease, of whom it may be).
    return Route(queue, settings.CROUPIER_LEASE_SECONDS + 2 * lease + 30)


def routes(match_ids: Collection[int]) -> dict[int, Route]:
    """By match. Matches of policies alone are left out."""
    seated: dict[int, list[Contestant]] = {}
    events: dict[int, int] = {}
    for chunk in chunks(match_ids):
        others = Seat.objects.filter(match__in=chunk).exclude(entry__version__kind=Kind.POLICY)
        found = others.order_by("match_id", "seat").values_list("match_id", "entry__tournament_id", *_VERSION)
        for match_id, event, *version in found:
            seated.setdefault(match_id, []).append(Contestant(*version))
            events[match_id] = event
    limits = {event.pk: limits_of(event) for event in Tournament.objects.filter(pk__in=set(events.values()))}
    return {
        match_id: route(contestants, lease_seconds(contestants, limits[events[match_id]]))
        for match_id, contestants in seated.items()
    }
