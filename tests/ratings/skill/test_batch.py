"""Order-free ratings: closed form, slow propagation, integration, and that no order moves them."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deploy.bench.seasons import Season, play
from plugins.chance import Chance
from ratings.skill import Belief, Parameters, Rater, rate
from ratings.skill.batch import settle
from ratings.skill.record import Board, Fixed, Record, Successor
from tests.ratings.skill.records import PARAMETERS, moved, newcomers, pair, records
from tests.ratings.skill.slow_batch import integrate, propagate

TIGHT = 1e-10


def assert_close(ours: tuple[Belief, ...] | list[Belief], others: list[Belief], tolerance: float) -> None:
    """By mu and sigma, in units of sigma."""
    for one, other in zip(ours, others, strict=True):
        assert abs(one.mu - other.mu) <= tolerance * other.sigma
        assert abs(one.sigma - other.sigma) <= tolerance * other.sigma


@given(
    st.lists(st.builds(Belief, st.floats(-20.0, 20.0), st.floats(0.1, 9.0)), min_size=2, max_size=2),
    st.sampled_from([(0, 1), (1, 0), (0, 0)]),
    st.floats(0.5, 20.0),
    st.floats(0.01, 0.9),
)
def test_one_board_of_two_is_the_closed_form(
    priors: list[Belief], ranks: tuple[int, int], beta: float, draw_probability: float
) -> None:
    parameters = Parameters(25.0, 25 / 3, beta, 0.5, draw_probability)
    settled = settle(Record([Board((0, 1), ranks, (0, 1))], [parameters], priors), tolerance=TIGHT)
    assert settled.converged
    rater = Rater(replace(parameters, tau=0.0))
    rated = rater.many([belief.mu for belief in priors], [belief.sigma for belief in priors], ranks, (0, 1))
    assert_close(settled.beliefs, list(map(Belief, *rated)), 1e-9)


@pytest.mark.parametrize("ranks", [(0, 1, 2), (2, 0, 1), (0, 0, 1), (1, 0, 0), (0, 0, 0), (0, 1, 1, 2, 3, 3)])
def test_one_board_of_more_is_the_live_update(ranks: tuple[int, ...]) -> None:
    # That one stops at messages that move by less than 1e-4, so it is only so near to the fixed point.
    priors = [Belief(20.0 + 2 * side, 8.0 - side) for side in range(len(ranks))]
    order = tuple(reversed(range(len(ranks))))
    settled = settle(Record([Board(tuple(range(len(ranks))), ranks, order)], [PARAMETERS], priors), tolerance=TIGHT)
    assert settled.converged
    assert_close(settled.beliefs, list(rate(priors, ranks, replace(PARAMETERS, tau=0.0), order)), 1e-3)


@given(records(most_sides=4, most_boards=4, least_delta=0.5))
@settings(max_examples=10, deadline=None)
def test_it_equals_messages_passed_one_at_a_time(record: Record) -> None:
    # These crawl where sides hang closely together, and end a little before the fixed point.
    settled = settle(record, tolerance=TIGHT)
    assert settled.converged
    assert_close(settled.beliefs, propagate(record), 1e-4)


def test_it_equals_messages_passed_one_at_a_time_to_many_digits() -> None:
    boards = [
        Board((0, 1, 2, 3), (0, 1, 1, 2), (3, 1, 0, 2)),
        Board((3, 1, 4), (0, 0, 0), (0, 2, 1), 1),
        Board((2, 0), (0, 1), (0, 1), 1),
        Board((4, 2, 1, 0, 3), (4, 0, 1, 3, 2), (0, 1, 2, 3, 4)),
    ]
    origins = [Belief(25.0, 8.0), Belief(30.0, 5.0), Successor(0, 4.0), Fixed(Belief(20.0, 3.0)), Successor(2, 6.0)]
    editions = [PARAMETERS, replace(PARAMETERS, beta=9.0, draw_probability=0.3)]
    record = Record(boards, editions, origins)
    assert_close(settle(record, tolerance=TIGHT).beliefs, propagate(record), 1e-8)


@pytest.mark.parametrize(
    "boards",
    [
        [pair(0, 1)],
        [pair(1, 0, tie=True)],
        [pair(0, 1), pair(1, 2)],
        [pair(0, 1), pair(2, 1)],
        [pair(1, 0), pair(1, 2, tie=True)],
        [pair(0, 2, tie=True), pair(2, 1, tie=True)],
    ],
)
def test_where_boards_form_no_circle_it_is_near_the_exact_posterior(boards: list[Board]) -> None:
    record = newcomers(3, boards)
    assert_close(settle(record).beliefs, integrate(record), 0.03)


@pytest.mark.parametrize(
    "boards",
    [
        [pair(0, 1), pair(0, 1), pair(1, 0)],
        [pair(0, 1), pair(1, 2), pair(2, 0), pair(0, 1), pair(0, 2, tie=True)],
        [pair(0, 1)] * 4 + [pair(1, 2)] * 2,
    ],
)
def test_where_they_do_means_are_near_and_what_all_share_is_missing_in_sigma(boards: list[Board]) -> None:
    record = newcomers(3, boards)
    for one, exact in zip(settle(record).beliefs, integrate(record), strict=True):
        assert abs(one.mu - exact.mu) < 0.1 * exact.sigma
        assert 0.6 * exact.sigma < one.sigma < 1.001 * exact.sigma


@given(records(), st.data())
@settings(max_examples=50, deadline=None)
def test_neither_the_order_of_boards_nor_that_of_sides_matters(record: Record, data: st.DataObject) -> None:
    sides = data.draw(st.permutations(range(len(record.origins))))
    boards = data.draw(st.permutations(range(len(record.boards))))
    ours, others = settle(record).beliefs, settle(moved(record, sides, boards)).beliefs
    assert_close([others[side] for side in sides], list(ours), 1e-5)


@given(records(spread=1e4, most_boards=20))
@settings(max_examples=50, deadline=None)
def test_nothing_that_may_happen_fails(record: Record) -> None:
    settled = settle(record)
    assert settled.converged
    for origin, belief in zip(record.origins, settled.beliefs, strict=True):
        assert isfinite(belief.mu)
        if isinstance(origin, Belief):
            assert belief.sigma <= origin.sigma * (1 + 1e-9)
        if isinstance(origin, Fixed):
            assert belief == origin.belief


def test_a_fixed_side_is_met_with_the_same_belief_every_time() -> None:
    fixed, newcomer = Belief(30.0, 2.0), PARAMETERS.newcomer
    boards = [pair(1, 0), pair(0, 1), pair(1, 0)]
    anchored = settle(Record(boards, [PARAMETERS], [Fixed(fixed), newcomer]), tolerance=TIGHT).beliefs
    # as if every meeting were with another side of that belief, though these are moved
    apart = [pair(1, 0), pair(2, 1), pair(1, 3)]
    others = settle(Record(apart, [PARAMETERS], [fixed, newcomer, fixed, fixed]), tolerance=TIGHT).beliefs
    assert anchored[0] == fixed
    assert_close(anchored[1:], [others[1]], 1e-9)


def test_a_version_has_its_predecessors_skill_give_or_take() -> None:
    newcomer = PARAMETERS.newcomer
    unplayed = settle(Record([], [PARAMETERS], [newcomer, Successor(0, 3.0), Successor(1, 4.0)]))
    assert (unplayed.converged, unplayed.sweeps) == (True, 0)
    assert [belief.mu for belief in unplayed.beliefs] == [25.0] * 3
    assert [belief.sigma for belief in unplayed.beliefs] == pytest.approx(
        [25 / 3, hypot(25 / 3, 3.0), hypot(25 / 3, 3.0, 4.0)]
    )
    # Of a version that must be what the old one was, the boards are the old one's.
    origins = [newcomer, newcomer, Successor(0, 0.0)]
    split = settle(Record([pair(0, 1), pair(2, 1)], [PARAMETERS], origins)).beliefs
    whole = settle(newcomers(2, [pair(0, 1), pair(0, 1)])).beliefs
    assert_close(split, [whole[0], whole[1], whole[0]], 1e-3)
    # What the new version does tells of the old one, too.
    later = settle(Record([pair(2, 1)], [PARAMETERS], [newcomer, newcomer, Successor(0, 3.0)])).beliefs
    assert 25.0 < later[0].mu < later[2].mu
    assert later[0].sigma < 25 / 3


def test_it_says_how_far_it_came() -> None:
    record = newcomers(4, [pair(0, 1), pair(1, 2), pair(2, 3), pair(3, 0), pair(1, 3, tie=True)])
    seen: list[tuple[int, float]] = []
    settled = settle(record, progress=lambda sweep, change: seen.append((sweep, change)))
    assert settled.converged
    assert [sweep for sweep, _ in seen] == list(range(1, settled.sweeps + 1))
    assert seen[-1] == (settled.sweeps, settled.change)
    assert settled.change <= 1e-6 < seen[0][1]
    stopped = settle(record, max_sweeps=2)
    assert (stopped.converged, stopped.sweeps, stopped.change) == (False, 2, seen[1][1])


def test_a_pool_with_little_luck_does_not_swing_for_ever() -> None:
    # By whole steps this one goes to and fro between two sets of beliefs.
    hardly_any = Parameters(0.0, 1.0, 0.1, 0.0, 0.8)
    _, record = play(Season(bots=16, events=4, rounds=4), hardly_any, Chance(b"0"))
    settled = settle(record)
    assert settled.converged
    sides = list(reversed(range(16)))
    others = settle(moved(record, sides, list(reversed(range(len(record.boards)))))).beliefs
    assert_close([others[side] for side in sides], list(settled.beliefs), 1e-4)


def test_a_long_line_of_neighbours_settles_in_few_sweeps() -> None:
    # Message by message, a pool that hangs together like a chain takes hundreds.
    boards = [pair(side, side + 1) if n % 3 else pair(side + 1, side) for side in range(99) for n in range(12)]
    assert settle(newcomers(100, boards)).sweeps < 20
