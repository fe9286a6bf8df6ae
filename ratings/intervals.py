"""Pictures of ratings: an interval as a bar on an axis that all lines of a page share."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from ratings.models import Rating

WIDTH, HEIGHT = 240, 20  # units of the picture
_MARGIN = 6


def interval_svg(rating: Rating, *, low: float, high: float) -> SafeString:
    """mu ± 3 sigma as a thin line, mu ± sigma as a thick one, mu as a dot; its left end is the score.

    low, high  the skills at the two ends of the axis, in the pool's units; low < high, or all is drawn in the middle
    """

    def x(skill: float) -> str:
        share = (skill - low) / (high - low) if high > low else 0.5
        return f"{_MARGIN + min(max(share, 0.0), 1.0) * (WIDTH - 2 * _MARGIN):.1f}"

    mu, sigma, middle = rating.mu, rating.sigma, HEIGHT // 2
    return format_html(
        '<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" class="interval"'
        ' stroke="currentColor" stroke-linecap="round"><title>{title}</title>'
        '<path d="M{start} {middle}H{end}" stroke-opacity="0.15" />'
        '<path d="M{low3} {middle}H{high3}M{low3} {top}V{bottom}" stroke-width="1.5" />'
        '<path d="M{low1} {middle}H{high1}" stroke-width="6" stroke-opacity="0.45" />'
        '<circle cx="{mu}" cy="{middle}" r="4" fill="currentColor" stroke="none" /></svg>',
        width=WIDTH,
        height=HEIGHT,
        title=f"{rating.score:.2f} to {mu + 3 * sigma:.2f}, most likely {mu:.2f}",
        start=_MARGIN,
        end=WIDTH - _MARGIN,
        middle=middle,
        top=middle - 4,
        bottom=middle + 4,
        low3=x(mu - 3 * sigma),
        high3=x(mu + 3 * sigma),
        low1=x(mu - sigma),
        high1=x(mu + sigma),
        mu=x(mu),
    )
