"""One pool verified: its ledger, the pool's own columns, and everything that it shows."""

from __future__ import annotations

from typing import Any

from ratings.changes import PARAMETERS
from ratings.heap import undisturbed_heap
from ratings.models import Build, LedgerEvent, Pool
from ratings.replay import Progress, Reading, counted, play
from ratings.snapshot import snapshot
from ratings.state import PoolState
from ratings.stream import Happening, elements, happenings
from ratings.verification.cache import check_history, check_meetings, check_ratings
from ratings.verification.findings import Findings, Unreadable
from ratings.verification.ledger import Order, check_rows, check_versions

Kind = LedgerEvent.Kind


def verify(pool_id: int, progress: Progress | None = None, *, most: int = 20) -> Findings:
    """Replay a pool's ledger and compare everything that follows from it with what the pool shows.

    All of it is read from one snapshot, so it is right while rounds are being closed, and holds nobody up. A pool whose
    ledger calls for a new build is compared with what its ledger said before that.
    most  differences of each part that are kept
    Raises Pool.DoesNotExist.
    """
    with snapshot(), undisturbed_heap():
        pool = Pool.objects.select_related("build").get(pk=pool_id)
        findings = Findings(pool_id, pool.title, most)
        try:
            check_rows(pool, findings)
            _check_pool(pool, happenings(pool_id), findings)
            _compare(pool, findings, progress)
        except Unreadable:
            findings.notes.append("the ledger cannot be played beyond that; what is shown was not compared with it")
        return findings


def _check_pool(pool: Pool, events: list[Happening], findings: Findings) -> None:
    """What the pool itself repeats of its events."""
    editions = [event.data for event in events if event.kind == Kind.PARAMETERS]
    if not editions:
        findings.differs("events", "there are none that say what the parameters are")
        raise Unreadable
    said: dict[str, Any] = {"version": pool.parameters_version, **{name: getattr(pool, name) for name in PARAMETERS}}
    for name, value in said.items():
        if editions[-1].get(name) != value:
            findings.differs("pool", f"{name} is {value}, by the ledger {editions[-1].get(name)}")
    calls = max((event.number for event in events if event.kind in LedgerEvent.DEMAND_A_BUILD), default=0)
    if pool.rebuild_from != calls:
        findings.differs("pool", f"rebuild_from is {pool.rebuild_from}, by the ledger {calls}")


def _compare(pool: Pool, findings: Findings, progress: Progress | None) -> None:
    build = pool.build
    try:
        reading = _reading(pool)
    except (KeyError, TypeError, ValueError) as error:
        findings.differs("events", f"cannot be read: {error!r}")
        raise Unreadable from None
    state = PoolState(reading.editions)
    order = Order(pool, state, findings)
    points = play(state, reading, counted(order.watch(elements(pool.pk)), progress))
    if build is None:
        for _ in points:
            pass
        findings.notes.append("nothing is shown yet: a build is due")
    else:
        check_history(build, points, findings)
    order.end()
    check_versions(state, findings)
    if build is not None:
        _check_build(pool, build, order.board, findings)
        check_ratings(build, state, findings)
        check_meetings(build, state, findings)
        if pool.is_stale:
            findings.notes.append(
                f"a new build is due for event {pool.rebuild_from}; what is shown was compared with what the ledger "
                "said before"
            )


def _reading(pool: Pool) -> Reading:
    """What the ledger said of its boards when what is shown was built; what happened since is worked in already."""
    through = pool.build.through if pool.build is not None else 0
    return Reading.of(
        event
        for event in happenings(pool.pk)
        if pool.build is None or event.number <= through or event.kind not in LedgerEvent.DEMAND_A_BUILD
    )


def _check_build(pool: Pool, build: Build, boards: int, findings: Findings) -> None:
    if build.pool_id != pool.pk or build.kind != Build.Kind.LIVE or build.finished_at is None:
        findings.differs("pool", f"build {build.pk}, which is shown, is not a finished build of its live ratings")
    if build.boards != boards:
        findings.differs("pool", f"build {build.pk}: has {build.boards} boards, the ledger {boards}")
