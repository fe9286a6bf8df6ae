"""Whether what was forecast with a probability happened as often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

# Standard normal quantile of 0.975: two-sided 95%.
_Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts from `low` up to, not including, `high` (the last bin: including).

    count           how many there were
    forecast        their mean; None if there was none
    observed        the share of them that happened; None if there was none
    interval        Wilson's 95% interval of the probability behind `observed`; (0, 1) if there was none
    """

    low: float
    high: float
    count: int
    forecast: float | None
    observed: float | None
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Bins of equal width from 0 to 1, and the expected calibration error.

    error  the mean distance of `forecast` and `observed` over bins, weighted by count (Naeini, Cooper, Hauskrecht
           2015); 0.0 without forecasts
    """

    bins: tuple[Bin, ...]
    error: float


def wilson(happened: int, count: int) -> tuple[float, float]:
    """The 95% interval of a probability by which `happened` of `count` came about (Wilson 1927); (0, 1) for none."""
    if count == 0:
        return 0.0, 1.0
    share, square = happened / count, _Z95 * _Z95
    centre = (share + square / (2 * count)) / (1 + square / count)
    reach = _Z95 / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(centre - reach, 0.0), min(centre + reach, 1.0)


def calibrate(forecasts: Iterable[tuple[float, bool]], bins: int = 10) -> Calibration:
    """Put forecasts, each with whether it happened, into bins.

    Raises ValueError for a forecast that is no probability.
    """
    counts, sums, hits = [0] * bins, [0.0] * bins, [0] * bins
    for forecast, has_happened in forecasts:
        if not 0.0 <= forecast <= 1.0:
            raise ValueError(f"forecast: {forecast!r} is not a probability from 0 to 1")
        number = min(int(forecast * bins), bins - 1)
        counts[number] += 1
        sums[number] += forecast
        hits[number] += has_happened
    found = [
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            count=count,
            forecast=total / count if count else None,
            observed=hit / count if count else None,
            interval=wilson(hit, count),
        )
        for number, (count, total, hit) in enumerate(zip(counts, sums, hits, strict=True))
    ]
    gaps = [abs(total - hit) for total, hit in zip(sums, hits, strict=True)]
    return Calibration(tuple(found), sum(gaps) / max(sum(counts), 1))
