"""Moments of truncated normals, against plain numerical integration of the density."""

from __future__ import annotations

from math import exp, fsum, isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill.truncated import above, between

STEPS = 4000


def moments(low: float, high: float) -> tuple[float, float]:
    """v and w of a standard normal restricted to (low, high), 0 <= low or low <= 0 <= high, by Simpson's rule.

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
    variance = fsum((y - mean) ** 2 * value for y, value in zip(offsets, values, strict=True)) / mass
    return peak + mean, 1.0 - variance


@pytest.mark.parametrize("x", [6.0, 3.0, 0.0, -1.0, -3.0, -4.99, -5.0, -5.01, -8.0, -15.0, -20.0, -40.0, -100.0])
def test_a_win_agrees_with_integration(x: float) -> None:
    reach = 12.0 if x > -1.0 else 40.0 / -x
    v, w = moments(-x, max(-x, 0.0) + reach)
    assert above(x) == (pytest.approx(v, rel=1e-9, abs=1e-12), pytest.approx(w, abs=1e-9))


@pytest.mark.parametrize("t", [0.0, 0.01, 0.5, 2.0, 5.1, 6.0, 12.0, 37.0, 100.0, 1000.0])
@pytest.mark.parametrize("margin", [1e-6, 1e-3, 0.1, 0.5, 1.0, 3.0, 6.0])
def test_a_tie_agrees_with_integration(t: float, margin: float) -> None:
    near, far = t - margin, t + margin
    # what lies far beyond the nearest point to 0 weighs nothing
    low = max(near, -12.0)
    high = min(far, max(near, 0.0) + (40.0 / near if near > 2.0 else 12.0))
    v, w = moments(low, high)
    assert between(t, margin) == (pytest.approx(-v, rel=1e-9, abs=1e-9), pytest.approx(w, abs=2e-9))
    assert between(-t, margin) == (pytest.approx(v, rel=1e-9, abs=1e-9), pytest.approx(w, abs=2e-9))


def test_known_values() -> None:
    # v(0) = density(0) / 0.5 = sqrt(2 / pi), w(0) = v^2 = 2 / pi
    assert above(0.0) == (pytest.approx(0.7978845608028654, rel=1e-15), pytest.approx(0.6366197723675814, rel=1e-15))
    # Mills' ratio: v(-z) = z + 1/z - 2/z^3 + 10/z^5 - 74/z^7 + O(z^-9)
    z = 100.0
    assert above(-z)[0] == pytest.approx(z + 1 / z - 2 / z**3 + 10 / z**5 - 74 / z**7, rel=1e-15)
    assert above(40.0) == (pytest.approx(0.0, abs=1e-300), 0.0)


@given(st.floats(-1e4, 1e4))
def test_a_win_is_finite_and_in_bounds(x: float) -> None:
    v, w = above(x)
    assert isfinite(v)
    assert v >= max(0.0, -x)
    assert 0.0 <= w < 1.0


@given(st.floats(-1e4, 1e4), st.floats(0.0, 1e3))
def test_a_win_that_was_less_expected_moves_more(x: float, step: float) -> None:
    (v_more, w_more), (v, w) = above(x - step), above(x)
    assert v_more >= v * (1 - 1e-12)
    assert w_more >= w - 1e-10


@given(st.floats(-1e4, 1e4), st.floats(0.0, 1e4))
def test_a_tie_is_finite_and_pulls_together(t: float, margin: float) -> None:
    v, w = between(t, margin)
    assert isfinite(v)
    assert v * t <= 0.0
    assert abs(v) <= abs(t) + margin
    assert abs(v) >= (abs(t) - margin) * (1 - 1e-12)
    assert 0.0 <= w < 1.0
