"""The forecast of a board between two: against the standard library, in the far tails, and as a part of a whole."""

from __future__ import annotations

from dataclasses import replace
from math import exp, fsum, pi, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill import Belief, Forecast, Parameters, Rater, predict

PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 6, tau=25 / 300, draw_probability=0.1)
BELIEFS = st.builds(Belief, st.floats(-1e4, 1e4), st.floats(-3.0, 3.0).map(lambda exponent: 10.0**exponent))
POOLS = st.builds(
    Parameters,
    st.just(25.0),
    st.just(25 / 3),
    st.floats(-1.0, 2.0).map(lambda exponent: 10.0**exponent),
    st.sampled_from([0.0, 1 / 12, 1.0]),
    st.one_of(st.sampled_from([0.0, 1e-12]), st.floats(0.0, 0.99)),
)


def spread(a: Belief, b: Belief, parameters: Parameters) -> float:
    """Standard deviation of the difference of their performances."""
    return sqrt(a.sigma**2 + b.sigma**2 + 2 * parameters.tau**2 + 2 * parameters.beta**2)


def test_equal_skills_that_are_known_draw_with_the_draw_probability() -> None:
    still = replace(PARAMETERS, tau=0.0)
    sure = Belief(25.0, 1e-9)
    for draw_probability in (0.0, 0.001, 0.1, 0.5, 0.99):
        forecast = predict(sure, sure, replace(still, draw_probability=draw_probability))
        assert forecast.draw == pytest.approx(draw_probability, abs=1e-14)
        assert forecast.win == forecast.loss == pytest.approx((1 - draw_probability) / 2, rel=1e-12)


@pytest.mark.parametrize("lead", [-30.0, -3.0, 0.0, 0.5, 8.0, 25.0])
@pytest.mark.parametrize("draw_probability", [0.0, 0.02, 0.25, 0.9])
def test_it_agrees_with_the_standard_library(lead: float, draw_probability: float) -> None:
    a, b = Belief(20.0 + lead, 3.0), Belief(20.0, 1.5)
    parameters = replace(PARAMETERS, draw_probability=draw_probability)
    margin = NormalDist(0.0, sqrt(2) * PARAMETERS.beta).inv_cdf((1 + draw_probability) / 2)
    difference = NormalDist(lead, spread(a, b, parameters))
    forecast = predict(a, b, parameters)
    assert forecast.win == pytest.approx(1 - difference.cdf(margin), abs=1e-14)
    assert forecast.draw == pytest.approx(difference.cdf(margin) - difference.cdf(-margin), abs=1e-14)
    assert forecast.loss == pytest.approx(difference.cdf(-margin), abs=1e-14)


@given(BELIEFS, BELIEFS, POOLS)
def test_it_is_symmetric_and_sums_to_one(a: Belief, b: Belief, parameters: Parameters) -> None:
    forecast, other = predict(a, b, parameters), predict(b, a, parameters)
    assert (forecast.win, forecast.draw, forecast.loss) == (other.loss, other.draw, other.win)
    assert min(forecast.win, forecast.draw, forecast.loss) >= 0.0
    assert fsum((forecast.win, forecast.draw, forecast.loss)) == pytest.approx(1.0, abs=1e-12)


@given(BELIEFS, BELIEFS, POOLS, st.floats(1e-6, 1e3))
def test_who_is_better_wins_more_and_loses_less(a: Belief, b: Belief, parameters: Parameters, step: float) -> None:
    forecast, better = predict(a, b, parameters), predict(Belief(a.mu + step, a.sigma), b, parameters)
    assert better.win >= forecast.win
    assert better.loss <= forecast.loss


@pytest.mark.parametrize("t", [12.0, 25.0, 36.0])
def test_an_outsider_has_a_small_chance_not_none(t: float) -> None:
    # Mills' ratio: P(X > z) = density(z) (1/z - 1/z^3 + 3/z^5 - 15/z^7 + 105/z^9 - O(z^-11))
    def beyond(z: float) -> float:
        series = 1 / z - 1 / z**3 + 3 / z**5 - 15 / z**7 + 105 / z**9
        return exp(-z * z / 2) / sqrt(2 * pi) * series

    b = Belief(0.0, 2.0)
    c = spread(b, b, PARAMETERS)
    margin = NormalDist(0.0, sqrt(2) * PARAMETERS.beta / c).inv_cdf(0.55)
    forecast = predict(Belief(-t * c, 2.0), b, PARAMETERS)
    assert forecast.win == pytest.approx(beyond(t + margin), rel=1e-7, abs=0)
    assert forecast.draw == pytest.approx(beyond(t - margin) - beyond(t + margin), rel=1e-7, abs=0)
    assert 0.0 < forecast.win < forecast.draw
    assert forecast.loss == 1.0


def test_the_drift_and_the_luck_of_both_count() -> None:
    certain = Parameters(25.0, 25 / 3, beta=3.0, tau=2.0, draw_probability=0.0)
    # variance 1 + 4 + 2 (9 + 4) = 31: a lead of its root is one standard deviation
    forecast = predict(Belief(sqrt(31.0), 1.0), Belief(0.0, 2.0), certain)
    assert forecast == Forecast(
        pytest.approx(NormalDist().cdf(1.0), rel=1e-14), 0.0, pytest.approx(0.15865525393145705)
    )


def test_what_was_forecast_surprises_by_nothing_on_average() -> None:
    # Beliefs are means: weighted by the forecast, the three outcomes leave mu where it was.
    a, b = Belief(31.0, 4.0), Belief(24.0, 6.5)
    rater, forecast = Rater(PARAMETERS), predict(a, b, PARAMETERS)
    win, tie = (rater.two(a.mu, a.sigma, b.mu, b.sigma, drawn) for drawn in (False, True))
    loss = rater.two(b.mu, b.sigma, a.mu, a.sigma, False)
    assert forecast.win * win[0] + forecast.draw * tie[0] + forecast.loss * loss[2] == pytest.approx(a.mu, rel=1e-14)
    assert forecast.win * win[2] + forecast.draw * tie[2] + forecast.loss * loss[0] == pytest.approx(b.mu, rel=1e-14)
