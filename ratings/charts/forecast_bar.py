"""A forecast as a bar: win, draw and loss as shares of its length."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.charts import svg
from ratings.skill import Forecast


def forecast_bar(forecast: Forecast, *, title: str) -> SafeString:
    """The first one's chances from left to right: win, draw, loss."""
    edges = (0.0, forecast.win, forecast.win + forecast.draw, 1.0)
    parts = zip(("win", "draw", "loss"), edges, edges[1:], strict=False)
    return format_html(
        '<svg class="graph forecast" role="img" width="100%" height="28"><title>{}</title>{}</svg>',
        title,
        format_html_join(
            "",
            '<rect class="{}" x="{}" width="{}" y="0" height="100%" fill="currentColor" />',
            ((kind, svg.percent(start), svg.percent(max(end - start, 0.0))) for kind, start, end in parts),
        ),
    )
