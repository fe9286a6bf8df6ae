"""The update on plain floats: expected values, agreement with the package, order and bounds, and far extremes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import hypot, isfinite, nextafter, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill import Belief, Parameters, Rater, rate

ROOT = Path(__file__).parents[3]
# 201 updates computed at 50 digits by the package on mpmath; tied sides in input order.
VECTORS = json.loads((ROOT / "tests" / "data" / "ratings" / "trueskill.json").read_text())
# 84 more, of narrow ties, far distances, and sigmas from 1e-3 to 1e3 on one board, in the given orders: by a program of
# textbook formulas and messages as they stand in the package, on mpmath at 60 to 400 digits.
EXTREMES = json.loads((ROOT / "tests" / "data" / "ratings" / "trueskill_extremes.json").read_text())
PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 6, tau=25 / 300, draw_probability=0.1)
RATER = Rater(PARAMETERS)


def rater(case: dict[str, Any]) -> Rater:
    return Rater(
        replace(PARAMETERS, beta=case["beta"], tau=case["tau"], draw_probability=case["draw_probability"]),
    )


def test_there_are_all_vectors() -> None:
    assert (len(VECTORS), len(EXTREMES)) == (201, 84)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_it_equals_the_computation_at_fifty_digits(case: dict[str, Any]) -> None:
    mus, sigmas = rater(case).many(case["mu"], case["sigma"], case["ranks"], range(len(case["mu"])))
    assert mus == pytest.approx([mu for mu, _ in case["posterior"]], rel=0, abs=1e-9)
    assert sigmas == pytest.approx([sigma for _, sigma in case["posterior"]], rel=0, abs=1e-9)


@pytest.mark.parametrize("case", EXTREMES, ids=lambda case: case["name"])
def test_it_loses_nothing_at_the_extremes(case: dict[str, Any]) -> None:
    mus, sigmas = rater(case).many(case["mu"], case["sigma"], case["ranks"], case["order"])
    # differences of mus hold no more than what their greatest value leaves
    assert mus == pytest.approx([mu for mu, _ in case["posterior"]], rel=0, abs=1e-14 * max(map(abs, case["mu"])))
    assert sigmas == pytest.approx([sigma for _, sigma in case["posterior"]], rel=1e-12, abs=0)


def boards(count: int) -> Iterator[tuple[Parameters, list[Belief], list[int], list[int]]]:
    """Random boards of 2 to 8 sides, most with ties, of many kinds of pools."""
    stream = Random(20060612)
    for number in range(count):
        sides = 2 + number % 7
        parameters = Parameters(
            25.0,
            25 / 3,
            stream.choice([0.5, 1.0, 25 / 6, 25 / 3, 20.0, 50.0]),
            stream.choice([0.0, 25 / 300, 1.0]),
            stream.choice([0.005, 0.02, 0.1, 0.25, 0.6, 0.9, 0.99]),
        )
        beliefs = [Belief(stream.gauss(25, 10), stream.uniform(0.5, 9.0)) for _ in range(sides)]
        ranks = [stream.randrange(sides) for _ in range(sides)]
        yield parameters, beliefs, ranks, stream.sample(range(sides), sides)


@pytest.mark.parametrize("count", [1_500, pytest.param(10_000, marks=pytest.mark.long)])
def test_it_equals_the_package_over_exact_statistics(count: int) -> None:
    for parameters, beliefs, ranks, order in boards(count):
        mus, sigmas = Rater(parameters).many(
            [belief.mu for belief in beliefs], [belief.sigma for belief in beliefs], ranks, order
        )
        expected = rate(beliefs, ranks, parameters, order)
        furthest = max(
            max(abs(mu - belief.mu), abs(sigma - belief.sigma))
            for mu, sigma, belief in zip(mus, sigmas, expected, strict=True)
        )
        assert furthest <= 1e-9, (parameters, beliefs, ranks, order)


def test_many_of_two_sides_are_two() -> None:
    for parameters, beliefs, ranks, order in boards(700):
        if len(beliefs) == 2:
            one, other = sorted(order, key=ranks.__getitem__)
            a, b = beliefs[one], beliefs[other]
            mus, sigmas = Rater(parameters).many([x.mu for x in beliefs], [x.sigma for x in beliefs], ranks, order)
            expected = Rater(parameters).two(a.mu, a.sigma, b.mu, b.sigma, ranks[0] == ranks[1])
            assert (mus[one], sigmas[one], mus[other], sigmas[other]) == expected


def test_who_is_rated_is_not_changed() -> None:
    mus, sigmas = [20.0, 25.0, 30.0], [5.0, 6.0, 7.0]
    RATER.many(mus, sigmas, (0, 1, 1), (2, 0, 1))
    assert (mus, sigmas) == ([20.0, 25.0, 30.0], [5.0, 6.0, 7.0])


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (([0.0], [1.0], [0], [0]), "board: 1 sides are not 2 to 8"),
        (([0.0] * 9, [1.0] * 9, range(9), range(9)), "board: 9 sides are not 2 to 8"),
        (([0.0] * 3, [1.0] * 2, range(3), range(3)), "sigmas: 2 sigmas for 3 sides"),
        (([0.0] * 3, [1.0] * 3, range(2), range(3)), "ranks: 2 ranks for 3 sides"),
        (([0.0] * 3, [1.0] * 3, range(3), (0, 2, 2)), r"order: \[0, 2, 2\] is not a permutation of 0 to 2"),
        (([0.0] * 3, [1.0] * 3, range(3), range(2)), r"order: \[0, 1\] is not a permutation of 0 to 2"),
    ],
)
def test_it_rejects_a_board_that_is_none(board: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        RATER.many(*board)


# Monotone. With d = mu1 - mu2 and x = (d - margin) / c, the mean v(x) of a normal cut off below -x is positive and
# falls with x, at the rate w(x) in (0, 1), which falls too. So of two sides, sigmas given:
#   a win never lowers the winner nor raises the loser (v > 0), and no board leaves sigma above s (w >= 0);
#   the greater the upset, the more mu moves (v falls) and the more sigma shrinks (w falls);
#   better before is better after, against the same opponent: mu1' = mu1 + s1^2/c v(x) grows with mu1 at the rate
#   1 - s1^2/c^2 w > 0, and with mu2;
#   a tie pulls together: its v has the sign of -d; a win is worth no less than a tie, and that no less than a loss, for
#   the cut interval of the difference lies higher.
# Bounds hold to the bit; comparisons of two updates within rounding.

T = st.floats(-1e4, 1e4)
SIGMA = st.floats(-3.0, 3.0).map(lambda exponent: 10.0**exponent)
BETA = st.floats(-1.0, 2.0).map(lambda exponent: 10.0**exponent)
TAU = st.sampled_from([0.0, 1e-3, 1 / 12, 1.0])
DRAW = st.floats(0.0, 0.99)


def scale(sigma1: float, sigma2: float, parameters: Parameters) -> float:
    """The standard deviation c of the difference of two performances."""
    return sqrt(sigma1**2 + sigma2**2 + 2 * parameters.tau**2 + 2 * parameters.beta**2)


@given(T, SIGMA, SIGMA, BETA, TAU, DRAW)
def test_a_win_moves_apart_or_leaves_and_is_finite(
    t: float, sigma1: float, sigma2: float, beta: float, tau: float, draw_probability: float
) -> None:
    parameters = Parameters(0.0, 1.0, beta, tau, draw_probability)
    mu1 = t * scale(sigma1, sigma2, parameters)
    after1, left1, after2, left2 = Rater(parameters).two(mu1, sigma1, 0.0, sigma2, False)
    assert all(map(isfinite, (after1, left1, after2, left2)))
    assert after1 >= mu1
    assert after2 <= 0.0
    assert 0.0 < left1 <= sqrt(sigma1 * sigma1 + tau * tau)
    assert 0.0 < left2 <= sqrt(sigma2 * sigma2 + tau * tau)


@given(T, SIGMA, SIGMA, BETA, TAU, st.one_of(st.sampled_from([1e-15, 1e-9, 0.99]), st.floats(1e-3, 0.99)))
def test_a_tie_pulls_together_and_is_finite(
    t: float, sigma1: float, sigma2: float, beta: float, tau: float, draw_probability: float
) -> None:
    parameters = Parameters(0.0, 1.0, beta, tau, draw_probability)
    mu1 = t * scale(sigma1, sigma2, parameters)
    after1, left1, after2, left2 = Rater(parameters).two(mu1, sigma1, 0.0, sigma2, True)
    assert all(map(isfinite, (after1, left1, after2, left2)))
    (high_before, low_before), (high, low) = (
        ((mu1, 0.0), (after1, after2)) if t >= 0 else ((0.0, mu1), (after2, after1))
    )
    assert high <= high_before
    assert low >= low_before
    assert 0.0 < left1 <= sqrt(sigma1 * sigma1 + tau * tau)
    assert 0.0 < left2 <= sqrt(sigma2 * sigma2 + tau * tau)


@given(T, st.floats(0.0, 1e3), SIGMA, SIGMA, BETA, DRAW, st.booleans())
def test_a_greater_upset_moves_more_and_the_better_stays_better(
    t: float, step: float, sigma1: float, sigma2: float, beta: float, draw_probability: float, drawn: bool
) -> None:
    parameters = Parameters(0.0, 1.0, beta, 0.0, max(draw_probability, 1e-3))
    c = scale(sigma1, sigma2, parameters)
    rounding = 1e-11 * c * (abs(t) + step + 1)
    rated = Rater(parameters)
    worse, better = (t - step) * c, t * c
    of_worse, left_worse, _, _ = rated.two(worse, sigma1, 0.0, sigma2, drawn)
    of_better, left_better, _, _ = rated.two(better, sigma1, 0.0, sigma2, drawn)
    assert of_worse - worse >= of_better - better - rounding
    assert of_worse <= of_better + rounding
    if not drawn:
        assert left_worse <= left_better * (1 + 1e-11)


@given(T, SIGMA, SIGMA, BETA, st.floats(1e-3, 0.99))
def test_a_win_is_worth_a_tie_and_a_tie_a_loss(
    t: float, sigma1: float, sigma2: float, beta: float, draw_probability: float
) -> None:
    parameters = Parameters(0.0, 1.0, beta, 1 / 12, draw_probability)
    mu1 = t * scale(sigma1, sigma2, parameters)
    rounding = 1e-11 * (1 + abs(mu1))
    rated = Rater(parameters)
    win = rated.two(mu1, sigma1, 0.0, sigma2, False)
    tie = rated.two(mu1, sigma1, 0.0, sigma2, True)
    _, _, loss, _ = rated.two(0.0, sigma2, mu1, sigma1, False)
    assert win[0] >= tie[0] - rounding
    assert tie[0] >= loss - rounding


@given(
    st.lists(st.tuples(st.floats(-1e4, 1e4), SIGMA, st.integers(0, 7)), min_size=3, max_size=8),
    BETA,
    TAU,
    DRAW,
    st.permutations(range(8)),
)
def test_nothing_that_may_happen_among_many_fails(
    board: list[tuple[float, float, int]], beta: float, tau: float, draw_probability: float, shuffle: list[int]
) -> None:
    mus, sigmas, ranks = (list(values) for values in zip(*board, strict=True))
    if draw_probability == 0.0:
        ranks = shuffle[: len(board)]
    order = [side for side in shuffle if side < len(board)]
    after, left = Rater(Parameters(0.0, 1.0, beta, tau, draw_probability)).many(mus, sigmas, ranks, order)
    assert all(map(isfinite, after))
    for before, now in zip(sigmas, left, strict=True):
        assert 0.0 < now <= sqrt(before * before + tau * tau)
    # Who alone is last hears of nothing but the loss.
    last = max(ranks)
    if ranks.count(last) == 1:
        assert after[ranks.index(last)] <= mus[ranks.index(last)]


# What the package does wrong, and what is right.


@pytest.mark.parametrize("drawn", [False, True])
def test_the_statistics_of_the_package_are_good_to_six_digits_and_ours_are_exact(drawn: bool) -> None:
    # VECTORS[0] and [1] are a win and a draw of two newcomers under the defaults
    exact = VECTORS[int(drawn)]["posterior"]
    environment = trueskill.TrueSkill(draw_probability=0.1)
    rated = trueskill.rate_1vs1(trueskill.Rating(), trueskill.Rating(), drawn=drawn, env=environment)
    assert max(abs(rating.sigma - sigma) for rating, (_, sigma) in zip(rated, exact, strict=True)) > 1e-8
    ours = RATER.two(25.0, 25 / 3, 25.0, 25 / 3, drawn)
    assert ours == pytest.approx([value for pair in exact for value in pair], rel=1e-15)


@pytest.mark.parametrize("distance", [400.0, 1e4])
@pytest.mark.parametrize("expected", [True, False])
def test_beyond_38_standard_deviations_a_win_is_a_win_like_any_other(distance: float, expected: bool) -> None:
    best, worst = (distance, 1.0), (0.0, 1.0)
    first, second = (best, worst) if expected else (worst, best)
    with pytest.raises(FloatingPointError):
        trueskill.rate_1vs1(trueskill.Rating(*first), trueskill.Rating(*second))
    after1, left1, after2, left2 = RATER.two(*first, *second, False)
    s = 1.0 + PARAMETERS.tau**2
    if expected:
        assert (after1, after2) == (distance, 0.0)
        assert left1 == left2 == sqrt(s)
    else:
        # The difference is known to be just above the margin now: a share s / (2 s + 2 beta^2) of the way to each.
        share = s / (2 * s + 2 * PARAMETERS.beta**2)
        assert after1 == pytest.approx(share * distance, rel=0.02)
        assert after2 == pytest.approx((1 - share) * distance, rel=0.02)
        assert left1 == left2 == pytest.approx(sqrt(s * (1 - share)), rel=0.02)


def test_a_tie_at_draw_probability_zero_is_refused_and_not_rated_wrongly() -> None:
    impossible = replace(PARAMETERS, draw_probability=0.0)
    # All skill that a tie without margin may take from the variance is s / c^2 of it; the package takes something else.
    s = (25 / 3) ** 2 + PARAMETERS.tau**2
    least = sqrt(s * (1 - s / (2 * s + 2 * PARAMETERS.beta**2)))
    environment = trueskill.TrueSkill(draw_probability=0.0)
    wrong, _ = trueskill.rate_1vs1(trueskill.Rating(), trueskill.Rating(), drawn=True, env=environment)
    assert abs(wrong.sigma - least) > 0.1
    with pytest.raises(ValueError, match="draw_probability: 0 leaves no room for a tie"):
        Rater(impossible).two(25.0, 25 / 3, 25.0, 25 / 3, True)
    with pytest.raises(ValueError, match="draw_probability: 0 leaves no room for a tie"):
        Rater(impossible).many([25.0] * 3, [25 / 3] * 3, [0, 1, 1], range(3))
    # and in the limit it is rated right
    almost = Rater(replace(PARAMETERS, draw_probability=1e-9)).two(25.0, 25 / 3, 25.0, 25 / 3, True)
    assert almost == pytest.approx((25.0, least, 25.0, least), rel=1e-14)
    assert Rater(impossible).two(25.0, 25 / 3, 25.0, 25 / 3, False)[0] > 25.0


def test_importing_it_warns_of_nothing(tmp_path: Path) -> None:
    # compiled anew, so that what the package's escapes are warned of is not hidden by an earlier compilation
    def imported(module: str) -> int:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path / module)}
        command = [sys.executable, "-W", "error", "-c", f"import {module}"]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode

    assert imported("ratings.skill") == 0
    assert imported("trueskill") != 0


def test_a_board_that_tells_nothing_leaves_mu_to_the_bit() -> None:
    mus, sigmas = [3e3, 0.1, -2e3, -9e3], [1.0, 2.0, 3.0, 4.0]
    after, left = RATER.many(mus, sigmas, range(4), range(4))
    assert after == mus
    assert left == [sqrt(sigma * sigma + PARAMETERS.tau**2) for sigma in sigmas]


def test_what_one_knows_less_of_moves_more() -> None:
    after1, _, after2, _ = RATER.two(25.0, 2.0, 25.0, 6.0, False)
    s1, s2 = hypot(2.0, PARAMETERS.tau) ** 2, hypot(6.0, PARAMETERS.tau) ** 2
    assert (after1 - 25.0) / s1 == pytest.approx((25.0 - after2) / s2, rel=1e-13)
    assert nextafter(after1, 100.0) < 50.0 - after2
