"""The page of a pool, above its fields: who leads, what it rates by, who anchors it, what happened, what is built."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from ratings.display.board import board
from ratings.display.pool import anew, constants, editions, state_of
from ratings.models import Build, LedgerEvent, Pool, Rating

LEADERS = 10
MOST_SHOWN = 10  # of anything else that is listed


def shown(pool: Pool) -> dict[str, Any]:
    """All of it, for the template; the pool is from `with_condition`. The number of statements does not grow."""
    history = editions(pool.pk)
    builds = Build.objects.filter(pool=pool).order_by("-id")[:MOST_SHOWN]
    return {
        "pool": pool,
        "anew": anew(pool),
        "board": board(pool_id=pool.pk, limit=LEADERS, cursor=None),
        "editions": history,
        "constants": constants(pool, history),
        "references": Rating.objects.filter(build=pool.build_id, reference=True)
        .select_related("version__bot__owner")
        .order_by("-score", "version_id")[: MOST_SHOWN + 1],
        "events": LedgerEvent.objects.filter(pool=pool)
        .exclude(kind=LedgerEvent.Kind.JOIN)
        .select_related("by")
        .order_by("-number")[:MOST_SHOWN],
        "builds": [(build, state_of(build)) for build in builds],
        "links": [
            ("Whole leaderboard", reverse("admin:ratings_pool_leaderboard", args=[pool.pk])),
            ("How well it foretells", reverse("admin:ratings_pool_foretelling", args=[pool.pk])),
            ("Ratings", _listing("rating", pool)),
            ("Rated boards", _listing("ledgerrow", pool)),
            ("Events of the ledger", _listing("ledgerevent", pool)),
            ("Builds", _listing("build", pool)),
            ("Public page", reverse("pages:pool", args=[pool.pk])),
        ],
    }


def _listing(model: str, pool: Pool) -> str:
    return reverse(f"admin:ratings_{model}_changelist") + f"?pool__id__exact={pool.pk}"
