"""Buckets: exact edges whatever the scale, and the same values counted once more in wide ones."""

from __future__ import annotations

from math import frexp

from hypothesis import given
from hypothesis import strategies as st

from ratings.buckets import GREATEST, LEAST, TOGETHER, WIDE, add, bucket, keys, width
from ratings.models import RankBucket

Kind = RankBucket.Kind
values = st.floats(-1e6, 1e6)


@given(st.floats(1e-3, 1e3))
def test_a_width_is_a_power_of_two_and_sigma0_spans_some_hundreds(sigma0: float) -> None:
    found = width(sigma0)
    assert frexp(found)[0] == 0.5
    assert 256 <= sigma0 / found <= 512


@given(values, st.floats(0.5, 1e4))
def test_a_value_lies_between_the_edges_of_its_bucket(value: float, sigma0: float) -> None:
    wide = width(sigma0)
    place = bucket(value, wide)
    assert place * wide <= value < (place + 1) * wide
    assert bucket(place * wide, wide) == place


@given(values, values, st.floats(1e-3, 1e3))
def test_a_greater_value_is_in_no_lesser_bucket(one: float, other: float, sigma0: float) -> None:
    low, high = sorted([one, other])
    assert bucket(low, width(sigma0)) <= bucket(high, width(sigma0))


def test_what_is_far_out_shares_the_last_bucket() -> None:
    for far in (2.0**31, 1e300, 1.7e308):
        assert (bucket(far, 0.03125), bucket(-far, 0.03125)) == (GREATEST, LEAST)


def test_what_is_next_to_nothing_is_on_its_side_of_it() -> None:
    assert (bucket(-5e-324, 4.0), bucket(0.0, 4.0), bucket(-0.0, 4.0), bucket(5e-324, 4.0)) == (-1, 0, 0, 0)


@given(values, values, values)
def test_a_rating_is_counted_once_in_each_kind(score: float, low: float, high: float) -> None:
    found = dict(keys(score, low, high, 0.03125))
    assert set(found) == {kind.value for kind in Kind}
    for kind, wide in WIDE.items():
        assert found[wide.value] * TOGETHER <= found[kind.value] < (found[wide.value] + 1) * TOGETHER


def test_counts_are_added_up() -> None:
    counts: dict[tuple[str, int], int] = {}
    where = keys(1.0, 0.5, 3.0, 0.03125)
    for by in (1, 1, -1):
        add(counts, where, by)
    assert counts == dict.fromkeys(where, 1)
