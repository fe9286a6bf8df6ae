"""A picture of how long moves took: how many took how long, in steps of 1, 2, 5 times a power of ten."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.charts import svg
from ratings.charts.axes import Axis, Tick, number_axis
from tournaments.bots.diary import Times

HEIGHT = 200  # of the picture, in dots
_MOST_LABELS = 6  # of time: as many as a telephone has room for
_GAP = 0.06  # of a bar's width, on either side


@dataclass(frozen=True, slots=True)
class Bin:
    """So many moves took at least ``low`` and less than ``high`` ms."""

    low: int
    high: int
    moves: int


def bins(counts: Mapping[int, int]) -> list[Bin]:
    """The moves by steps of time, from the step of the quickest to that of the slowest; ``counts`` as in ``Times``."""
    if not counts:
        return []
    edges = _edges(max(counts))
    moves = [0] * (len(edges) - 1)
    for ms, found in counts.items():
        moves[bisect_right(edges, ms) - 1] += found
    first = bisect_right(edges, min(counts)) - 1
    return [Bin(edges[step], edges[step + 1], moves[step]) for step in range(first, len(moves))]


def time_chart(times: Times, *, title: str) -> SafeString:
    """Time runs across, from step to step; the number of moves runs up. "" without a move."""
    found = bins(times.counts)
    if not found:
        return SafeString()
    width = 1 / len(found)
    height = number_axis([0, max(step.moves for step in found)], most=4, whole=True)
    edges = [step.low for step in found] + [found[-1].high]
    every = -(-len(edges) // _MOST_LABELS)
    across = Axis(0.0, 1.0, tuple(Tick(place * width, _label(edges[place])) for place in range(0, len(edges), every)))
    bars = format_html_join(
        "",
        '<rect class="moves" x="{}" width="{}" y="{}" height="{}" fill="currentColor"><title>{}</title></rect>',
        (
            (
                svg.percent((place + _GAP) * width),
                svg.percent((1 - 2 * _GAP) * width),
                svg.percent(1.0 - height.share(step.moves)),
                svg.percent(height.share(step.moves)),
                f"{step.moves} moves took {_label(step.low)} to {_label(step.high)}",
            )
            for place, step in enumerate(found)
        ),
    )
    return format_html(
        '<svg class="graph move-times" role="img" width="100%" height="{}"><title>{}</title>{}{}{}</svg>',
        HEIGHT,
        title,
        svg.across(across),
        svg.up(height),
        bars,
    )


def _edges(longest: int) -> list[int]:
    """0, 1, 2, 5, 10, 20, ... until beyond the longest."""
    edges = [0]
    for power in count():
        for digit in (1, 2, 5):
            edges.append(digit * 10**power)
            if edges[-1] > longest:
                return edges
    raise AssertionError("count() has no end")


def _label(ms: int) -> str:
    return f"{ms} ms" if ms < 1000 else f"{ms // 1000} s"
