"""How a pool stands: how many are rated in it, whether what it shows is complete, and how far a new build is."""

from __future__ import annotations

from typing import cast

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from ratings.models import Build, Pool, RankBucket


def with_condition(pools: QuerySet[Pool]) -> QuerySet[Pool]:
    """Adds `bots` (how many the leaderboard shows) and what `under_way` reads; two statements for any number."""
    counts = RankBucket.objects.filter(build=OuterRef("build"), kind=RankBucket.Kind.SCORES).order_by()
    working = Build.objects.filter(kind=Build.Kind.LIVE, finished_at=None, lease_until__gt=timezone.now())
    return (
        pools.select_related("build", "batch")
        .annotate(bots=Coalesce(Subquery(counts.values("build").annotate(n=Sum("count")).values("n")), 0))
        .prefetch_related(Prefetch("builds", queryset=working.order_by("-id"), to_attr="working"))
    )


def under_way(pool: Pool) -> Build | None:
    """The build of a pool's ratings that somebody is at; the pool is from `with_condition`."""
    found = cast("list[Build]", pool.working)  # type: ignore[attr-defined]
    return found[0] if found else None
