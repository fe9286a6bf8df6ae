"""Axes: where a value lies between two ends, and round numbers or dates to label them with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil, floor, log10

# Ends that are closer than this, beside what lies at them, are drawn as if they were as far apart.
_LEAST_SPAN = 1e-9

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# Steps of time below a month, in seconds; then of months.
_STEPS = (
    1, 2, 5, 15, 30, _MINUTE, 2 * _MINUTE, 5 * _MINUTE, 15 * _MINUTE, 30 * _MINUTE, _HOUR, 3 * _HOUR, 6 * _HOUR,
    12 * _HOUR, _DAY, 2 * _DAY, 7 * _DAY, 14 * _DAY,
)  # fmt: skip
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200)
_MONDAY = datetime(2001, 1, 1, tzinfo=UTC)  # weeks begin on it, and so do months, days and hours


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of an axis, and the share of the axis that lies before it."""

    share: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis from `low` to `high` > `low`, with its labels in rising order."""

    low: float
    high: float
    ticks: tuple[Tick, ...]

    def share(self, value: float) -> float:
        """Which share of the axis lies before a value: 0 at `low`, 1 at `high`, and no less or more beyond them."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def number_axis(values: Iterable[float], *, most: int = 6, whole: bool = False, snug: bool = False) -> Axis:
    """An axis that holds finite values, labelled with at most `most` + 1 multiples of 1, 2 or 5 times a power of ten.

    most   3 or more: with fewer a snug axis may hold no label
    whole  labels are whole numbers
    snug   the ends are the least and the greatest value, not the labels beyond them
    """
    found = list(values) or [0.0]
    low, high = _apart(min(found), max(found))
    step = _round_step((high - low) / most)
    if whole:
        step = max(step, 1.0)
    if not snug:
        # Rounding may leave a label a last digit within.
        low, high = min(low, floor(low / step) * step), max(high, ceil(high / step) * step)
    digits = max(0, -floor(log10(step)))
    marks = range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)
    axis = Axis(low, high, ())
    return Axis(low, high, tuple(Tick(axis.share(mark * step), f"{mark * step:.{digits}f}") for mark in marks))


def time_axis(first: datetime, last: datetime, *, most: int = 4) -> Axis:
    """An axis of moments, as seconds since the epoch, labelled in UTC by at most `most` + 1 clock times or dates."""
    low, high = _apart(first.timestamp(), last.timestamp(), least=1.0)
    span = high - low
    start = datetime.fromtimestamp(low, UTC)
    step = next((step for step in _STEPS if span / step <= most), None)
    if step is not None:
        moments = _multiples(start, high, step)
    else:
        months = next((count for count in _MONTHS if span / (count * 30.4 * _DAY) <= most), _MONTHS[-1])
        moments = _firsts(start, high, months)
    axis = Axis(low, high, ())
    return Axis(low, high, tuple(Tick(axis.share(at.timestamp()), _label(at, step)) for at in moments))


def _apart(low: float, high: float, *, least: float = 0.0) -> tuple[float, float]:
    """The ends, or ends around them where they are (nearly) one."""
    least = max(least, max(abs(low), abs(high)) * _LEAST_SPAN)
    if high - low > least:
        return low, high
    return low - max(least, 1.0), high + max(least, 1.0)


def _round_step(least: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is no less."""
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least * (1 - 1e-9))


def _multiples(start: datetime, end: float, step: int) -> Iterator[datetime]:
    count = ceil((start - _MONDAY).total_seconds() / step)
    while (at := _MONDAY + timedelta(seconds=count * step)).timestamp() <= end:
        yield at
        count += 1


def _firsts(start: datetime, end: float, months: int) -> Iterator[datetime]:
    """The first days of every so many months."""
    count = -(-(start.year * 12 + start.month - 1) // months) * months
    while (at := datetime(count // 12, count % 12 + 1, 1, tzinfo=UTC)).timestamp() <= end:
        if at >= start:
            yield at
        count += months


def _label(at: datetime, step: int | None) -> str:
    """What a moment is called between its neighbours: of a day's beginning the day, of a year's the year."""
    if step is None:
        return f"{at.year}" if at.month == 1 else f"{at:%b}"
    if step >= _DAY or (at.hour, at.minute, at.second) == (0, 0, 0):
        return f"{at.day} {at:%b}"
    return f"{at:%H:%M}" if step >= _MINUTE else f"{at:%H:%M:%S}"
