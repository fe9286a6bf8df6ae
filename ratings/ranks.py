"""Ranks without counting rows: whole buckets of rank counts, and what shares a value's own bucket along the index.

Bucket b holds the values from b widths on and below b + 1 widths. A width is a power of two, so both edges and the
bucket of any value are exact, and so are the ranks. However many ratings there are, a rank takes a hundred counts of
buckets and a walk along the nearer side of one (hundreds of a million ratings).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any

from django.db import connection

from ratings.buckets import GREATEST, LEAST, TOGETHER, WIDE, bucket
from ratings.models import Build, RankBucket, Rating

Kind = RankBucket.Kind
# Two variables of a statement each, which on SQLite, as Django has it, are at most 999.
_ASKED_AT_ONCE = 450


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a rating stands among the public ones of its build.

    rank   1 + the number of greater scores
    best   1 + the number of those whose 95% interval lies wholly above its own
    worst  the number of those whose 95% interval does not lie wholly below its own, itself among them

    `best` to `worst` is the marginal rank interval. It speaks of skills, and the rank of scores: where sigmas differ
    much the rank may lie outside.
    """

    rank: int
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Beyond:
    """A question: how many public ratings have a score, low or high (`kind`) greater than a value, or, with `equal`,
    no less than it?"""

    kind: str
    value: float
    equal: bool = False


def ranks(build: Build, ratings: Sequence[Rating], *, consecutive: bool = False) -> list[Rank]:
    """The ranks of some public ratings of a build, in their order; two statements for up to 150 of them.

    consecutive  they stand next to each other on the leaderboard, so that the first two scores tell all the ranks:
                 two statements for up to 224 of them
    """
    scores = dict.fromkeys(rating.score for rating in ratings)
    counted = count_beyond(
        build,
        [
            *(Beyond(Kind.SCORE, score) for score in (islice(scores, 2) if consecutive else scores)),
            *(_above(rating) for rating in ratings),
            *(_not_below(rating) for rating in ratings),
        ],
    )
    found: list[Rank] = []
    same = 0
    for place, rating in enumerate(ratings):
        greater = counted.get(Beyond(Kind.SCORE, rating.score))
        if place and rating.score == ratings[place - 1].score:
            rank, same = found[-1].rank, same + 1
        else:
            rank, same = (found[-1].rank + same if greater is None else greater + 1), 1
        best = counted[_above(rating)] + 1
        # No interval is empty; between two statements a rating may have moved.
        found.append(Rank(rank, best, max(best, counted[_not_below(rating)])))
    return found


def _above(rating: Rating) -> Beyond:
    return Beyond(Kind.LOW, rating.high)


def _not_below(rating: Rating) -> Beyond:
    return Beyond(Kind.HIGH, rating.low, equal=True)


def count_beyond(build: Build, asked: Iterable[Beyond]) -> dict[Beyond, int]:
    """The answers to some questions; one statement, and another for every 450 values whose bucket is not empty."""
    within = {question: bucket(question.value, build.width) for question in asked}
    found: dict[Beyond, int] = {}
    rest: list[_Within] = []
    counts = _buckets(build, {(question.kind, place) for question, place in within.items()})
    for question, place in within.items():
        here, found[question] = counts[question.kind, place]
        if here:
            rest.append(_nearer_side(question, place, here, build.width))
    for start in range(0, len(rest), _ASKED_AT_ONCE):
        part = rest[start : start + _ASKED_AT_ONCE]
        for number, count in _count(build, part):
            one = part[number]
            found[one.question] += one.here - count if one.below else count
    return found


def _buckets(build: Build, asked: set[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, int]]:
    """By kind and bucket: how many values lie in it, and how many in greater ones."""
    wanted: dict[str, list[int]] = {}
    for kind, place in sorted(asked, reverse=True):
        wanted.setdefault(kind, []).append(place)
    found: dict[tuple[str, int], tuple[int, int]] = {}
    counts = _counts(build, {kind: (places[-1], places[0]) for kind, places in wanted.items()})
    for kind, places in wanted.items():
        rows, beyond = counts[kind], 0
        number = 0
        for place in places:
            while number < len(rows) and rows[number][0] > place:
                beyond += rows[number][1]
                number += 1
            here = rows[number][1] if number < len(rows) and rows[number][0] == place else 0
            found[kind, place] = here, beyond
    return found


def _counts(build: Build, bounds: dict[str, tuple[int, int]]) -> dict[str, list[tuple[int, int]]]:
    """By kind: the counts of buckets from the least to the end of those that are counted together with the greatest,
    descending; before them, as that of the next one, the sum of all beyond."""
    found: dict[str, list[tuple[int, int]]] = {kind: [] for kind in bounds}
    if not bounds:
        return found
    count = connection.ops.quote_name("count")
    rows = f"FROM {_table(RankBucket)} WHERE build_id = %s AND kind = %s AND bucket"
    one = f"SELECT kind, bucket, {count} {rows} BETWEEN %s AND %s"
    beyond = f"SELECT %s, %s, COALESCE(SUM({count}), 0) {rows} > %s"
    parts: list[str] = []
    values: list[Any] = []
    for kind, (least, greatest) in bounds.items():
        together = greatest // TOGETHER
        end = (together + 1) * TOGETHER
        parts += [one, beyond]
        values += [build.pk, str(kind), least, end - 1]
        values += [str(kind), end, build.pk, WIDE[Kind(kind)].value, together]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), values)
        for kind, place, total in cursor.fetchall():
            found[kind].append((place, int(total)))
    for counted in found.values():
        counted.sort(reverse=True)
    return found


@dataclass(frozen=True, slots=True)
class _Within:
    """A question about a bucket that holds `here` values, as one about those between the value and one of its edges:
    the lower one if `below`, and then the answer is the others."""

    question: Beyond
    here: int
    below: bool
    edge: float


def _nearer_side(question: Beyond, place: int, here: int, width: float) -> _Within:
    # The first bucket has no beginning, and the last no end.
    if place in (LEAST, GREATEST) or question.value - place * width > width / 2:
        return _Within(question, here, False, (place + 1) * width if place < GREATEST else inf)
    return _Within(question, here, True, place * width)


def _count(build: Build, asked: Sequence[_Within]) -> Iterator[tuple[int, int]]:
    """By their number in the list: how many public ratings lie between a value and the edge."""
    groups: dict[str, list[tuple[int, float, float]]] = {}
    for number, one in enumerate(asked):
        column, equal = f"r.{connection.ops.quote_name(one.question.kind)}", one.question.equal
        if one.below:
            bounds = f"{column} {'<' if equal else '<='} %s.value AND {column} >= %s.edge"
        else:
            bounds = f"{column} {'>=' if equal else '>'} %s.value AND {column} < %s.edge"
        groups.setdefault(bounds, []).append((number, one.question.value, one.edge))
    lists, parts, values = [], [], []
    row = "(%d, CAST(%%s AS double precision), CAST(%%s AS double precision))"
    for group, (bounds, rows) in enumerate(groups.items()):
        name = f"w{group}"
        lists.append(f"{name} (number, value, edge) AS (VALUES {', '.join(row % number for number, _, _ in rows)})")
        values += [bound for _, value, edge in rows for bound in (value, edge)]
        parts.append(
            f"SELECT number, (SELECT COUNT(*) FROM {_table(Rating)} r WHERE r.build_id = %s "  # noqa: S608
            f"AND r.{connection.ops.quote_name('public')} IN (TRUE) AND {bounds % (name, name)}) FROM {name}"
        )
    statement = f"WITH {', '.join(lists)} {' UNION ALL '.join(parts)}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, *[build.pk] * len(parts)])
        yield from cursor.fetchall()


def _table(model: type[Rating] | type[RankBucket]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
