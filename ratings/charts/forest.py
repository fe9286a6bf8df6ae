"""The forest plot of a page of a leaderboard: the 95% intervals of all its lines on one axis."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString

from ratings.charts import svg
from ratings.charts.axes import Axis, number_axis
from ratings.skill import Belief


def forest_axis(beliefs: Iterable[Belief]) -> Axis:
    """An axis that holds the score and the 95% interval of every one of them."""
    return number_axis((end for belief in beliefs for end in (belief.score, belief.interval[1])), most=5)


def forest_head(axis: Axis) -> SafeString:
    """The axis above the lines. It says nothing that the figures of the table do not, so it is not read out."""
    return format_html('<svg class="graph forest-head" aria-hidden="true" width="100%">{}</svg>', svg.across(axis))


def forest_line(belief: Belief, axis: Axis) -> SafeString:
    """One line: the 95% interval as a bar, mu as a dot on it, the score as a stroke to the left of it.

    Its words are for who points at it; who has it read out has the figures in the same line of the table.
    """
    low, high = belief.interval
    return format_html(
        '<svg class="graph forest" aria-hidden="true" width="100%" height="24"><title>{title}</title>{grid}'
        '<line class="reach" x1="{score}" x2="{low}" y1="50%" y2="50%" stroke="currentColor" />'
        '<line class="at-score" x1="{score}" x2="{score}" y1="30%" y2="70%" stroke="currentColor" />'
        '<line class="interval" x1="{low}" x2="{high}" y1="50%" y2="50%" stroke="currentColor" />'
        '<circle class="mu" cx="{mu}" cy="50%" r="4" fill="currentColor" /></svg>',
        title=f"mu {belief.mu:.2f}, 95% interval {low:.2f} to {high:.2f}, score {belief.score:.2f}",
        grid=svg.across(axis, labels=False),
        score=svg.percent(axis.share(belief.score)),
        low=svg.percent(axis.share(low)),
        high=svg.percent(axis.share(high)),
        mu=svg.percent(axis.share(belief.mu)),
    )
