"""Live ratings of a record: board after board, versions and fixed sides."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given

from ratings.skill import Belief, rate
from ratings.skill.beliefs import inherited
from ratings.skill.live import Live, rate_all
from ratings.skill.record import Fixed, Record, Successor
from tests.ratings.skill.records import PARAMETERS, newcomers, pair, records

WIDE = replace(PARAMETERS, sigma0=9.0, beta=9.0)


def slow(record: Record) -> list[Belief | None]:
    """One belief after the other, by `rate`; None for sides that never played."""
    beliefs: list[Belief | None] = [None] * len(record.origins)
    for board in record.boards:
        parameters = record.editions[board.edition]

        def known(side: int, sigma0: float = parameters.sigma0) -> Belief:
            origin = record.origins[side]
            if beliefs[side] is not None:
                return beliefs[side]
            if isinstance(origin, Successor):
                before = known(origin.of)
                return Belief(before.mu, min(sigma0, hypot(before.sigma, origin.delta)))
            return origin.belief if isinstance(origin, Fixed) else origin

        before = [known(side) for side in board.sides]
        after = rate(before, board.ranks, parameters, board.order)
        for side, old, new in zip(board.sides, before, after, strict=True):
            beliefs[side] = old if isinstance(record.origins[side], Fixed) else new
    return beliefs


@given(records())
def test_it_equals_rating_one_board_after_the_other(record: Record) -> None:
    for one, other in zip(rate_all(record).beliefs(), slow(record), strict=True):
        if other is not None:
            assert (one.mu, one.sigma) == (pytest.approx(other.mu, abs=1e-7), pytest.approx(other.sigma, abs=1e-7))


def test_a_version_enters_with_what_is_believed_of_the_old_one_then() -> None:
    record = Record(
        [pair(0, 1), pair(1, 0), pair(2, 1), pair(0, 1)], [PARAMETERS], [PARAMETERS.newcomer] * 2 + [Successor(0, 2.0)]
    )
    live = Live(record)
    for board in record.boards[:2]:
        live.enter(board)
        live.rate(board)
    old = live.beliefs()[0]
    assert live.sigma[2] == 0.0
    assert live.beliefs()[2] == Belief(old.mu, hypot(old.sigma, 2.0))
    live.enter(record.boards[2])
    entered = live.beliefs()[2]
    live.enter(record.boards[3])
    live.rate(record.boards[3])
    # What the old one does later is not the new one's.
    assert live.beliefs()[2] == entered
    assert live.beliefs()[0] != old


def test_a_version_is_never_less_known_than_a_newcomer() -> None:
    assert inherited(Belief(30.0, 3.0), 4.0, 8.0) == Belief(30.0, 5.0)
    assert inherited(Belief(30.0, 6.0), 8.0, 8.0) == Belief(30.0, 8.0)
    assert inherited(Belief(30.0, 3.0), 0.0, 8.0) == Belief(30.0, 3.0)


def test_versions_that_never_played_are_passed_over() -> None:
    origins = [Belief(20.0, 3.0), PARAMETERS.newcomer, Successor(0, 4.0), Successor(2, 2.0)]
    live = Live(Record([pair(3, 1)], [PARAMETERS], origins))
    live.enter(pair(3, 1))
    assert live.beliefs()[3] == Belief(20.0, hypot(5.0, 2.0))
    assert live.sigma[2] == 0.0


def test_a_fixed_side_stays() -> None:
    anchor = Belief(28.0, 1.5)
    record = Record([pair(0, 1), pair(1, 0)], [PARAMETERS], [Fixed(anchor), PARAMETERS.newcomer])
    assert rate_all(record).beliefs()[0] == anchor


def test_other_parameters_may_be_put_in_the_place_of_the_records() -> None:
    record = newcomers(2, [pair(0, 1)])
    live = Live(record, [WIDE])
    live.enter(record.boards[0])
    live.rate(record.boards[0])
    assert live.beliefs()[0].mu == pytest.approx(rate([PARAMETERS.newcomer] * 2, (0, 1), WIDE)[0].mu)
