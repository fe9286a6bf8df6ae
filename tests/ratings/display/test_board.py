"""A page of a leaderboard with its plot: the places of the leaderboard, on one axis."""

from __future__ import annotations

import pytest

from ratings.display.board import board
from ratings.leaderboard import leaderboard
from tests.ratings.league import league
from tests.ratings.rows import make_pool
from tournaments.access.errors import Invalid

pytestmark = pytest.mark.django_db


def test_its_lines_are_those_of_the_leaderboard() -> None:
    pool, _ = league(6)
    page = leaderboard(pool_id=pool.pk, limit=4)
    found = board(pool_id=pool.pk, limit=4, cursor=None)
    assert [line.place for line in found.lines] == list(page.places)
    assert (found.next, found.second) == (page.next, False)
    for line in found.lines:
        rating = line.place.rating
        figures = f"mu {rating.mu:.2f}, 95% interval {rating.low:.2f} to {rating.high:.2f}, score {rating.score:.2f}"
        assert f"<title>{figures}</title>" in line.plot
    rest = board(pool_id=pool.pk, limit=4, cursor=found.next)
    assert (len(rest.lines), rest.next) == (2, None)


def test_of_nobody() -> None:
    assert board(pool_id=make_pool().pk, limit=4, cursor=None).lines == ()


def test_a_cursor_that_no_page_gave_is_refused() -> None:
    with pytest.raises(Invalid):
        board(pool_id=make_pool().pk, limit=4, cursor="nonsense")
