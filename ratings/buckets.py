"""Rank counts: how many public ratings have a value in each bucket, so that no rank is found by counting rows."""

from __future__ import annotations

from math import floor, frexp, ldexp

from ratings.models import RankBucket

Kind = RankBucket.Kind
# A newcomer's sigma spans so many buckets: enough that a bucket of a million ratings holds a few hundred of them,
# few enough that those which a page of a leaderboard spans are read in a millisecond.
_BUCKETS_PER_SIGMA = 256
# So many are counted together once more, and what lies far beyond a value is added up from these.
TOGETHER = 64
WIDE = {Kind.SCORE: Kind.SCORES, Kind.LOW: Kind.LOWS, Kind.HIGH: Kind.HIGHS}
# Ends of the column's range; what lies beyond shares the last bucket.
LEAST, GREATEST = -(2**31), 2**31 - 1

Key = tuple[str, int]


def width(sigma0: float) -> float:
    """The width of a bucket in a pool's skill units: a power of two, so that edges and quotients are exact."""
    return ldexp(1.0, frexp(sigma0 / _BUCKETS_PER_SIGMA)[1] - 1)


def bucket(value: float, width: float) -> int:
    """The bucket of a value; never falls as the value grows."""
    quotient = value / width
    if not LEAST < quotient < GREATEST:
        return LEAST if quotient < 0.0 else GREATEST
    place = floor(quotient)
    # A quotient is exact unless it is too small for a double: then it has become 0.
    return place if place * width <= value else place - 1


def keys(score: float, low: float, high: float, width: float) -> tuple[Key, ...]:
    """The buckets that count a public rating: one of each kind."""
    places = {Kind.SCORE: bucket(score, width), Kind.LOW: bucket(low, width), Kind.HIGH: bucket(high, width)}
    return (
        *((kind.value, place) for kind, place in places.items()),
        *((WIDE[kind].value, place // TOGETHER) for kind, place in places.items()),
    )


def add(counts: dict[Key, int], where: tuple[Key, ...], by: int) -> None:
    """Add to the counts of some buckets."""
    for key in where:
        counts[key] = counts.get(key, 0) + by
