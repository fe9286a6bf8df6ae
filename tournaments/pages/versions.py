"""The pages of a version and of its games, for its owner alone; to everyone else they are not there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access.errors import Refused
from tournaments.access.keyset import Keyset
from tournaments.bots import diary
from tournaments.dispatch import reports
from tournaments.models import BotVersion, SeatReport
from tournaments.pages.move_times import time_chart
from tournaments.pages.reader import own

GAMES = 50
ORDER = Keyset(("-id",))


@dataclass(frozen=True, slots=True)
class Line:
    """A game in the list. ``played`` is the game, or the game of a trial."""

    report: SeatReport
    played: Any
    median_ms: int | None
    failure: str


@own
def version(request: HttpRequest, user: User, bot_id: int, number: int) -> HttpResponse:
    """How the version does, and its games from ``?cursor=`` on, those of a ``?verdict=`` alone if one is given."""
    found = _own(user, bot_id, number)
    verdict, cursor = request.GET.get("verdict"), request.GET.get("cursor")
    if verdict is not None and verdict not in diary.VERDICTS:
        raise Http404("verdict: not one of " + ", ".join(diary.VERDICTS))
    rows = diary.games_of(found)
    if verdict is not None:
        rows = rows.filter(verdict=verdict)
    if cursor is not None:
        try:
            rows = ORDER.after(rows, ORDER.parse(cursor))
        except Refused as refusal:
            raise Http404(refusal.message) from None
    page = list(rows[: GAMES + 1])
    following = {"cursor": ORDER.cursor(ORDER.place(page[GAMES - 1]))} if len(page) > GAMES else None
    asked = {} if verdict is None else {"verdict": verdict}
    summary = diary.summary(found)
    context = {
        "version": found,
        "bot": found.bot,
        "summary": summary,
        "most": diary.GAMES_COUNTED,
        "chart": time_chart(summary.times, title=f"How long the moves of {found} took"),
        "games": [_line(report) for report in page[:GAMES]],
        "verdict": verdict,
        "more": cursor is not None,
        "next": urlencode({**asked, **following}) if following else None,
    }
    return render(request, "croupier/pages/version.html", context)


@own
def game(request: HttpRequest, user: User, bot_id: int, number: int, report_id: int) -> HttpResponse:
    """All that is kept of a game for its owner."""
    found = _own(user, bot_id, number)
    try:
        report = diary.game_of(found, report_id)
    except Refused as refusal:
        raise Http404(refusal.message) from None
    times = reports.times(report)
    asked = reports.unpacked(report.last_request)
    context = {
        "version": found,
        "bot": found.bot,
        "line": _line(report),
        "ending": diary.readable(report.ending),
        "times": list(enumerate(times, start=1)),
        "longest": max(times, default=None),
        "notes": [(move, diary.readable(note)) for move, note in report.notes],
        "printed": diary.readable(diary.printed(report)),
        "last_request": json.dumps(json.loads(asked), indent=1, ensure_ascii=False) if asked else "",
    }
    return render(request, "croupier/pages/version_game.html", context)


def _own(user: User, bot_id: int, number: int) -> BotVersion:
    try:
        return diary.own_version(user, bot_id=bot_id, number=number)
    except Refused as refusal:
        raise Http404(refusal.message) from None


def _line(report: SeatReport) -> Line:
    return Line(
        report=report,
        played=report.game or report.trial_game,
        median_ms=diary.median_ms(reports.times(report)),
        failure=diary.readable(report.failure),
    )
