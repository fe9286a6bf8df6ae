"""Axes: labels are round, lie in the axis, rise, and are few; shares are linear and stay within 0 and 1."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ratings.charts.axes import Axis, number_axis, time_axis

NUMBERS = st.floats(-1e12, 1e12)


def labels(axis: Axis) -> list[str]:
    return [tick.label for tick in axis.ticks]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3.0, 47.0], ["0", "10", "20", "30", "40", "50"]),
        ([-1.0, 1.0], ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
        ([24.97, 25.03], ["24.96", "24.98", "25.00", "25.02", "25.04"]),
        ([25.0], ["24.0", "24.5", "25.0", "25.5", "26.0"]),
        ([], ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
    ],
)
def test_labels_are_round_and_hold_the_values(values: list[float], expected: list[str]) -> None:
    axis = number_axis(values, most=5)
    assert labels(axis) == expected
    assert (axis.ticks[0].share, axis.ticks[-1].share) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("values", "expected"),
    [([3, 47], ["10", "20", "30", "40"]), ([0, 3], ["0", "1", "2", "3"]), ([5, 5], ["4", "5", "6"])],
)
def test_a_snug_axis_of_whole_numbers(values: list[float], expected: list[str]) -> None:
    assert labels(number_axis(values, most=5, whole=True, snug=True)) == expected


@given(st.lists(NUMBERS, min_size=1, max_size=5), st.integers(3, 8), st.booleans())
@example([0.1, 0.3], 5, False)
@example([2.01, 4.99], 3, True)
@example([2.2250738585e-313, -150000000151.0], 3, False)
@example([1e12, 1e12 + 1e-4], 5, True)
def test_few_labels_that_rise_and_the_values_within(values: list[float], most: int, snug: bool) -> None:
    axis = number_axis(values, most=most, snug=snug)
    shares = [tick.share for tick in axis.ticks]
    assert axis.low <= min(values)
    assert max(values) <= axis.high
    assert 1 <= len(shares) <= most + 3
    assert shares == sorted(set(shares))
    assert len(set(labels(axis))) == len(shares)
    for tick in axis.ticks:
        # The label stands where it says.
        assert axis.share(float(tick.label)) == pytest.approx(tick.share, abs=1e-3)


def test_shares_are_linear_and_end_at_the_ends() -> None:
    axis = Axis(10.0, 30.0, ())
    assert [axis.share(value) for value in (-5.0, 10.0, 15.0, 30.0, 99.0)] == [0.0, 0.0, 0.25, 1.0, 1.0]


START = datetime(2025, 11, 3, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (timedelta(seconds=50), ["09:00:00", "09:00:15", "09:00:30", "09:00:45"]),
        (timedelta(minutes=50), ["09:00", "09:15", "09:30", "09:45"]),
        (timedelta(hours=20), ["12:00", "18:00", "4 Nov"]),
        (timedelta(days=5), ["5 Nov", "7 Nov"]),
        (timedelta(days=40), ["17 Nov", "1 Dec"]),
        (timedelta(days=100), ["Dec", "2026", "Feb"]),
        (timedelta(days=300), ["2026", "Apr", "Jul"]),
        (timedelta(days=3650), ["2030", "2035"]),
    ],
)
def test_moments_are_labelled_by_round_times(span: timedelta, expected: list[str]) -> None:
    assert labels(time_axis(START, START + span)) == expected


@given(
    st.integers(0, 200 * 365 * 86400),
    st.floats(0, 200 * 365 * 86400.0),
)
def test_moments_lie_where_they_are_labelled(seconds: int, span: float) -> None:
    first = START + timedelta(seconds=seconds)
    axis = time_axis(first, first + timedelta(seconds=span))
    shares = [tick.share for tick in axis.ticks]
    assert 1 <= len(shares) <= 5
    assert shares == sorted(set(shares))
    assert axis.low <= first.timestamp() <= first.timestamp() + span <= axis.high + 1e-3


def test_one_moment_is_in_the_middle() -> None:
    axis = time_axis(START, START)
    assert axis.share(START.timestamp()) == 0.5
    assert labels(axis)[1] == "09:00:00"
