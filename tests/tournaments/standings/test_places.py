"""Points by place: what may be stated, what ties share, and that a short table is no advantage."""

from fractions import Fraction
from itertools import product
from math import lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings.places import check_points, mean_points, place_points, short_points, standard_points
from tournaments.standings.scoring import match_points, ranks_by_sum

TABLES = st.lists(st.integers(0, 20), min_size=2, max_size=6).map(lambda found: tuple(sorted(found, reverse=True)))


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_standard_table_follows_the_same_rule(seats: int) -> None:
    table = standard_points(seats)
    assert check_points(table, seats) == table
    assert mean_points(table) == seats - 1
    for players in range(2, seats + 1):
        for sums in product(range(3), repeat=players):
            ranks = ranks_by_sum(sums)
            assert place_points(table, ranks) == match_points(ranks, seats)


@pytest.mark.parametrize(
    ("points", "ranks", "expected"),
    [
        ((60, 36, 12, 0), (0, 1, 2, 3), (60, 36, 12, 0)),
        ((60, 36, 12, 0), (1, 3, 1, 0), (24, 0, 24, 60)),
        ((60, 36, 12, 0), (0, 0, 2, 2), (48, 48, 6, 6)),
        ((60, 36, 12, 0), (0, 0, 0, 0), (27, 27, 27, 27)),
        # One seat empty: between what the place is worth and what the next is.
        ((60, 36, 12, 0), (2, 0, 1), (6, 48, 24)),
        ((60, 36, 12, 0), (0, 1, 1), (48, 15, 15)),
        ((60, 36, 12, 0), (0, 1), (36, 18)),
        ((3, 1), (0, 1), (3, 1)),
        ((3, 1), (0, 0), (2, 2)),
    ],
)
def test_what_places_bring(points: tuple[int, ...], ranks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert check_points(points, len(points)) == points
    assert place_points(points, ranks) == expected


@given(TABLES)
@settings(max_examples=30)
def test_a_table_multiplied_as_it_is_told_is_accepted_and_by_less_is_not(points: tuple[int, ...]) -> None:
    if points[0] == points[-1]:
        return
    seats = len(points)
    # Everything that may have to be shared: runs of places, at full tables and at short ones.
    shares = [
        sum(short_points(points, players)[first : first + tied], Fraction()) / tied
        for players in range(2, seats + 1)
        for tied in range(1, players + 1)
        for first in range(players - tied + 1)
    ]
    factor = lcm(*(share.denominator for share in shares))
    assert check_points([value * factor for value in points], seats)
    if factor > 1:
        told = f"no integer; multiplied by {factor} all shares are: {', '.join(str(v * factor) for v in points)}$"
        with pytest.raises(ValueError, match=told):
            check_points(points, seats)
        # The least: what lacks one of its primes will not do.
        for less in {factor // prime for prime in (2, 3, 5) if factor % prime == 0}:
            with pytest.raises(ValueError, match="no integer"):
                check_points([value * less for value in points], seats)


@given(TABLES, st.data())
def test_no_place_is_worth_more_at_a_short_table(points: tuple[int, ...], data: st.DataObject) -> None:
    players = data.draw(st.integers(2, len(points)))
    worth = short_points(points, players)
    assert all(short <= full for short, full in zip(worth, points, strict=False))
    assert list(worth) == sorted(worth, reverse=True)
    empty = len(points) - players
    ends = [*points[:empty], *points[players:]]
    if empty and Fraction(sum(ends), 2 * empty) >= Fraction(sum(points), len(points)):
        assert sum(worth) / players <= Fraction(sum(points), len(points))


@given(st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_ties_share_and_the_sum_stays(sums: list[int]) -> None:
    points = (60, 36, 12, 0)
    brought = place_points(points, ranks_by_sum(sums))
    assert sum(brought) == sum(points)
    for one, ones in zip(sums, brought, strict=True):
        for other, others in zip(sums, brought, strict=True):
            assert (one > other) <= (ones > others)
            assert (one == other) <= (ones == others)


@pytest.mark.parametrize(
    ("points", "seats", "told"),
    [
        ((5, 3, 1), 4, "points: 3 values for 4 places; give one for each, first place first"),
        ((5, 3, 1, -1), 4, "points: -1 for place 4 is not one of 0 to 1000000"),
        ((1_000_001, 0), 2, "points: 1000001 for place 1 is not one of 0 to 1000000"),
        ((5, 3, 4, 0), 4, "points: 4 for place 3 is more than 3 for place 2"),
        ((2, 2, 2), 3, "points: 2 for every place; the first must be worth more than the last"),
        (
            (5, 3, 1, 0),
            4,
            "points: the share of places 3 to 4, tied, would be 1/2, no integer; multiplied by 12 all shares are:"
            " 60, 36, 12, 0",
        ),
        (
            (12, 9, 6, 3),
            4,
            "points: the share of places 1 to 2, tied, would be 21/2, no integer; multiplied by 2 all shares are:"
            " 24, 18, 12, 6",
        ),
    ],
)
def test_it_rejects_what_cannot_be(points: tuple[int, ...], seats: int, told: str) -> None:
    with pytest.raises(ValueError) as caught:
        check_points(points, seats)
    assert str(caught.value) == told


def test_a_share_that_was_never_checked_is_not_rounded() -> None:
    with pytest.raises(ValueError, match="points: a share of 1/2 is no integer; see check_points"):
        place_points((5, 3, 1, 0), (0, 1, 2, 2))
    with pytest.raises(ValueError, match="seats: 3 players at a table made for 2"):
        place_points((3, 1), (0, 1, 2))
