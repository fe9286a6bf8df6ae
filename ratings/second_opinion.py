"""Order-free ratings of a whole pool, stored beside the live ones of the same place of the ledger.

Live ratings depend on the order in which rounds closed; these do not (`ratings.skill.batch`). The difference is the
luck of the order: how much of a bot's place it owes to whom it met when, rather than to how it played.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery

from ratings import bulk
from ratings.ledger import lock
from ratings.models import BatchRating, Build, LedgerEvent, LedgerRow, Pool
from ratings.rebuild import Lease, begin, finish
from ratings.records import ReadRecord, read_record
from ratings.replay import Progress
from ratings.skill.batch import Settled, settle

Sweep = Callable[[int, float], object]  # the number of a sweep over all boards, and the greatest change in it


def opine(pool_id: int, *, progress: Progress | None = None, sweep: Sweep | None = None) -> Build:
    """Rate the whole pool at once and show it as its second opinion.

    Nothing is locked but for the swap. Raises Pool.DoesNotExist, BuildInProgress, LostBuild, ValueError for a board
    that was rated by another algorithm.
    """
    build = begin(pool_id, Build.Kind.BATCH)
    lease = Lease(build)
    read = read_record(pool_id, progress)

    def told(number: int, change: float) -> None:
        lease.renew(read.boards)
        if sweep is not None:
            sweep(number, change)

    settled = settle(read.record, progress=told)
    build.note = described(settled)
    _insert(build, read, settled)
    with transaction.atomic():
        finish(lock([pool_id])[pool_id], build, through=read.through, boards=read.boards)
    build.refresh_from_db()
    return build


def overdue() -> list[int]:
    """The pools whose ledger has something that their second opinion does not know of."""
    own = {"pool": OuterRef("pk")}
    boards = LedgerRow.objects.filter(**own).order_by("-seq").values("seq")[:1]
    event = LedgerEvent.objects.filter(**own).order_by("-number").values("number")[:1]
    pools = Pool.objects.annotate(last=Subquery(boards), event=Subquery(event))
    grown = Q(batch=None) | Q(last__gt=F("batch__boards")) | Q(event__gt=F("batch__through"))
    return list(pools.filter(grown, last__gt=0).order_by("pk").values_list("pk", flat=True))


def described(settled: Settled) -> str:
    """How well it is known that this is the answer."""
    return (
        f"{'settled' if settled.converged else 'not settled'} after {settled.sweeps} sweeps; "
        f"greatest change in the last: {settled.change:.1e} sigma"
    )


def _insert(build: Build, read: ReadRecord, settled: Settled) -> None:
    lines = (read.live.lines[version] for version in read.versions)
    bulk.insert(
        BatchRating,
        ["build_id", "version_id", "mu", "sigma", "live_mu", "live_sigma"],
        (
            (build.pk, line.version, belief.mu, belief.sigma, line.mu, line.sigma)
            for line, belief in zip(lines, settled.beliefs, strict=True)
        ),
    )
