"""Beliefs and parameters: what is admitted, and how a refusal reads."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from statistics import NormalDist

import pytest

from ratings.skill import Belief, Parameters

PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 6, tau=25 / 300, draw_probability=0.1)


def test_a_newcomer_has_the_prior_and_scores_nothing() -> None:
    assert PARAMETERS.newcomer == Belief(25.0, 25 / 3)
    assert PARAMETERS.newcomer.score == pytest.approx(0.0, abs=1e-12)


def test_the_score_is_mu_less_three_sigma() -> None:
    assert Belief(30.0, 2.0).score == 24.0


def test_the_interval_holds_the_skill_with_probability_95() -> None:
    low, high = Belief(30.0, 2.0).interval
    normal = NormalDist(30.0, 2.0)
    assert normal.cdf(high) - normal.cdf(low) == pytest.approx(0.95, abs=1e-15)
    assert low + high == pytest.approx(60.0)


def test_a_new_version_keeps_mu_and_is_never_less_certain_than_a_newcomer() -> None:
    parameters = replace(PARAMETERS, delta=4.0)
    assert parameters.successor(Belief(31.0, 3.0)) == Belief(31.0, 5.0)
    assert parameters.successor(Belief(31.0, 8.0)) == Belief(31.0, parameters.sigma0)
    assert PARAMETERS.successor(Belief(31.0, 3.0)) == Belief(31.0, 3.0)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("mu0", nan, "mu0: nan is not a finite number"),
        ("mu0", "25", "mu0: '25' is not a finite number"),
        ("sigma0", 0.0, "sigma0: 0.0 is not greater than 0"),
        ("sigma0", inf, "sigma0: inf is not a finite number"),
        ("beta", -1.0, "beta: -1.0 is not greater than 0"),
        ("beta", True, "beta: True is not a finite number"),
        ("tau", -0.1, "tau: -0.1 is less than 0"),
        ("draw_probability", 1.0, "draw_probability: 1.0 is not less than 1"),
        ("delta", -0.1, "delta: -0.1 is less than 0"),
        ("draw_probability", -0.1, "draw_probability: -0.1 is less than 0"),
    ],
)
def test_it_rejects_parameters_out_of_bounds(field: str, value: float, says: str) -> None:
    with pytest.raises(ValueError) as refusal:
        replace(PARAMETERS, **{field: value})
    assert str(refusal.value) == says


def test_tau_and_draw_probability_may_be_zero() -> None:
    assert replace(PARAMETERS, tau=0.0, draw_probability=0.0).tau == 0.0


def test_a_pool_must_leave_room_for_ties() -> None:
    assert PARAMETERS.admit_draws() is PARAMETERS
    with pytest.raises(ValueError, match="draw_probability: 0 leaves no room for a tie"):
        replace(PARAMETERS, draw_probability=0.0).admit_draws()


@pytest.mark.parametrize(("mu", "sigma"), [(nan, 1.0), (inf, 1.0), (0.0, 0.0), (0.0, -1.0), (0.0, inf)])
def test_it_rejects_beliefs_that_are_none(mu: float, sigma: float) -> None:
    with pytest.raises(ValueError, match=r"mu|sigma"):
        Belief(mu, sigma)
