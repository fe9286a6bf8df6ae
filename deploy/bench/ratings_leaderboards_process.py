"""Measures the leaderboard of a generated pool: `python -m deploy.bench.ratings_leaderboards_process TIMES`.

A process of its own for each database, since Django is set to one, and after it was filled, since the peak of memory is
that of a process. Prints what it found as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import django

from deploy.bench.ratings_pool import TITLE

if TYPE_CHECKING:
    from ratings.models import Pool

PAGE = 50
WARM_UP = 10
FIRST, DEEPEST, EQUAL = "first page", "deepest page", "page of equal scores"
RANK, HEAD_TO_HEAD, OPPONENTS = "rank of one bot", "head-to-head", "opponents of one bot"


@dataclass(frozen=True)
class Found:
    """What one database took for one number of bots.

    seconds   by what was asked: median and nine tenths of the times
    equal     bots with the one score; lost and repeated of them in a walk over their pages
    exported  seconds for the whole leaderboard as CSV; peak, before: MiB of the process after that and before
    """

    seconds: dict[str, tuple[float, float]]
    equal: int
    lost: int
    repeated: int
    exported: float
    before: float
    peak: float


def measured(times: int) -> Found:
    """Every question is put in turn, each time another one first, so that all see the same weather."""
    django.setup()
    from ratings.models import Pool, Rating

    pool = Pool.objects.select_related("build").get(title=TITLE)
    asked = questions(pool, Rating.objects.count())
    found: dict[str, list[float]] = {what: [] for what in asked}
    order = list(asked)
    for number in range(WARM_UP + times):
        order.append(order.pop(0))
        for what in order:
            begun = time.perf_counter()
            asked[what](number)
            if number >= WARM_UP:
                found[what].append(time.perf_counter() - begun)
    seconds = {what: (median(took), quantiles(took, n=10)[-1]) for what, took in found.items()}
    equal, lost, repeated = walk(pool)
    before = _peak()
    begun = time.perf_counter()
    export(pool)
    return Found(seconds, equal, lost, repeated, time.perf_counter() - begun, before, _peak())


def questions(pool: Pool, bots: int) -> dict[str, Callable[[int], object]]:
    """What is asked, by name; each takes a number and asks of another bot for another one."""
    from ratings.api.bot_serializers import HeadToHeadSerializer
    from ratings.api.serializers import PlaceSerializer
    from ratings.leaderboard import leaderboard, place_of
    from ratings.meetings import head_to_head, opponents
    from ratings.models import Rating

    listed = Rating.objects.listed(pool.build_id)
    deepest = _before(listed.order_by("score", "-version_id")[PAGE : PAGE + 1])
    equal = _before(listed.filter(score=14.0).order_by("version_id")[1500:1501])

    def page(cursor: str | None) -> object:
        shown = leaderboard(pool_id=pool.pk, limit=PAGE, cursor=cursor)
        assert len(shown.places) == PAGE
        return PlaceSerializer(shown.places, many=True).data

    def some(number: int) -> int:
        return 1 + number * 7_919 % bots

    return {
        FIRST: lambda _: page(None),
        DEEPEST: lambda _: page(deepest),
        EQUAL: lambda _: page(equal),
        RANK: lambda number: PlaceSerializer(place_of(pool, some(number))).data,
        HEAD_TO_HEAD: lambda number: (
            HeadToHeadSerializer(head_to_head(pool, some(number), 1 + some(number) % bots)).data
        ),
        OPPONENTS: lambda number: opponents(pool, some(number), limit=PAGE),
    }


def _before(rows: Any) -> str:
    """The cursor of the page that begins after the one row."""
    from ratings.leaderboard import ORDER, UNIQUE
    from tournaments.access.keyset import Keyset

    (row,) = rows
    keyset = Keyset(ORDER, unique=UNIQUE)
    return keyset.cursor(keyset.place(row))


def walk(pool: Pool) -> tuple[int, int, int]:
    """(bots of the one score, how many of them no page showed, how many were shown again)."""
    from ratings.leaderboard import leaderboard
    from ratings.models import Rating

    listed = Rating.objects.listed(pool.build_id)
    right = list(listed.filter(score=14.0).order_by("version_id").values_list("version_id", flat=True))
    cursor: str | None = _before(listed.filter(score__gt=14.0).order_by("score", "-version_id")[:1])
    seen: list[int] = []
    while cursor is not None:
        shown = leaderboard(pool_id=pool.pk, limit=PAGE, cursor=cursor)
        here = [place.rating.version_id for place in shown.places if place.rating.score == 14.0]
        seen += here
        cursor = shown.next if len(here) == PAGE else None
    return len(right), len(set(right) - set(seen)), len(seen) - len(set(seen))


def export(pool: Pool) -> int:
    """Write the whole leaderboard, to nowhere; its length in characters."""
    from ratings.exports import as_csv
    from ratings.models import Pool

    return sum(map(len, as_csv(Pool.objects.select_related("build").get(pk=pool.pk))))


def _peak() -> float:
    """The greatest memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(json.dumps(asdict(measured(int(sys.argv[1])))))
