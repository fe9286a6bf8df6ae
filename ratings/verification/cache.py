"""Whether the rows of a build are those of a pool in memory: ratings, history, meetings, rank counts."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import groupby
from typing import Any

from ratings import buckets
from ratings.cache import all_lines
from ratings.comparison import TOLERANCE
from ratings.models import Build, Meeting, RankBucket, Rating, RatingPoint
from ratings.skill import Belief
from ratings.state import Line, Point, PoolState
from ratings.verification.findings import Findings

_CHUNK = 10_000
_COUNTS = ("boards", "games", "wins", "draws", "losses", "public", "reference", "fixed", "last_played_at")


def check_history(build: Build, points: Iterable[Point], findings: Findings) -> None:
    """All points of a replay, as `ratings.replay.play` gives them, beside those of a build; few are in memory."""
    names = ("version_id", "seq", "at", "mu", "sigma", "boards")
    compared = 0
    with closing(_rows(RatingPoint, build, names, "seq")) as rows:
        shown = _Places(Point(*row) for row in rows)
        for seq, there in groupby(points, key=lambda point: point.seq):
            expected = {point.version: point for point in there}
            for found in shown.take(seq):
                compared += 1
                _point(found, expected.pop(found.version, None), findings)
            for point in expected.values():
                findings.differs("history", f"version {point.version} after board {seq}: is missing")
        for found in shown.take(None):
            _point(found, None, findings)
    findings.looked_at["points of history"] = compared


class _Places:
    """Points in the order of their places, taken up to one place after the other."""

    def __init__(self, points: Iterator[Point]) -> None:
        self._points = points
        self._next = next(points, None)

    def take(self, seq: int | None) -> Iterator[Point]:
        """The points up to a place; None for all that are left."""
        while (point := self._next) is not None and (seq is None or point.seq <= seq):
            self._next = next(self._points, None)
            yield point


def _point(found: Point, expected: Point | None, findings: Findings) -> None:
    where = f"version {found.version} after board {found.seq}"
    if expected is None or expected.seq != found.seq:
        findings.differs("history", f"{where}: the ledger has no such point")
        return
    for name in ("mu", "sigma"):
        _number(findings, "history", where, name, getattr(found, name), getattr(expected, name))
    for name in ("boards", "at"):
        _same(findings, "history", where, name, getattr(found, name), getattr(expected, name))


def check_ratings(build: Build, state: PoolState, findings: Findings) -> None:
    """Every rating of a build, and that its rank counts are those of its public ratings."""
    counts: dict[buckets.Key, int] = {}
    missing = dict.fromkeys(state.lines)
    compared = 0
    for line in all_lines(build.pk):
        compared += 1
        where = f"version {line.version}"
        if line.version not in missing:
            findings.differs("ratings", f"{where}: has not come into the pool")
            continue
        del missing[line.version]
        _line(line, state.lines[line.version], findings)
    for version in missing:
        findings.differs("ratings", f"version {version}: is missing")
    public = 0
    names = ("version_id", "mu", "sigma", "score", "low", "high", "public")
    for version, mu, sigma, score, low, high, is_public in _rows(Rating, build, names):
        belief = Belief(mu, sigma)
        # What follows from mu and sigma by one sum is the same to the bit, wherever it is computed.
        for name, value, right in zip(names[3:6], (score, low, high), (belief.score, *belief.interval), strict=True):
            _same(findings, "ratings", f"version {version}", name, value, right)
        if is_public:
            public += 1
            buckets.add(counts, buckets.keys(score, low, high, build.width), 1)
    findings.looked_at["ratings"] = compared
    _check_buckets(build, counts, public, findings)


def _line(found: Line, expected: Line, findings: Findings) -> None:
    where = f"version {found.version}"
    for name in ("mu", "sigma"):
        _number(findings, "ratings", where, name, getattr(found, name), getattr(expected, name))
    for name in _COUNTS:
        _same(findings, "ratings", where, name, getattr(found, name), getattr(expected, name))


def check_meetings(build: Build, state: PoolState, findings: Findings) -> None:
    """Who met whom, and how it went."""
    missing = dict(state.meetings)
    compared = 0
    for first, second, *met in _rows(Meeting, build, ("first_id", "second_id", "wins", "draws", "losses")):
        compared += 1
        where = f"versions {first} and {second}"
        expected = missing.pop((first, second), None)
        if expected is None:
            findings.differs("meetings", f"{where}: never met")
        else:
            _same(findings, "meetings", where, "wins, draws, losses", met, expected)
    for first, second in missing:
        findings.differs("meetings", f"versions {first} and {second}: are missing")
    findings.looked_at["meetings"] = compared


def _check_buckets(build: Build, counts: dict[buckets.Key, int], public: int, findings: Findings) -> None:
    missing = dict(counts)
    sums = dict.fromkeys(RankBucket.Kind.values, 0)
    for kind, bucket, count in _rows(RankBucket, build, ("kind", "bucket", "count")):
        sums[kind] = sums.get(kind, 0) + count
        expected = missing.pop((kind, bucket), 0)
        if count != expected:
            findings.differs("rank counts", f"{kind} {bucket}: {count} ratings are counted, {expected} are there")
    for kind, bucket in missing:
        findings.differs("rank counts", f"{kind} {bucket}: no ratings are counted, {missing[kind, bucket]} are there")
    for kind, total in sums.items():
        if total != public:
            findings.differs("rank counts", f"{kind}: {total} ratings in all are counted, {public} are public")
    findings.looked_at["rank counts"] = len(counts)


def _rows(
    model: type[Rating | RatingPoint | Meeting | RankBucket], build: Build, names: tuple[str, ...], *order: str
) -> Generator[tuple[Any, ...], None, None]:
    """Columns of the rows of a build, of which few are in memory at a time."""
    rows = model._default_manager.filter(build=build).order_by(*order)
    yield from rows.values_list(*names).iterator(chunk_size=_CHUNK)


def _number(findings: Findings, part: str, where: str, name: str, found: float, expected: float) -> None:
    # Negated, so that a value that is no number differs.
    if not abs(found - expected) <= TOLERANCE:
        findings.differs(part, f"{where}: {name} is {found!r}, by the ledger {expected!r}")


def _same(findings: Findings, part: str, where: str, name: str, found: object, expected: object) -> None:
    if found != expected:
        findings.differs(part, f"{where}: {name} is {found}, by the ledger {expected}")
