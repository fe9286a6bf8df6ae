"""Moments of truncated normals, against plain numerical integration of the density."""

from __future__ import annotations

from math import exp, fsum, isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill.truncated import density, moments_above, moments_between, probability_below, probability_between

STEPS = 4000


def moments(low: float, high: float) -> tuple[float, float]:
    """Mean and variance of a standard normal restricted to (low, high), by Simpson's rule; high >= 0.

    The density is divided by its greatest value in the interval, so that nothing underflows; distances are taken
    from the point where it is greatest, so that little cancels.
    """
    peak = max(low, 0.0)
    width = (high - low) / STEPS
    weights = [1.0] + [4.0 if i % 2 else 2.0 for i in range(1, STEPS)] + [1.0]
    offsets = [low - peak + i * width for i in range(STEPS + 1)]
    values = [weight * exp(-y * (peak + 0.5 * y)) for weight, y in zip(weights, offsets, strict=True)]
    mass = fsum(values)
    mean = fsum(y * value for y, value in zip(offsets, values, strict=True)) / mass
    return peak + mean, fsum((y - mean) ** 2 * value for y, value in zip(offsets, values, strict=True)) / mass


@pytest.mark.parametrize("x", [6.0, 3.0, 0.0, -1.0, -3.0, -4.99, -5.0, -5.01, -8.0, -15.0, -20.0, -40.0, -100.0])
def test_a_win_agrees_with_integration(x: float) -> None:
    reach = 12.0 if x > -1.0 else 40.0 / -x
    mean, variance = moments(-x, max(-x, 0.0) + reach)
    assert moments_above(x) == (pytest.approx(mean, rel=1e-9, abs=1e-12), pytest.approx(variance, rel=1e-8))


@pytest.mark.parametrize("t", [0.0, 0.01, 0.5, 2.0, 5.1, 6.0, 12.0, 37.0, 100.0, 1000.0])
@pytest.mark.parametrize("margin", [1e-6, 1e-3, 0.1, 0.5, 1.0, 3.0, 6.0])
def test_a_tie_agrees_with_integration(t: float, margin: float) -> None:
    near, far = t - margin, t + margin
    # what lies far beyond the nearest point to 0 weighs nothing
    low = max(near, -12.0)
    high = min(far, max(near, 0.0) + (40.0 / near if near > 2.0 else 12.0))
    mean, variance = moments(low, high)
    # the oracle's offsets from 1000 hold few digits of a margin of 1e-6
    exactly = pytest.approx(variance, rel=1e-8 if margin > 1e-6 else 1e-5)
    assert moments_between(t, margin) == (pytest.approx(-mean, rel=1e-9, abs=1e-9), exactly)
    assert moments_between(-t, margin) == (pytest.approx(mean, rel=1e-9, abs=1e-9), exactly)


def test_known_values() -> None:
    # v(0) = density(0) / 0.5 = sqrt(2 / pi), w(0) = v^2 = 2 / pi
    assert moments_above(0.0) == (
        pytest.approx(0.7978845608028654, rel=1e-15),
        pytest.approx(1 - 0.6366197723675814, rel=1e-15),
    )
    # Mills' ratio: v(-z) = z + 1/z - 2/z^3 + 10/z^5 - 74/z^7 + O(z^-9), and from it 1 - v (v - z)
    z = 100.0
    mean, variance = moments_above(-z)
    assert mean == pytest.approx(z + 1 / z - 2 / z**3 + 10 / z**5 - 74 / z**7, rel=1e-15)
    assert variance == pytest.approx(1 / z**2 - 6 / z**4 + 50 / z**6 - 518 / z**8, rel=1e-11)
    assert moments_above(40.0) == (pytest.approx(0.0, abs=1e-300), 1.0)


@pytest.mark.parametrize("t", [0.0, 3.0, -40.0])
@pytest.mark.parametrize("margin", [1e-4, 1e-8, 1e-40])
def test_what_a_narrow_tie_leaves_is_uniform(t: float, margin: float) -> None:
    assert moments_between(t, margin) == (pytest.approx(-t, rel=1e-8), pytest.approx(margin**2 / 3, rel=1e-5))


def test_a_tie_without_margin_leaves_a_point_that_can_be_divided_by() -> None:
    mean, variance = moments_between(2.5, 0.0)
    assert mean == -2.5
    assert 0.0 < variance < 1e-100
    assert isfinite(1 / variance)


@given(st.floats(-1e4, 1e4))
def test_a_win_is_finite_and_in_bounds(x: float) -> None:
    mean, variance = moments_above(x)
    assert isfinite(mean)
    assert mean >= max(0.0, -x)
    assert 0.0 < variance <= 1.0


@given(st.floats(-1e4, 1e4), st.floats(0.0, 1e3))
def test_a_win_that_was_less_expected_moves_more(x: float, step: float) -> None:
    (mean_more, variance_less), (mean, variance) = moments_above(x - step), moments_above(x)
    assert mean_more >= mean * (1 - 1e-12)
    assert variance_less <= variance * (1 + 1e-11)


@given(st.floats(-1e4, 1e4), st.floats(0.0, 1e4))
def test_a_tie_is_finite_and_pulls_together(t: float, margin: float) -> None:
    mean, variance = moments_between(t, margin)
    assert isfinite(mean)
    assert mean * t <= 0.0
    assert abs(mean) <= abs(t) + margin
    assert abs(mean) >= (abs(t) - margin) * (1 - 1e-12)
    assert 0.0 < variance <= 1.0


@pytest.mark.parametrize("margin", [0.0, 1e-9, 1e-3, 0.2, 1.0, 4.0])
@pytest.mark.parametrize("t", [0.0, 0.3, -2.0, 4.5, -5.5, 12.0, 30.0])
def test_the_probability_of_a_tie_agrees_with_integration(t: float, margin: float) -> None:
    # by the midpoint rule; the density is divided by its greatest value
    low = max(abs(t) - margin, -12.0)
    peak = max(low, 0.0)
    high = min(abs(t) + margin, peak + (40.0 / peak if peak > 2.0 else 12.0))
    width = (high - low) / STEPS
    mass = fsum(exp(-y * (peak + 0.5 * y)) for y in (low - peak + (i + 0.5) * width for i in range(STEPS))) * width
    assert probability_between(t, margin) == pytest.approx(mass * density(peak), rel=2e-5, abs=0.0)


@given(st.floats(-1e4, 1e4), st.floats(0.0, 1e4))
def test_a_win_a_tie_and_a_loss_are_all_there_is(t: float, margin: float) -> None:
    parts = (probability_below(t - margin), probability_between(t, margin), probability_below(-t - margin))
    assert min(parts) >= 0.0
    assert fsum(parts) == pytest.approx(1.0, abs=1e-14)
