"""The update after a board: independent expected values, far tails, ties and their order."""

from __future__ import annotations

import json
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill import Belief, Parameters, rate

# 201 updates computed at 50 digits by the package on mpmath; tied sides in input order.
VECTORS = json.loads((Path(__file__).parents[2] / "data" / "ratings" / "trueskill.json").read_text())
PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 6, tau=25 / 300, draw_probability=0.1)
NEWCOMER = PARAMETERS.newcomer


def test_there_are_all_vectors() -> None:
    assert len(VECTORS) == 201


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_it_equals_the_computation_at_fifty_digits(case: dict[str, Any]) -> None:
    parameters = replace(PARAMETERS, beta=case["beta"], tau=case["tau"], draw_probability=case["draw_probability"])
    beliefs = [Belief(mu, sigma) for mu, sigma in zip(case["mu"], case["sigma"], strict=True)]
    posterior = rate(beliefs, case["ranks"], parameters)
    assert [belief.mu for belief in posterior] == pytest.approx([mu for mu, _ in case["posterior"]], rel=0, abs=1e-9)
    assert [b.sigma for b in posterior] == pytest.approx([sigma for _, sigma in case["posterior"]], rel=0, abs=1e-9)


def test_the_published_example() -> None:
    # Moser, The Math Behind TrueSkill (2010): two newcomers, and eight of them ranked without ties
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2], PARAMETERS)
    assert (winner.mu, winner.sigma) == (pytest.approx(29.396, abs=1e-3), pytest.approx(7.171, abs=1e-3))
    assert (loser.mu, loser.sigma) == (pytest.approx(20.604, abs=1e-3), pytest.approx(7.171, abs=1e-3))
    eight = rate([NEWCOMER] * 8, range(8), PARAMETERS)
    assert [belief.mu for belief in eight] == pytest.approx(
        [36.771, 32.242, 29.074, 26.322, 23.678, 20.926, 17.758, 13.229], abs=1e-3
    )


def test_an_expected_win_far_out_adds_drift_and_nothing_else() -> None:
    strong, weak = Belief(1e4, 1.0), Belief(-1e4, 1.0)
    for before, after in zip((strong, weak), rate([strong, weak], [0, 1], PARAMETERS), strict=True):
        assert after.mu == pytest.approx(before.mu, rel=1e-12)
        assert after.sigma == pytest.approx(hypot(1.0, PARAMETERS.tau), rel=1e-12)


@pytest.mark.parametrize("distance", [50.0, 500.0, 5e3, 1e5])
def test_a_far_upset_is_a_finite_move(distance: float) -> None:
    # The difference of performances is known to be about 0 now, though it was believed to be -distance: sides of
    # equal uncertainty meet in proportion to what of the variance is skill: s^2 / (2 s^2 + 2 beta^2) each.
    winner, loser = rate([Belief(0.0, 2.0), Belief(distance, 2.0)], [0, 1], replace(PARAMETERS, tau=0.0))
    share = 4.0 / (8.0 + 2 * PARAMETERS.beta**2)
    assert winner.mu / distance == pytest.approx(share, rel=0.05)
    assert distance - loser.mu == pytest.approx(winner.mu, rel=1e-9)


def test_a_tie_at_draw_probability_zero_is_refused() -> None:
    impossible = replace(PARAMETERS, draw_probability=0.0)
    with pytest.raises(ValueError, match="draw_probability: 0 leaves no room for a tie"):
        rate([NEWCOMER, NEWCOMER], [3, 3], impossible)
    assert rate([NEWCOMER, NEWCOMER], [0, 1], impossible)[0].mu > 25.0


def test_only_the_order_of_ranks_matters() -> None:
    three = [Belief(20.0, 5.0), Belief(25.0, 6.0), Belief(30.0, 7.0)]
    assert rate(three, [0, 1, 1], PARAMETERS) == rate(three, [-7, 40, 40], PARAMETERS)


def test_tied_sides_enter_in_the_order_given() -> None:
    three = [Belief(20.0, 5.0), Belief(25.0, 6.0), Belief(30.0, 7.0)]
    ranks = [0, 0, 0]
    forward, backward = rate(three, ranks, PARAMETERS, (0, 1, 2)), rate(three, ranks, PARAMETERS, (1, 0, 2))
    assert forward == rate(three, ranks, PARAMETERS)
    assert forward != backward
    assert backward == tuple(rate([three[i] for i in (1, 0, 2)], ranks, PARAMETERS)[i] for i in (1, 0, 2))


@pytest.mark.parametrize(
    ("beliefs", "ranks", "order", "says"),
    [
        ([NEWCOMER], [0], None, "board: 1 sides are not 2 to 8"),
        ([NEWCOMER] * 9, range(9), None, "board: 9 sides are not 2 to 8"),
        ([NEWCOMER] * 2, [0], None, "ranks: 1 ranks for 2 sides"),
        ([NEWCOMER] * 2, [0, 1], (0, 0), r"order: \[0, 0\] is not a permutation of 0 to 1"),
        ([NEWCOMER] * 2, [0, 1], (1, 2), r"order: \[1, 2\] is not a permutation of 0 to 1"),
    ],
)
def test_it_rejects_a_board_that_is_none(beliefs: Any, ranks: Any, order: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        rate(beliefs, ranks, PARAMETERS, order)


@st.composite
def boards(draw: st.DrawFn, spread: float = 60.0) -> tuple[list[Belief], list[int], list[int]]:
    sides = draw(st.integers(2, 8))
    log_sigma = st.floats(-3.0, 3.0) if spread > 1e3 else st.floats(-1.0, 1.0)
    beliefs = [Belief(draw(st.floats(-spread, spread)), 10 ** draw(log_sigma)) for _ in range(sides)]
    ranks = draw(st.lists(st.integers(0, sides - 1), min_size=sides, max_size=sides))
    return beliefs, ranks, draw(st.permutations(range(sides)))


@given(boards(spread=1e4), st.floats(-1.0, 2.0), st.floats(0.0, 1.0), st.sampled_from([1e-9, 1e-3, 0.1, 0.5, 0.99]))
def test_nothing_that_may_happen_fails(
    board: tuple[list[Belief], list[int], list[int]], log_beta: float, tau: float, draw_probability: float
) -> None:
    beliefs, ranks, order = board
    parameters = Parameters(0.0, 1.0, 10**log_beta, tau, draw_probability)
    # Belief itself refuses what is not finite or not positive
    for before, after in zip(beliefs, rate(beliefs, ranks, parameters, order), strict=True):
        assert after.sigma <= hypot(before.sigma, tau) * (1 + 1e-9)


@given(boards(), st.permutations(range(8)))
def test_it_does_not_matter_who_is_named_first(
    board: tuple[list[Belief], list[int], list[int]], shuffle: list[int]
) -> None:
    beliefs, ranks, order = board
    seats = [seat for seat in shuffle if seat < len(beliefs)]
    expected = rate(beliefs, ranks, PARAMETERS, order)
    moved = rate(
        [beliefs[seat] for seat in seats],
        [ranks[seat] for seat in seats],
        PARAMETERS,
        [seats.index(seat) for seat in order],
    )
    assert moved == tuple(expected[seat] for seat in seats)


@given(st.floats(-40.0, 40.0), st.floats(-40.0, 40.0), st.floats(0.5, 9.0), st.floats(0.5, 9.0))
def test_a_better_rank_never_leaves_one_worse_off(mu1: float, mu2: float, sigma1: float, sigma2: float) -> None:
    pair = [Belief(mu1, sigma1), Belief(mu2, sigma2)]
    win, tie, loss = (rate(pair, ranks, PARAMETERS) for ranks in ([0, 1], [0, 0], [1, 0]))
    assert win[0].mu >= tie[0].mu >= loss[0].mu
    assert win[1].mu <= tie[1].mu <= loss[1].mu
    assert win[0].mu >= mu1 - 1e-9 * (1 + abs(mu1))
    assert loss[0].mu <= mu1 + 1e-9 * (1 + abs(mu1))
