"""How the rating of a bot moved: figures of its history, by version; all its boards; the last of too many points."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings.display.bot import bot_in_pool, course
from ratings.history import history
from ratings.leaderboard import place_of
from ratings.models import Pool
from tests.ratings.charts.drawing import of, points, read
from tests.ratings.league import league, play, renew
from tournaments.access.errors import Invalid, Missing

pytestmark = pytest.mark.django_db


def test_the_figures_are_those_of_the_history() -> None:
    pool, bots = league()
    told = history(pool, bots[0].pk, limit=99)
    found = course(pool, bots[0].pk, name="Bot 0")
    assert (found.points, found.cut, found.by) == (len(told), False, "time")
    assert [spell.number for spell in found.spells] == [3, 4]
    for spell in found.spells:
        own = [point for point in told if point.number == spell.number]
        assert (spell.first, spell.last) == (own[0], own[-1])
        assert (spell.highest.mu, spell.lowest.mu) == (max(point.mu for point in own), min(point.mu for point in own))
        assert spell.mark is not None
        assert (spell.mark.number, spell.mark.joined) == (spell.number, True)
    assert [spell.mark.predecessor for spell in found.spells if spell.mark] == [None, 3]
    picture = read(found.chart)
    title = picture.find("title")
    assert title is not None
    assert title.text == f"Rating of Bot 0 in {pool.title}"
    assert len(of(picture, "came-in")) == len(of(picture, "mu")) == 2


def test_over_boards_all_versions_are_counted() -> None:
    pool, bots = league(4, rounds=4)
    chart = read(course(pool, bots[0].pk, name="", by="boards").chart)
    # Three boards of the first version, then one of the second, which begins where that ended.
    assert [[across for across, _ in points(path)] for path in of(chart, "mu")] == [
        [0, 0.25, 0.5, 0.75],
        [0.75, 1],
    ]


def test_of_too_many_points_the_last_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, bots = league(4, rounds=6)
    told = history(pool, bots[1].pk, limit=99)
    monkeypatch.setattr("ratings.display.bot.MOST_POINTS", 3)
    found = course(pool, bots[1].pk, name="")
    assert (found.points, found.cut) == (3, True)
    assert (found.spells[0].first, found.spells[0].last) == (told[-3], told[-1])
    monkeypatch.setattr("ratings.display.bot.MOST_POINTS", len(told))
    assert not course(pool, bots[1].pk, name="").cut


def test_a_bot_in_a_pool_is_its_place_its_course_and_its_opponents() -> None:
    pool, bots = league()
    pool = Pool.objects.select_related("build").get(pk=pool.pk)
    found = bot_in_pool(pool, bots[0].pk, by="time", limit=50, cursor=None)
    assert found.place == place_of(pool, bots[0].pk)
    assert found.called == f"{bots[0].owner.username}/Bot 0"
    assert len(found.opponents.lines) == 3


def test_what_there_is_not() -> None:
    pool, bots = league()
    with pytest.raises(Missing, match="bot 0 is not rated in pool"):
        bot_in_pool(pool, 0, by="time", limit=50, cursor=None)
    with pytest.raises(Invalid, match="by: 'moon' is not one of time, boards"):
        bot_in_pool(pool, bots[0].pk, by="moon", limit=50, cursor=None)
    with pytest.raises(Invalid):
        bot_in_pool(pool, bots[0].pk, by="time", limit=50, cursor="nonsense")


def test_statements_do_not_grow_with_rounds_and_versions() -> None:
    pool, bots = league()

    def statements() -> int:
        fresh = Pool.objects.select_related("build").get(pk=pool.pk)
        with CaptureQueriesContext(connection) as captured:
            bot_in_pool(fresh, bots[0].pk, by="time", limit=50, cursor=None)
        return len(captured)

    few = statements()
    for turn in range(3):
        renew(bots[0])
        play(pool, bots, turn)
    assert statements() == few <= 12
