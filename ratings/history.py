"""How the ratings of a bot moved in a pool, and where its versions came in."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from operator import attrgetter

from django.db import connection
from django.db.models import Min, TextField
from django.db.models.functions import Cast

from ratings.contestants import versions_of
from ratings.models import LedgerEvent, Pool, RatingPoint
from ratings.skill import Belief
from tournaments.access.keyset import Keyset, Value

# The order of a history; (seq, version) is one place of it.
KEYSET = Keyset(("seq", "version"), unique="version")
# Parts of one statement; SQLite takes 500.
_VERSIONS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """What was believed of a version at a place of the ledger: after a round, or when it came in.

    seq     the last board of the ledger that is in it
    number  of the version within the bot
    boards  rated boards of the version so far
    """

    seq: int
    version: int
    number: int
    mu: float
    sigma: float
    boards: int
    at: datetime

    @property
    def score(self) -> float:
        return Belief(self.mu, self.sigma).score

    @property
    def low(self) -> float:
        """The lower end of the 95% interval."""
        return Belief(self.mu, self.sigma).interval[0]

    @property
    def high(self) -> float:
        """The upper end of the 95% interval."""
        return Belief(self.mu, self.sigma).interval[1]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened to a version of a bot in a pool.

    seq          the last board of the ledger before it
    joined       it came into the pool; else it was there, and became public
    predecessor  number of the version from whose belief it came in; None for a newcomer, and if it did not come in now
    public       from now on it is the one version of its bot that the leaderboard shows
    """

    seq: int
    version: int
    number: int
    joined: bool
    predecessor: int | None
    public: bool
    at: datetime


def history(pool: Pool, bot_id: int, *, limit: int, after: Sequence[Value] | None = None) -> list[HistoryPoint]:
    """At most `limit` points of all versions of a bot, in ledger order, those of one place by version; beyond the
    place (seq, version) `after`. Two statements, one more for every 100 versions; empty for a bot that is not there.
    """
    numbers = versions_of(bot_id)
    versions, parts = list(numbers), []
    for start in range(0, len(versions), _VERSIONS_AT_ONCE):
        parts.append(_points(pool, versions[start : start + _VERSIONS_AT_ONCE], limit, after))
    found = heapq.merge(*parts, key=lambda point: (point.seq, point.version_id))
    return [
        HistoryPoint(p.seq, p.version_id, numbers[p.version_id], p.mu, p.sigma, p.boards, p.at)
        for p in islice(found, limit)
    ]


def _points(pool: Pool, versions: Sequence[int], limit: int, after: Sequence[Value] | None) -> list[RatingPoint]:
    """The next points of each version, from which the next of all are taken: a walk along the index for each."""
    quote = connection.ops.quote_name
    table = quote(RatingPoint._meta.db_table)
    parts: list[str] = []
    values: list[Value | None] = []
    for version in versions:
        condition = ""
        values += [pool.build_id, version]
        if after is not None:
            seq, last = after
            condition = f"AND seq {'>' if version <= last else '>='} %s "  # type: ignore[operator]
            values.append(seq)
        parts.append(
            f"SELECT * FROM (SELECT * FROM {table} WHERE build_id = %s AND version_id = %s {condition}"  # noqa: S608
            f"ORDER BY seq LIMIT {limit}) p{len(parts)}"
        )
    rows = list(RatingPoint.objects.raw(" UNION ALL ".join(parts), values))
    return sorted(rows, key=attrgetter("seq", "version_id"))


def marks(pool: Pool, bot_id: int, *, after: int = -1, until: int | None = None) -> list[Mark]:
    """Where the versions of a bot came into a pool and became public, in ledger order; none if it is not in it.

    after, until  places of the ledger (seq): those beyond the one, up to the other
    Three statements; the last reads the lists of those who came in, from where the bot's first version did.
    """
    numbers = versions_of(bot_id)
    first = RatingPoint.objects.filter(build=pool.build_id, version__bot_id=bot_id).aggregate(seq=Min("seq"))
    if first["seq"] is None:
        return []
    found = _marks(pool, bot_id, numbers, first["seq"])
    return [mark for mark in found if mark.seq > after and (until is None or mark.seq <= until)]


def _marks(pool: Pool, bot_id: int, numbers: dict[int, int], first: int) -> Iterator[Mark]:
    # A line of a join reads [version, bot, predecessor, public]; both databases write a blank after a comma.
    rows = LedgerEvent.objects.filter(pool=pool, kind=LedgerEvent.Kind.JOIN, after__gte=first)
    rows = rows.annotate(text=Cast("data", TextField())).filter(text__contains=f", {bot_id}, ")
    seen: set[int] = set()
    for after, data, at in rows.order_by("number").values_list("after", "data", "created_at"):
        for version, bot, predecessor, public in data["versions"]:
            if bot != bot_id:
                continue
            joined = version not in seen
            seen.add(version)
            if joined or public:
                before = numbers[predecessor] if joined and predecessor is not None else None
                yield Mark(after, version, numbers[version], joined, before, public, at)
