"""Building a pool's ratings anew from its ledger, while rounds go on being closed, and swapping them in.

1. Begin: a build is made, with a lease. 2. Replay: the ledger is played in memory, outside any transaction; history is
written as it comes. 3. What was appended meanwhile is worked in, until little is left. 4. Swap: with the pool locked
the rest is worked in and the pool shows the new build. A worker that dies leaves a build that nobody sees; the sweep
drops it when its lease is over, and begins another. What a reader has begun to read stays for a while after a swap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ratings import buckets
from ratings.cache import Writer, insert_points, insert_state, load, load_bots, put_points
from ratings.heap import undisturbed_heap
from ratings.ledger import lock
from ratings.models import BatchRating, Build, LedgerEvent, Meeting, Pool, RankBucket, Rating, RatingPoint
from ratings.replay import Progress, Reading, play, read
from ratings.snapshot import snapshot
from ratings.state import PoolState
from ratings.stream import Batch, Element, elements

Look = Callable[[Pool, PoolState], object]

LEASE = timedelta(minutes=10)
# Boards that are worked in while the pool is locked: about a tenth of a second.
_AT_THE_SWAP = 2_000
# How long a reader may take from asking for a pool's build to reading its rows.
_STAYS = timedelta(minutes=1)
_ROWS_AT_ONCE = 5_000
_RENEWED = timedelta(seconds=2)


class LostBuild(Exception):
    """A build whose lease ran out was dropped while it was still worked at."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"{build} was taken for lost and dropped, {LEASE} after its worker was last heard of")


class BuildInProgress(Exception):
    """Somebody builds the same ratings now."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"{build} was begun at {build.started_at:%H:%M:%S} and is under way")


def begin(pool_id: int, kind: Build.Kind = Build.Kind.LIVE) -> Build:
    """A new build of a pool. Raises Pool.DoesNotExist, BuildInProgress while the lease of another of its kind holds."""
    with transaction.atomic():
        pool = lock([pool_id])[pool_id]
        now = timezone.now()
        other = Build.objects.filter(pool=pool, kind=kind, finished_at=None, lease_until__gt=now).first()
        if other is not None:
            raise BuildInProgress(other)
        return Build.objects.create(
            pool=pool,
            kind=kind,
            total=pool.boards_in_ledger,
            width=buckets.width(pool.sigma0),
            lease_until=now + LEASE,
        )


def due() -> list[int]:
    """The pools whose ratings must be built anew and that nobody is at."""
    working = Build.objects.filter(kind=Build.Kind.LIVE, finished_at=None, lease_until__gt=timezone.now())
    return list(Pool.stale().exclude(pk__in=working.values("pool_id")).values_list("pk", flat=True))


def rebuild(pool_id: int, *, progress: Progress | None = None, look: Look | None = None) -> Build:
    """Build the pool's ratings anew and show them.

    look  is called once before the swap with the pool and its replay, both at one place of the ledger; it may only read
    Raises as `begin`, LostBuild, ValueError for a board of another algorithm.
    """
    build = begin(pool_id)
    reading = read(pool_id)
    part = _Part(build, reading, progress)
    state = PoolState(reading.editions)
    with undisturbed_heap():
        insert_points(build, play(state, reading, part.watch(elements(pool_id))))
    if look is not None:
        with snapshot():
            rest = list(elements(pool_id, boards=part.boards, events=part.events))
            points = list(play(state, reading, rest))
            look(Pool.objects.get(pk=pool_id), state)
        put_points(build, points)
        for _ in part.watch(rest):
            pass
    insert_state(build, state)
    part.edition = state.edition
    del state
    while build.pool.boards_in_ledger - part.boards > _AT_THE_SWAP:
        with transaction.atomic():
            part.go_on()
    with transaction.atomic():
        pool = lock([pool_id])[pool_id]
        part.go_on()
        finish(pool, build, through=reading.through, boards=part.boards)
    return build


def finish(pool: Pool, build: Build, *, through: int, boards: int) -> None:
    """Show a build that is complete; the pool is locked. Raises LostBuild."""
    if not Build.objects.filter(pk=build.pk).exists():
        raise LostBuild(build)
    now = timezone.now()
    which = "build" if build.kind == Build.Kind.LIVE else "batch"
    Build.objects.filter(pk=getattr(pool, f"{which}_id")).update(superseded_at=now)
    Build.objects.filter(pk=build.pk).update(
        finished_at=now, lease_until=None, boards=boards, through=through, note=build.note
    )
    Pool.objects.filter(pk=pool.pk).update(**{which: build})


def left() -> list[int]:
    """The builds that nobody sees: lost, or replaced a while ago."""
    now = timezone.now()
    gone = Q(finished_at=None, lease_until__lt=now) | Q(superseded_at__lt=now - _STAYS)
    return list(Build.objects.filter(gone).values_list("pk", flat=True))


def drop_left() -> int:
    """Delete the rows of builds that nobody sees, some at a time. Returns the number of builds."""
    found = left()
    for build in found:
        for model in (Rating, RatingPoint, Meeting, RankBucket, BatchRating):
            rows = model._default_manager.filter(build_id=build)
            while ids := list(rows.values_list("pk", flat=True)[:_ROWS_AT_ONCE]):
                rows.filter(pk__gte=min(ids), pk__lte=max(ids)).delete()
        Build.objects.filter(pk=build).delete()
    return len(found)


class Lease:
    """Says now and then that a build is worked at, and how far it is."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._renewed = timezone.now()

    def renew(self, boards: int) -> None:
        now = timezone.now()
        if now - self._renewed > _RENEWED:
            self._renewed = now
            Build.objects.filter(pk=self._build.pk).update(boards=boards, lease_until=now + LEASE)


class _Part:
    """How far the ledger has been worked into a build that nobody sees yet; keeps its lease and tells its progress."""

    def __init__(self, build: Build, reading: Reading, progress: Progress | None) -> None:
        self.build, self.reading, self.progress = build, reading, progress
        self.boards = self.events = self.edition = 0
        self._lease = Lease(build)

    def watch(self, ledger: Iterable[Element]) -> Iterator[Element]:
        """The same elements, noting how far they were taken."""
        for element in ledger:
            yield element
            if not isinstance(element, Batch):
                self.events = element.number
                continue
            self.boards = element.last
            if self.progress is not None:
                self.progress(self.boards)
            self._lease.renew(self.boards)

    def go_on(self) -> None:
        """Work in what was appended since."""
        found = list(elements(self.build.pool_id, boards=self.boards, events=self.events))
        versions: dict[int, None] = {}
        bots: dict[int, None] = {}
        for element in found:
            if isinstance(element, Batch):
                versions.update(dict.fromkeys(version for board in element.boards for version in board.versions))
            elif element.kind == LedgerEvent.Kind.JOIN:
                bots.update(dict.fromkeys(bot for _, bot, _, _ in element.data["versions"]))
            elif element.kind in (LedgerEvent.Kind.REFERENCE, LedgerEvent.Kind.DISMISS):
                versions[element.data["version"]] = None
        state = PoolState(self.reading.editions, self.edition)
        load(state, self.build.pk, versions)
        load_bots(state, self.build.pk, bots)
        writer = Writer(state, self.build)
        writer.points(list(play(state, self.reading, self.watch(found))))
        writer.finish()
        self.reading.editions.update(state.parameters)
        self.edition = state.edition
