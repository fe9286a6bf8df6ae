"""Forecasts in bins, and Wilson's interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill.calibration import calibrate, wilson


@pytest.mark.parametrize(
    ("happened", "count", "low", "high"),
    [
        # Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(happened: int, count: int, low: float, high: float) -> None:
    assert wilson(happened, count) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_interval_holds_the_share_and_mirrors(happened: int, others: int) -> None:
    low, high = wilson(happened, happened + others)
    assert 0.0 <= low <= high <= 1.0
    if happened + others:
        assert low - 1e-12 <= happened / (happened + others) <= high + 1e-12
    mirrored = wilson(others, happened + others)
    assert (low, high) == (pytest.approx(1 - mirrored[1], abs=1e-12), pytest.approx(1 - mirrored[0], abs=1e-12))


def test_forecasts_fall_into_bins() -> None:
    found = calibrate([(0.0, False), (0.1, True), (0.15, False), (0.95, True), (1.0, True)])
    assert len(found.bins) == 10
    assert [part.count for part in found.bins] == [1, 2, 0, 0, 0, 0, 0, 0, 0, 2]
    second, empty, last = found.bins[1], found.bins[2], found.bins[-1]
    assert (second.low, second.high) == (0.1, 0.2)
    assert (second.forecast, second.observed) == (pytest.approx(0.125), 0.5)
    assert second.interval == wilson(1, 2)
    assert (empty.forecast, empty.observed, empty.interval) == (None, None, (0.0, 1.0))
    assert (last.forecast, last.observed) == (pytest.approx(0.975), 1.0)
    # distances 0, 0.375, 0.025 in bins of 1, 2, 2
    assert found.error == pytest.approx((0.0 * 1 + 0.375 * 2 + 0.025 * 2) / 5)


def test_nothing_forecast_is_no_error() -> None:
    assert calibrate([]).error == 0.0


@pytest.mark.parametrize("forecast", [-0.1, 1.1, float("nan")])
def test_it_rejects_what_is_no_probability(forecast: float) -> None:
    with pytest.raises(ValueError, match="is not a probability from 0 to 1"):
        calibrate([(forecast, True)])
