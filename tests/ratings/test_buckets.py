"""Buckets: every value has one, in order, and edges are exact."""

from __future__ import annotations

from math import frexp, inf, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import buckets

SIGMAS = st.floats(1e-3, 1e3)
VALUES = st.floats(-1e6, 1e6)


@given(SIGMAS)
def test_the_width_is_a_power_of_two_near_a_256th_of_sigma0(sigma0: float) -> None:
    width = buckets.width(sigma0)
    assert frexp(width)[0] == 0.5
    assert sigma0 / 512 < width <= sigma0 / 256


@given(SIGMAS, VALUES, VALUES)
def test_a_greater_value_is_in_no_lesser_bucket(sigma0: float, one: float, other: float) -> None:
    width = buckets.width(sigma0)
    low, high = sorted((one, other))
    assert buckets.bucket(low, width) <= buckets.bucket(high, width)


@given(SIGMAS, st.integers(-10_000, 10_000))
def test_edges_are_exact(sigma0: float, number: int) -> None:
    width = buckets.width(sigma0)
    edge = number * width
    assert buckets.bucket(edge, width) == number
    if edge:
        assert buckets.bucket(nextafter(edge, -inf), width) == number - 1


@pytest.mark.parametrize(("value", "bucket"), [(1e300, 2**31 - 1), (-1e300, -(2**31))])
def test_what_is_beyond_the_column_shares_the_last_bucket(value: float, bucket: int) -> None:
    assert buckets.bucket(value, 1.0) == bucket


def test_a_public_rating_counts_in_three_buckets() -> None:
    counts: dict[buckets.Key, int] = {}
    buckets.add(counts, buckets.keys(7.5, 8.0, 12.25, 0.5), 1)
    buckets.add(counts, buckets.keys(7.9, 8.4, 12.0, 0.5), 1)
    assert counts == {("score", 15): 2, ("low", 16): 2, ("high", 24): 2}
    buckets.add(counts, buckets.keys(7.5, 8.0, 12.25, 0.5), -1)
    assert set(counts.values()) == {1}
