"""Records of pools: what is refused, and in which order versions descend."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given

from ratings.skill import Belief
from ratings.skill.record import Board, Fixed, Record, Successor
from tests.ratings.skill.records import PARAMETERS, newcomers, pair, records

KNOWN = Belief(0.0, 1.0)


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (Board((0, 3), (0, 1), (0, 1)), r"boards\[1\]: sides: \[0, 3\] are not all among 0 to 2"),
        (Board((-1, 1), (0, 1), (0, 1)), r"boards\[1\]: sides: \[-1, 1\] are not all among 0 to 2"),
        (Board((1, 1), (0, 1), (0, 1)), r"boards\[1\]: sides: \[1, 1\]: a side that meets itself is not rated"),
        (Board((0, 1, 0), (0, 1, 2), (0, 1, 2)), r"boards\[1\]: sides: \[0, 1, 0\]: a side that meets itself"),
        (Board((0, 1), (0, 1, 2), (0, 1)), r"boards\[1\]: ranks: 3 ranks for 2 sides"),
        (Board((0, 1), (0, 1), (1, 1)), r"boards\[1\]: order: \[1, 1\] is not a permutation of 0 to 1"),
        (Board((0,), (0,), (0,)), r"boards\[1\]: board: 1 sides are not 2 to 8"),
        (Board((0, 1), (0, 1), (0, 1), 2), r"boards\[1\]: edition: 2 is not one of 0 to 1"),
        (Board((0, 1), (0, 1), (0, 1), -1), r"boards\[1\]: edition: -1 is not one of 0 to 1"),
        (Board((0, 1), (0, 0), (0, 1), 1), r"boards\[1\]: draw_probability: 0 leaves no room for a tie"),
    ],
)
def test_it_rejects_a_board_that_is_none(board: Board, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Record([pair(0, 1), board], [PARAMETERS, replace(PARAMETERS, draw_probability=0.0)], [KNOWN] * 3)


@pytest.mark.parametrize(
    ("origins", "says"),
    [
        ([KNOWN, Successor(2, 1.0)], r"origins\[1\]\.of: 2 is not one of 0 to 1"),
        ([KNOWN, Successor(-1, 1.0)], r"origins\[1\]\.of: -1 is not one of 0 to 1"),
        ([Successor(0, 1.0)], r"origins\[0\]\.of: side 0 is its own ancestor"),
        ([KNOWN, Successor(2, 1.0), Successor(1, 1.0)], r"origins\[1\]\.of: side 1 is its own ancestor"),
    ],
)
def test_it_rejects_a_line_that_leads_nowhere(origins: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Record([], [PARAMETERS], origins)


@pytest.mark.parametrize("delta", [-1.0, nan, inf])
def test_it_rejects_a_change_that_is_no_deviation(delta: float) -> None:
    with pytest.raises(ValueError, match=r"delta: .* is not a finite number of at least 0"):
        Successor(0, delta)


def test_versions_descend_from_the_first() -> None:
    origins = [Successor(1, 1.0), Successor(3, 1.0), KNOWN, Fixed(KNOWN), Successor(0, 0.0), Successor(3, 1.0)]
    assert Record([], [PARAMETERS], origins).descent() == [1, 0, 4, 5]
    assert newcomers(3, [pair(0, 1)]).descent() == []


@given(records())
def test_every_successor_stands_after_whom_it_succeeds(record: Record) -> None:
    descent = record.descent()
    assert sorted(descent) == [n for n, origin in enumerate(record.origins) if isinstance(origin, Successor)]
    for place, side in enumerate(descent):
        assert record.origins[side].of not in descent[place:]
