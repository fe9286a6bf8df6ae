"""The rows of a build: what a round needs of them is loaded into memory, and what it moved is written back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from ratings import buckets, bulk
from ratings.contestants import chunks
from ratings.models import Build, Meeting, RankBucket, Rating, RatingPoint
from ratings.skill import Belief
from ratings.state import Line, Point, PoolState

_MOVING = (
    "mu", "sigma", "score", "low", "high", "boards", "games", "wins", "draws", "losses",
    "public", "reference", "fixed", "last_played_at",
)  # fmt: skip
_PAIR, _MET = ("build_id", "first_id", "second_id"), ("wins", "draws", "losses")
_BUCKET = ("build_id", "kind", "bucket")
_COPIED = ("boards", "games", "wins", "draws", "losses", "public", "reference", "fixed", "last_played_at")
_LINE = ("version_id", "version__bot_id", "mu", "sigma", *_COPIED)  # the fields of Line, in their order
_CHUNK = 10_000


def lines(build_id: int, **which: Any) -> Iterator[Line]:
    """The versions of a build that a filter names, in the order in which they came in."""
    rows = Rating.objects.filter(build_id=build_id, **which).order_by("id")
    for values in rows.values_list(*_LINE):
        yield Line(*values)


def all_lines(build_id: int) -> Iterator[Line]:
    """Every version of a build, in no order, of which few are in memory at a time."""
    rows = Rating.objects.filter(build_id=build_id).order_by()
    for values in rows.values_list(*_LINE).iterator(chunk_size=_CHUNK):
        yield Line(*values)


def load(state: PoolState, build_id: int, versions: Iterable[int]) -> None:
    """Put the versions that a build has into memory."""
    for chunk in chunks(versions):
        for line in lines(build_id, version_id__in=chunk):
            state.add(line)


def load_bots(state: PoolState, build_id: int, bots: Iterable[int]) -> None:
    """Put all versions of some bots into memory, except those that are there."""
    for chunk in chunks(bots):
        for line in lines(build_id, version__bot_id__in=chunk):
            if line.version not in state.lines:
                state.add(line)


class Writer:
    """Writes what moved in memory since this was made, into a build whose pool is locked."""

    def __init__(self, state: PoolState, build: Build) -> None:
        self.state, self.build = state, build
        self._counted = {version: _keys(line, build.width) for version, line in state.lines.items()}

    def points(self, points: Iterable[Point]) -> None:
        """A piece of history; what stands at the same place already is written over."""
        put_points(self.build, points)

    def finish(self) -> None:
        """Ratings, meetings, rank counts."""
        Rating.objects.bulk_create(
            [Rating(pool_id=self.build.pool_id, build=self.build, version_id=line.version, **_values(line))
             for line in self.state.lines.values()],
            update_conflicts=True,
            unique_fields=["build", "version"],
            update_fields=list(_MOVING),
        )  # fmt: skip
        bulk.add(Meeting, _PAIR, _MET, _meetings(self.build, self.state))
        counts: dict[buckets.Key, int] = {}
        for version, line in self.state.lines.items():
            buckets.add(counts, self._counted.get(version, ()), -1)
            buckets.add(counts, _keys(line, self.build.width), 1)
        bulk.add(RankBucket, _BUCKET, ["count"], _counts(self.build, counts))


def put_points(build: Build, points: Iterable[Point]) -> None:
    """Write a piece of history; what stands at the same place already is written over."""
    RatingPoint.objects.bulk_create(
        [RatingPoint(build=build, version_id=p.version, seq=p.seq, mu=p.mu, sigma=p.sigma, boards=p.boards, at=p.at)
         for p in points],
        update_conflicts=True,
        unique_fields=["build", "version", "seq"],
        update_fields=["mu", "sigma", "boards", "at"],
    )  # fmt: skip


def insert_points(build: Build, points: Iterable[Point]) -> None:
    """Write the history of a new build."""
    moment = cache(bulk.moment)  # of a round all points have the same
    bulk.insert(
        RatingPoint,
        ["build_id", "version_id", "seq", "mu", "sigma", "boards", "at"],
        ((build.pk, p.version, p.seq, p.mu, p.sigma, p.boards, moment(p.at)) for p in points),
    )


def insert_state(build: Build, state: PoolState) -> None:
    """Write the ratings, meetings and rank counts of a new build."""
    counts: dict[buckets.Key, int] = {}
    moment = cache(bulk.moment)

    def rows() -> Iterator[list[Any]]:
        for line in state.lines.values():
            values = _values(line)
            values["last_played_at"] = moment(line.last_played_at)
            buckets.add(counts, _keys(line, build.width), 1)
            yield [build.pool_id, build.pk, line.version, *values.values()]

    bulk.insert(Rating, ["pool_id", "build_id", "version_id", *_MOVING], rows())
    bulk.insert(Meeting, [*_PAIR, *_MET], _meetings(build, state))
    bulk.insert(RankBucket, [*_BUCKET, "count"], _counts(build, counts))


def _meetings(build: Build, state: PoolState) -> Iterator[tuple[int, ...]]:
    return ((build.pk, *pair, *met) for pair, met in state.meetings.items())


def _counts(build: Build, counts: Mapping[buckets.Key, int]) -> Iterator[tuple[int | str, ...]]:
    return ((build.pk, *key, count) for key, count in sorted(counts.items()) if count)


def _values(line: Line) -> dict[str, Any]:
    """The columns `_MOVING` of a version, in their order."""
    belief = Belief(line.mu, line.sigma)
    low, high = belief.interval
    values = {"mu": line.mu, "sigma": line.sigma, "score": belief.score, "low": low, "high": high}
    return values | {name: getattr(line, name) for name in _COPIED}


def _keys(line: Line, width: float) -> tuple[buckets.Key, ...]:
    """The buckets that count it; none if it is not public."""
    if not line.public:
        return ()
    low, high = line.belief.interval
    return buckets.keys(line.belief.score, low, high, width)
