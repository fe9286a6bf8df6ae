"""Points by place: what a table of an event that states its own points is worth, full or short, and whether it may be.

`points` are those of the places of a full table, first place first. Tied places share the mean of what they are worth.
At a short table a place is worth the mean of what it would be with the empty seats all last, and all first. So no place
of a short table is ever worth more than the same at a full one, and where the first places are worth most (the mean of
the ends is at least the mean of all), neither is the whole table, per head. The standard table, 2 for every seat ranked
above, follows the same rule: an empty seat is a tie with everyone.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

GREATEST = 1_000_000
FEWEST = 2  # seats of a table that may still be played


def standard_points(seats: int) -> tuple[int, ...]:
    """The table of an event that states none: 2 for every seat ranked above, at a full table of `seats`."""
    return tuple(range(2 * (seats - 1), -1, -2))


def check_points(points: Sequence[int], seats: int) -> tuple[int, ...]:
    """`points` as a tuple, if they can be those of a full table of `seats`.

    Raises ValueError unless there is one for every place, none below 0 or above a million, none above the one before
    it, and more for the first than for the last; and unless every mean that tied places may have to share, at full
    tables and at short ones, is an integer. Then the message names the least factor that makes all of them so.
    """
    points = tuple(points)
    if len(points) != seats:
        raise ValueError(f"points: {len(points)} values for {seats} places; give one for each, first place first")
    for place, value in enumerate(points, 1):
        if not 0 <= value <= GREATEST:
            raise ValueError(f"points: {value} for place {place} is not one of 0 to {GREATEST}")
    for place, (better, worse) in enumerate(pairwise(points), 1):
        if worse > better:
            raise ValueError(f"points: {worse} for place {place + 1} is more than {better} for place {place}")
    if points[0] == points[-1]:
        raise ValueError(f"points: {points[0]} for every place; the first must be worth more than the last")
    shares = tuple(_shares(points))
    broken = next(((words, share) for words, share in shares if share.denominator > 1), None)
    if broken is not None:
        factor = lcm(*(share.denominator for _, share in shares))
        raise ValueError(
            f"points: {broken[0]} would be {broken[1]}, no integer; multiplied by {factor} all shares are:"
            f" {', '.join(str(value * factor) for value in points)}"
        )
    return points


def place_points(points: Sequence[int], ranks: Sequence[int]) -> tuple[int, ...]:
    """What these ranks (0 best, ties share the better) bring at a table for `len(points)`, by seat; fewer ranks are a
    short table. `points` have passed `check_points`.

    Raises ValueError for more ranks than places.
    """
    worth = short_points(points, len(ranks))
    order = sorted(ranks)
    shares = {}
    for rank in order:
        first, tied = order.index(rank), order.count(rank)
        shares[rank] = sum(worth[first : first + tied], Fraction()) / tied
    return tuple(_whole(shares[rank]) for rank in ranks)


def mean_points(points: Sequence[int]) -> int:
    """What everyone gets where a full table is tied. `points` have passed `check_points`."""
    return sum(points) // len(points)


def short_points(points: Sequence[int], players: int) -> tuple[Fraction, ...]:
    """What the places of a table with so many players are worth. Raises ValueError for more players than places."""
    if players > len(points):
        raise ValueError(f"seats: {players} players at a table made for {len(points)}")
    empty = len(points) - players
    return tuple(Fraction(points[place] + points[place + empty], 2) for place in range(players))


def _shares(points: Sequence[int]) -> Iterator[tuple[str, Fraction]]:
    """Every mean that may have to be shared, with words for which it is; full tables first."""
    for players in range(len(points), FEWEST - 1, -1):
        worth = short_points(points, players)
        at = "" if players == len(points) else f" at a table of {players}"
        for tied in range(1, players + 1):
            for first in range(players - tied + 1):
                of = f"place {first + 1}" if tied == 1 else f"the share of places {first + 1} to {first + tied}, tied,"
                yield f"{of}{at}", sum(worth[first : first + tied], Fraction()) / tied


def _whole(share: Fraction) -> int:
    if share.denominator != 1:
        raise ValueError(f"points: a share of {share} is no integer; see check_points")
    return share.numerator
