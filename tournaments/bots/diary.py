"""What the owner of a version sees of its games: how often it failed, how long it thought, and what it printed.

Nobody else does, staff and organisers included: what a bot prints may be its owner's secret. What may be known at all,
and so be counted, is decided by `selectors.visible_reports`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil
from statistics import median_low
from typing import get_args

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet

from tournaments.access.errors import Missing
from tournaments.dispatch import reports
from tournaments.models import BotVersion, SeatReport
from tournaments.play.players.base import Verdict
from tournaments.selectors import visible_reports

VERDICTS: tuple[str, ...] = get_args(Verdict)
GAMES_COUNTED = 10_000  # the last games of a version whose verdicts are counted: what the count costs is bounded
GAMES_TIMED = 1_000  # the last games of a version whose moves are looked at for their times
_CHUNK = 100
# What a list of games has no use for.
_UNREAD = (
    "printed",
    "last_request",
    "notes",
    "game__transcript",
    "trial_game__transcript",
    "trial_game__trial__secret",
    "game__match__round__tournament__secret",
)
# Control characters, tab and line feed apart: a terminal would obey them.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Times:
    """How long moves took. ``counts``: how many took so many ms; the other two are None without a move.

    median_ms, p99_ms  the least time that at least 50 or 99 percent of the moves did not exceed (nearest rank)
    """

    games: int
    moves: int
    median_ms: int | None
    p99_ms: int | None
    counts: Mapping[int, int] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Summary:
    """A version's last games: how many of ``GAMES_COUNTED`` ended by which verdict for it, and the times of moves."""

    games: int
    verdicts: Mapping[str, int]
    times: Times


def own_version(user: User, *, bot_id: int, number: int) -> BotVersion:
    """A version of the user's own. Raises Missing, for another's as if there were none."""
    own = BotVersion.objects.filter(bot_id=bot_id, number=number, bot__owner=user)
    version = own.select_related("bot__owner", "bot__active").first()
    if version is None:
        raise Missing(f"there is no version {number} of bot {bot_id} among yours")
    return version


def games_of(version: BotVersion) -> QuerySet[SeatReport]:
    """Its games, as far as its owner may know of them, newest first, with all that a list shows of them."""
    rows = visible_reports().filter(version=version).order_by("-id")
    return rows.select_related("game__match__round__tournament", "trial_game__trial").defer(*_UNREAD)


def game_of(version: BotVersion, report_id: int) -> SeatReport:
    """One of them, whole. Raises Missing."""
    found = games_of(version).defer(None).defer(*_UNREAD[3:]).filter(pk=report_id).first()
    if found is None:
        raise Missing(f"there is no game {report_id} of version {version.number} of bot {version.bot_id}")
    return found


def summary(version: BotVersion) -> Summary:
    """How the version has done so far."""
    last = visible_reports().filter(version=version).order_by("-id")[:GAMES_COUNTED]
    rows = SeatReport.objects.filter(pk__in=last.values("pk")).order_by()
    verdicts = dict(rows.values_list("verdict").annotate(games=Count("id")).order_by("verdict"))
    return Summary(sum(verdicts.values()), verdicts, times_of(version))


def times_of(version: BotVersion) -> Times:
    """The times of the moves of its last ``GAMES_TIMED`` games, read a few games at a time."""
    rows = visible_reports().filter(version=version).order_by("-id").only("times")[:GAMES_TIMED]
    games, counts = 0, Counter[int]()
    for report in rows.iterator(chunk_size=_CHUNK):
        games += 1
        counts.update(reports.times(report))
    return Times(games, counts.total(), _nearest(counts, 50), _nearest(counts, 99), dict(sorted(counts.items())))


def median_ms(times: Iterable[int]) -> int | None:
    """The median of a game's times, as in ``Times``."""
    found = list(times)
    return median_low(found) if found else None


def readable(text: str | bytes) -> str:
    """What a bot wrote, to be shown: what is not UTF-8, and control characters but tab and line feed, are U+FFFD.

    A line that ends in CR LF is an ordinary line.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", errors="replace")
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n"))


def printed(report: SeatReport) -> bytes:
    """What it printed in the game, as it came."""
    return reports.unpacked(report.printed)


def _nearest(counts: Counter[int], percent: int) -> int | None:
    """The percentile of nearest rank."""
    rank, seen = ceil(percent * counts.total() / 100), 0
    for ms in sorted(counts):
        seen += counts[ms]
        if seen >= rank:
            return ms
    return None
