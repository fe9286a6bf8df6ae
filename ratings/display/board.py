"""A page of a pool's leaderboard with its forest plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from ratings.charts.forest import forest_axis, forest_head, forest_line
from ratings.leaderboard import Place, leaderboard


@dataclass(frozen=True, slots=True)
class Line:
    """A place and its line of the plot."""

    place: Place
    plot: SafeString


@dataclass(frozen=True, slots=True)
class Board:
    """Places with the axis above them.

    second  whether any of them has a second opinion
    next    the cursor of the next page; None at the end
    """

    lines: tuple[Line, ...]
    head: SafeString
    second: bool
    next: str | None


def board(*, pool_id: int, limit: int, cursor: str | None) -> Board:
    """A page; arguments as for `ratings.leaderboard.leaderboard`, and raises as that does."""
    page = leaderboard(pool_id=pool_id, limit=limit, cursor=cursor)
    return plotted(page.places, page.next)


def plotted(places: Sequence[Place], cursor: str | None = None) -> Board:
    """Some places on one axis."""
    axis = forest_axis(place.rating.belief for place in places)
    return Board(
        lines=tuple(Line(place, forest_line(place.rating.belief, axis)) for place in places),
        head=forest_head(axis),
        second=any(place.second is not None for place in places),
        next=cursor,
    )
