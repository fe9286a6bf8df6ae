"""Whether what was forecast happened as often: the shares observed, with their intervals, beside the forecasts."""

from __future__ import annotations

from math import sqrt

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.charts import svg
from ratings.charts.axes import number_axis
from ratings.skill.calibration import Calibration

HEIGHT = 280  # of the picture, in dots
_LEAST, _GREATEST = 2.5, 7.0  # radius of the point of a bin; its area grows with the number of forecasts


def calibration_chart(calibration: Calibration, *, title: str) -> SafeString:
    """Forecasts run across, what was observed runs up; a perfect forecaster's points lie on the dashed line.

    Bins without a forecast are left out; "" if all are.
    """
    filled = [found for found in calibration.bins if found.forecast is not None and found.observed is not None]
    if not filled:
        return SafeString()
    axis = number_axis([0.0, 1.0], most=5)
    most = max(found.count for found in filled)
    points = format_html_join(
        "",
        '<line class="single" x1="{0}" x2="{0}" y1="{1}" y2="{2}" stroke="currentColor" />'
        '<circle class="observed" cx="{0}" cy="{3}" r="{4}" fill="currentColor" />',
        (
            (
                svg.percent(found.forecast or 0.0),
                svg.percent(1.0 - found.interval[0]),
                svg.percent(1.0 - found.interval[1]),
                svg.percent(1.0 - (found.observed or 0.0)),
                f"{_LEAST + (_GREATEST - _LEAST) * sqrt(found.count / most):.1f}",
            )
            for found in filled
        ),
    )
    return format_html(
        '<svg class="graph calibration" role="img" width="100%" height="{}"><title>{}</title>{}{}'
        '<line class="came-in" x1="0" x2="100%" y1="100%" y2="0" stroke="currentColor" />{}</svg>',
        HEIGHT,
        title,
        svg.across(axis),
        svg.up(axis),
        points,
    )
