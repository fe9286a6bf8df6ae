"""Pools with their leaders, for lists of leaderboards."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from ratings.condition import with_condition
from ratings.models import Pool, Rating


def with_leaders(pools: QuerySet[Pool]) -> QuerySet[Any]:
    """Adds ``bots`` (how many are rated), ``leader``, ``leader_version`` and ``leader_score``; two statements."""
    # As `Rating.objects.listed` has it, so that SQLite walks the index.
    best = Rating.objects.filter(build=OuterRef("build"), public__in=[True]).order_by("-score", "version_id")
    return with_condition(pools).annotate(
        leader=Subquery(best.values("version__bot__name")[:1]),
        leader_version=Subquery(best.values("version__number")[:1]),
        leader_score=Subquery(best.values("score")[:1]),
    )
