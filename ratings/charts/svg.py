"""Pieces of charts: percentages, paths, the lines and labels of axes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.charts.axes import Axis, Tick

# Paths cannot be drawn in percent: they stand in a square of so many units, stretched over the chart.
UNITS = 1000
# A label that near to an end of its axis is set within it.
_NEAR = 0.06


def percent(share: float) -> str:
    """A share of the width or height: 0.5 is `50%`."""
    return f"{100.0 * share:.2f}".rstrip("0").rstrip(".") + "%"


def line(points: Iterable[tuple[float, float]]) -> str:
    """The commands of a path through points; each is (share of the width, share of the height from the bottom)."""
    text = "L".join(f"{_units(across)} {_units(1.0 - up)}" for across, up in points)
    return f"M{text}" if text else ""


def stretched(paths: SafeString) -> SafeString:
    """Paths in units, over the whole chart; their strokes keep their width."""
    return format_html(
        '<svg width="100%" height="100%" viewBox="0 0 {units} {units}" preserveAspectRatio="none"'
        ' overflow="visible">{paths}</svg>',
        units=UNITS,
        paths=paths,
    )


def path(kind: str, commands: str, *, filled: bool = False) -> SafeString:
    """A path of a class; "" where there is nothing to draw."""
    if not commands:
        return SafeString()
    return format_html(
        '<path class="{}" d="{}" fill="{}" stroke="{}" vector-effect="non-scaling-stroke" />',
        kind,
        commands,
        "currentColor" if filled else "none",
        "none" if filled else "currentColor",
    )


def across(axis: Axis, *, labels: bool = True) -> SafeString:
    """An upright line at each label of an axis that runs across, and the labels below."""
    return format_html_join("", "{}{}", ((_upright(tick), _below(tick) if labels else "") for tick in axis.ticks))


def up(axis: Axis) -> SafeString:
    """A level line at each label of an axis that runs up, and the labels on the left."""
    return format_html_join(
        "",
        '<line class="grid" x1="0" x2="100%" y1="{0}" y2="{0}" stroke="currentColor" />'
        '<text class="label" x="-6" y="{0}" dy="0.35em" text-anchor="end">{1}</text>',
        ((percent(1.0 - tick.share), tick.label) for tick in axis.ticks),
    )


def _upright(tick: Tick) -> SafeString:
    return format_html(
        '<line class="grid" x1="{0}" x2="{0}" y1="0" y2="100%" stroke="currentColor" />', percent(tick.share)
    )


def _below(tick: Tick) -> SafeString:
    anchor = "start" if tick.share < _NEAR else "end" if tick.share > 1 - _NEAR else "middle"
    return format_html(
        '<text class="label" x="{}" y="100%" dy="1.4em" text-anchor="{}">{}</text>',
        percent(tick.share),
        anchor,
        tick.label,
    )


def _units(share: float) -> str:
    return f"{UNITS * share:.1f}".removesuffix(".0")
