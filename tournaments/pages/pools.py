"""Pools with their leaders, for lists of leaderboards."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from ratings.models import Pool, Rating
from tournaments.overview import count


def with_leaders(pools: QuerySet[Pool]) -> QuerySet[Any]:
    """Adds ``rated`` (bot versions), ``leader``, ``leader_version`` and ``leader_score`` in the same statement."""
    ratings = Rating.objects.filter(build=OuterRef("build"), public=True)
    best = ratings.order_by("-score", "version_id")
    return pools.annotate(
        rated=count(ratings),
        leader=Subquery(best.values("version__bot__name")[:1]),
        leader_version=Subquery(best.values("version__number")[:1]),
        leader_score=Subquery(best.values("score")[:1]),
    )
