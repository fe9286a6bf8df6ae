"""Ranks without counting rows: whole buckets of rank counts, and what shares a value's own bucket along the index.

Bucket b holds the values from b widths on and below b + 1 widths. A width is a power of two, so both edges and the
bucket of any value are exact, and so are the ranks. However many ratings there are, a rank takes the counts of the
buckets beyond it (some thousands, whatever the pool) and a walk along one of them (hundreds of a million ratings).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any

from django.db import connection

from ratings.buckets import GREATEST, bucket
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
        found.append(Rank(rank, counted[_above(rating)] + 1, counted[_not_below(rating)]))
    return found


def _above(rating: Rating) -> Beyond:
    return Beyond(Kind.LOW, rating.high)


def _not_below(rating: Rating) -> Beyond:
    return Beyond(Kind.HIGH, rating.low, equal=True)


def count_beyond(build: Build, asked: Iterable[Beyond]) -> dict[Beyond, int]:
    """The answers to some questions; one statement, and another for every 450 values whose bucket is not empty."""
    within = {question: bucket(question.value, build.width) for question in asked}
    beyond, filled = _buckets(build, within)
    found = {question: beyond[question.kind, place] for question, place in within.items()}
    rest = iter([(question, place) for question, place in within.items() if (question.kind, place) in filled])
    while part := list(islice(rest, _ASKED_AT_ONCE)):
        for number, count in _within(build, part):
            found[part[number][0]] += count
    return found


def _buckets(build: Build, within: dict[Beyond, int]) -> tuple[dict[tuple[str, int], int], set[tuple[str, int]]]:
    """By kind and bucket: how many values lie in greater buckets; which of the buckets asked for are not empty.

    Greater buckets than all that are asked for come as one sum.
    """
    wanted: dict[str, list[int]] = {}
    for kind, place in sorted({(question.kind, place) for question, place in within.items()}, reverse=True):
        wanted.setdefault(kind, []).append(place)
    beyond: dict[tuple[str, int], int] = {}
    filled: set[tuple[str, int]] = set()
    counts = _counts(build, {kind: (places[-1], places[0]) for kind, places in wanted.items()})
    for kind, places in wanted.items():
        rows, total = iter(counts[kind]), 0
        row = next(rows, None)
        for place in places:
            while row is not None and row[0] > place:
                total += row[1]
                row = next(rows, None)
            beyond[kind, place] = total
            if row is not None and row[0] == place and row[1]:
                filled.add((kind, place))
    return beyond, filled


def _counts(build: Build, bounds: dict[str, tuple[int, int]]) -> dict[str, list[tuple[int, int]]]:
    """By kind: the counts of buckets from the least to the greatest of its bounds, descending, and before them, as
    that of the bucket after the greatest, the sum of all beyond."""
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
        parts += [one, beyond]
        values += [build.pk, str(kind), least, greatest]
        values += [str(kind), greatest + 1, build.pk, str(kind), greatest]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), values)
        for kind, place, total in cursor.fetchall():
            found[kind].append((place, int(total)))
    for counted in found.values():
        counted.sort(reverse=True)
    return found


def _within(build: Build, asked: Sequence[tuple[Beyond, int]]) -> Iterator[tuple[int, int]]:
    """By their number in the list: how many public ratings lie beyond a value in its own bucket."""
    groups: dict[tuple[str, bool], list[tuple[int, float, float]]] = {}
    for number, (question, place) in enumerate(asked):
        # The last bucket has no end.
        end = (place + 1) * build.width if place < GREATEST else inf
        groups.setdefault((question.kind, question.equal), []).append((number, question.value, end))
    table, quote = _table(Rating), connection.ops.quote_name
    lists, parts, values, builds = [], [], [], []
    for group, ((kind, equal), rows) in enumerate(groups.items()):
        row = "(%d, CAST(%%s AS double precision), CAST(%%s AS double precision))"
        lists.append(f"w{group} (number, value, until) AS (VALUES {', '.join(row % number for number, _, _ in rows)})")
        values += [bound for _, value, end in rows for bound in (value, end)]
        column = f"r.{quote(kind)}"
        parts.append(
            f"SELECT number, (SELECT COUNT(*) FROM {table} r WHERE r.build_id = %s AND r.{quote('public')} IN (TRUE) "  # noqa: S608
            f"AND {column} {'>=' if equal else '>'} w{group}.value AND {column} < w{group}.until) FROM w{group}"
        )
        builds.append(build.pk)
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {', '.join(lists)} {' UNION ALL '.join(parts)}", [*values, *builds])
        yield from cursor.fetchall()


def _table(model: type[Rating] | type[RankBucket]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
