"""The rating of a bot over time: what was believed of its versions, with marks where a new one came in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.charts import svg
from ratings.charts.axes import Axis, number_axis, time_axis
from ratings.charts.thinning import thin
from ratings.skill import Belief

HEIGHT = 280  # of the picture, in dots
# Marks of versions whose names would run into each other have none.
_APART = 0.05


@dataclass(frozen=True, slots=True)
class Believed:
    """What was believed at a moment.

    boards   the rated boards that the bot had played, whichever version did
    version  the number of the bot's version that the belief is about
    """

    at: datetime
    boards: int
    version: int
    belief: Belief


def over_time(history: Sequence[Believed], *, title: str, by_boards: bool = False) -> SafeString:
    """mu as a line in its 95% band, the score as a thin line; each version has lines of its own.

    history    in order of time; "" if there is none
    by_boards  the axis counts boards, not days
    The dot at the end is what is believed now of the version that came in last.
    """
    if not history:
        return SafeString()
    if by_boards:
        axis = number_axis([point.boards for point in history], most=5, whole=True, snug=True)
        places = [axis.share(point.boards) for point in history]
    else:
        axis = time_axis(history[0].at, history[-1].at)
        places = [axis.share(point.at.timestamp()) for point in history]
    ends = [value for point in history for value in (point.belief.score, point.belief.interval[1])]
    skill = number_axis(ends, most=5)
    spells: dict[int, list[int]] = {}
    for index, point in enumerate(history):
        spells.setdefault(point.version, []).append(index)
    drawn = [
        _spell([places[at] for at in spell], [history[at].belief for at in spell], skill) for spell in spells.values()
    ]
    marks = [(places[spell[0]], version) for version, spell in spells.items()]
    now = spells[marks[-1][1]][-1]
    return format_html(
        '<svg class="graph over-time" role="img" width="100%" height="{height}"><title>{title}</title>'
        "{across}{up}{paths}{marks}{end}</svg>",
        height=HEIGHT,
        title=title,
        across=svg.across(axis),
        up=svg.up(skill),
        paths=svg.stretched(format_html_join("", "{}", ((paths,) for paths in drawn))),
        marks=_marks(marks),
        end=_dot(places[now], skill.share(history[now].belief.mu)),
    )


def _spell(places: Sequence[float], beliefs: Sequence[Belief], skill: Axis) -> SafeString:
    """The band and the two lines of one version; of a single belief its interval as a stroke."""
    lows, mus, highs, scores = (
        [skill.share(value) for value in values]
        for values in zip(*((*_ends(belief), belief.score) for belief in beliefs), strict=True)
    )
    if len(places) == 1:
        interval = svg.line([(places[0], lows[0]), (places[0], highs[0])])
        return format_html("{}{}", svg.path("single", interval), svg.path("score", _across(places, scores)))
    lower, upper = thin(places, lows), thin(places, highs)
    band = [(places[at], highs[at]) for at in upper] + [(places[at], lows[at]) for at in reversed(lower)]
    return format_html(
        "{}{}{}",
        svg.path("band", svg.line(band) + "Z", filled=True),
        svg.path("score", _across(places, scores)),
        svg.path("mu", _across(places, mus)),
    )


def _ends(belief: Belief) -> tuple[float, float, float]:
    low, high = belief.interval
    return low, belief.mu, high


def _across(places: Sequence[float], heights: Sequence[float]) -> str:
    """A line through what can be seen of the points; a single one is a dot where lines have round ends."""
    points = [(places[at], heights[at]) for at in thin(places, heights)]
    return svg.line(points if len(points) > 1 else points * 2)


def _marks(versions: Sequence[tuple[float, int]]) -> SafeString:
    """A line where a version came in, and its name where there is room for it."""
    named: list[tuple[str, SafeString]] = []
    last = -1.0
    for place, version in versions:
        name = SafeString()
        if place - last >= _APART:
            last = place
            anchor, by = ("end", -4) if place > 0.9 else ("start", 4)
            name = format_html(
                '<text class="version" x="{}" dx="{}" y="0" dy="0.9em" text-anchor="{}">v{}</text>',
                svg.percent(place), by, anchor, version,
            )  # fmt: skip
        named.append((svg.percent(place), name))
    return format_html_join(
        "", '<line class="came-in" x1="{0}" x2="{0}" y1="0" y2="100%" stroke="currentColor" />{1}', named
    )


def _dot(place: float, height: float) -> SafeString:
    return format_html(
        '<circle class="now" cx="{}" cy="{}" r="4" fill="currentColor" />',
        svg.percent(place),
        svg.percent(1.0 - height),
    )
