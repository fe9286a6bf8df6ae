"""Two bots side by side, and how they are called."""

from __future__ import annotations

import pytest

from ratings.display.opponents import chances
from ratings.display.versus import pair_called, versus
from ratings.leaderboard import place_of
from ratings.meetings import head_to_head
from tests.ratings.league import league
from tests.ratings.rows import make_pool
from tournaments.access.errors import Invalid, Missing

pytestmark = pytest.mark.django_db


def test_figures_are_those_of_the_functions() -> None:
    pool, bots = league()
    found = versus(pool, bots[1].pk, bots[0].pk)
    told = head_to_head(pool, bots[1].pk, bots[0].pk)
    assert told is not None
    assert (found.meeting, found.names) == (told, ("Bot 1", "Bot 0"))
    assert found.chances == chances(told.forecast)
    places = {line.place.rating.version.bot_id: line.place for line in found.board.lines}
    assert places == {bot.pk: place_of(pool, bot.pk) for bot in bots[:2]}
    assert f"<title>Bot 1 against Bot 0: win {found.chances[0]}," in found.bar


def test_two_that_are_not_two_of_the_pool() -> None:
    pool, bots = league()
    for pair in ((bots[0].pk, bots[0].pk), (bots[0].pk, 0), (0, bots[0].pk)):
        with pytest.raises(Missing, match="are not two that are rated in pool"):
            versus(pool, *pair)
    with pytest.raises(Missing):
        versus(make_pool(), bots[0].pk, bots[1].pk)


def test_bots_are_called_by_owner_and_name() -> None:
    pool, bots = league()
    one, two = (f"{bot.owner.username}/{bot.name}" for bot in bots[:2])
    assert pair_called(pool, one, f" {two} ") == (bots[0].pk, bots[1].pk)
    assert pair_called(pool, one, "") is pair_called(pool, "", two) is pair_called(pool, "", "") is None
    for text in ("Bot 0", "nobody/Bot 0", f"{bots[0].owner.username}/", "/", "x/" * 200):
        with pytest.raises(Invalid, match=r"first: .* is not the owner/name of a bot that is rated here"):
            pair_called(pool, text, two)
    with pytest.raises(Invalid, match="second: "):
        pair_called(pool, one, "x/y")
    with pytest.raises(Invalid, match="is the first one again"):
        pair_called(pool, one, one)
    with pytest.raises(Invalid):
        pair_called(make_pool(), one, two)
