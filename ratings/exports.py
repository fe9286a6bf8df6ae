"""A whole leaderboard as a file, a part at a time: comma-separated values and JSON lines.

Ranks follow from the running order. Rank intervals need the ends of all intervals, sorted: 16 bytes a bot, read once.
Everything else is one chunk of rows, so the memory that it takes hardly grows with the pool. As with pages, a rating
that moves meanwhile may be seen twice or not at all.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.utils import timezone

from ratings.contestants import IDS_PER_QUERY
from ratings.leaderboard import ORDER, UNIQUE, is_provisional, shown_build
from ratings.models import BatchRating, Build, Pool, Rating
from tournaments.access import csv
from tournaments.access.keyset import Keyset, Value

# As a line of the leaderboard has them in the API; the names of the bot and its owner are texts that others chose.
_COLUMNS = {
    "bot": "version__bot_id",
    "name": "version__bot__name",
    "owner": "version__bot__owner__username",
    "version": "version_id",
    "number": "version__number",
    **{name: name for name in ("mu", "sigma", "score", "low", "high", "boards", "games", "wins", "draws", "losses")},
    **{name: name for name in ("reference", "fixed", "last_played_at")},
}
_BATCH = ("mu", "sigma", "order_luck")
CSV_COLUMNS = ("rank", "best_rank", "worst_rank", "provisional", *_COLUMNS, *(f"batch_{name}" for name in _BATCH))
_LINES = 1_000
# A build that was replaced is dropped a minute later, unless somebody who reads it says so again before.
_SAID_AGAIN = timedelta(seconds=15)


class BuildDropped(Exception):
    """What was being exported is there no more; what was sent is not the whole."""


def as_csv(pool: Pool) -> Iterator[str]:
    """A header and a line for each bot, best first; times in ISO 8601, `true` and `false`, and nothing for none."""
    return csv.parts(CSV_COLUMNS, (list(map(_cell, _flat(line))) for line in lines(pool)), lines=_LINES)


def as_json_lines(pool: Pool) -> Iterator[str]:
    """A JSON object on a line for each bot, best first: the same as on the pages of the API."""
    rest = lines(pool)
    while part := list(islice(rest, _LINES)):
        yield "".join(f"{json.dumps(line, ensure_ascii=False, default=_time)}\n" for line in part)


def lines(pool: Pool) -> Iterator[dict[str, Any]]:
    """The lines of the leaderboard. Two statements and two for every 900 of them.

    Raises BuildDropped on the way if somebody dropped what it reads.
    """
    build = shown_build(pool)
    lows, highs = _ends(build, "low"), _ends(build, "high")
    rank, position, score = 0, 0, None
    for part in _parts(build):
        versions = [row["version"] for row in part]
        second = {
            version: {"mu": mu, "sigma": sigma, "order_luck": live - mu}
            for version, mu, sigma, live in BatchRating.objects.filter(
                build=pool.batch_id, version_id__in=versions
            ).values_list("version_id", "mu", "sigma", "live_mu")
        } if pool.batch_id is not None else {}  # fmt: skip
        for row in part:
            position += 1
            if row["score"] != score:
                rank, score = position, row["score"]
            yield {
                "rank": rank,
                "best_rank": len(lows) - bisect_right(lows, row["high"]) + 1,
                "worst_rank": len(highs) - bisect_left(highs, row["low"]),
                "provisional": is_provisional(row["sigma"], pool),
                **row,
                "second_opinion": second.get(row["version"]),
            }


def _ends(build: Build, name: str) -> array[float]:
    """All lower or upper ends, ascending."""
    rows = Rating.objects.listed(build.pk).order_by(name).values_list(name, flat=True)
    return array("d", rows.iterator(chunk_size=10_000))


def _parts(build: Build) -> Iterator[list[dict[str, Any]]]:
    keyset = Keyset(ORDER, unique=UNIQUE)
    rows = keyset.order(Rating.objects.listed(build.pk))
    place: tuple[Value, ...] | None = None
    said = timezone.now()
    while True:
        found = (rows if place is None else keyset.after(rows, place)).values_list(*_COLUMNS.values())
        part = [dict(zip(_COLUMNS, row, strict=True)) for row in found[:IDS_PER_QUERY]]
        if timezone.now() - said > _SAID_AGAIN or len(part) < IDS_PER_QUERY:
            said = timezone.now()
            _stay(build, said)
        if part:
            yield part
        if len(part) < IDS_PER_QUERY:
            return
        place = (part[-1]["score"], part[-1]["version"])


def _stay(build: Build, now: datetime) -> None:
    """Keep a build that was replaced for another while."""
    left = Build.objects.filter(pk=build.pk).values_list("superseded_at", flat=True)
    if not left:
        raise BuildDropped(f"{build} was dropped while it was exported; what was sent is not the whole: export again")
    if left[0] is not None:
        Build.objects.filter(pk=build.pk).update(superseded_at=now)


def _flat(line: dict[str, Any]) -> Iterator[Any]:
    second = line.pop("second_opinion")
    yield from line.values()
    yield from (second[name] if second else None for name in _BATCH)


def _cell(value: Any) -> csv.Value:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _time(value)
    found: csv.Value = value
    return found


def _time(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")
