"""Histories of bots: all points of all versions in order, in pages of any size, and marks where versions came in."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from ratings import history as module
from ratings.history import KEYSET, HistoryPoint, history, marks
from ratings.ledger import join, lock
from ratings.models import LedgerEvent, Pool, Rating, RatingPoint
from ratings.rebuild import rebuild
from ratings.skill import Belief
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db


def activate(pool: Pool, bot: Bot) -> int:
    """Another version of a bot, active, that comes into the pool."""
    number = 1 + max(bot.versions.values_list("number", flat=True))
    bot.active = BotVersion.objects.create(bot=bot, number=number, policy="greedy")
    bot.save()
    return bring_in(pool, bot.active.pk)


def bring_in(pool: Pool, version: int) -> int:
    with transaction.atomic():
        join(lock([pool.pk])[pool.pk], [version], reason="became the active version")
    return version


@pytest.fixture
def told() -> tuple[Pool, Bot, list[int]]:
    """A pool in which a bot has three versions, the first of which plays on beside the second and is active again."""
    pool, versions = make_pool(), make_versions(5)
    bot = Bot.objects.get(active_id=versions[0])
    play(pool, versions, 2)
    second = activate(pool, bot)
    play(pool, [second, *versions], 3, first=2)
    third = activate(pool, bot)
    bot.active_id = versions[0]
    bot.save()
    bring_in(pool, versions[0])
    play(pool, [versions[0], third, *versions[1:]], 2, first=5)
    pool.refresh_from_db()
    return pool, bot, [versions[0], second, third]


def whole(pool: Pool, bot: Bot) -> list[HistoryPoint]:
    return history(pool, bot.pk, limit=1000)


def test_it_is_every_point_of_every_version_in_ledger_order(told: Any) -> None:
    pool, bot, versions = told
    points = whole(pool, bot)
    rows = RatingPoint.objects.filter(build=pool.build, version_id__in=versions).order_by("seq", "version_id")
    assert [(p.seq, p.version, p.mu, p.sigma, p.boards, p.at) for p in points] == list(
        rows.values_list("seq", "version_id", "mu", "sigma", "boards", "at")
    )
    assert {p.version: p.number for p in points} == dict(zip(versions, [3, 4, 5], strict=True))
    last = {p.version: p for p in points}
    for rating in Rating.objects.filter(build=pool.build, version_id__in=versions):
        point = last[rating.version_id]
        assert (point.mu, point.sigma, point.score, point.low, point.high, point.boards) == (
            rating.mu, rating.sigma, rating.score, rating.low, rating.high, rating.boards
        )  # fmt: skip


@pytest.mark.parametrize("at_once", [1, 2, 100])
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_pages_make_up_the_whole(told: Any, limit: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_VERSIONS_AT_ONCE", at_once)
    pool, bot, _ = told
    right = whole(pool, bot)
    assert len(right) >= 8
    found: list[HistoryPoint] = []
    seen: list[Any] = []
    after: Any = None
    while page := history(pool, bot.pk, limit=limit, after=after):
        assert len(page) <= limit
        found += page
        until = None if len(found) == len(right) else page[-1].seq
        seen += marks(pool, bot.pk, after=-1 if after is None else after[0], until=until)
        after = KEYSET.parse(KEYSET.cursor(KEYSET.place(page[-1])))
    assert found == right
    assert seen == marks(pool, bot.pk)


def test_marks_say_who_came_in_and_who_is_shown(told: Any) -> None:
    pool, bot, (first, second, third) = told
    found = marks(pool, bot.pk)
    assert [(m.version, m.number, m.joined, m.predecessor, m.public) for m in found] == [
        (first, 3, True, None, True),
        (second, 4, True, 3, True),
        (third, 5, True, 4, True),
        (first, 3, False, None, True),
    ]
    joins = {(event.after, event.created_at) for event in pool.events.filter(kind=LedgerEvent.Kind.JOIN)}
    assert all((mark.seq, mark.at) in joins for mark in found)
    by_place = {(p.seq, p.version): p for p in whole(pool, bot)}
    for mark in found[:3]:
        assert by_place[mark.seq, mark.version].boards == 0
    # from its predecessor: mu kept, sigma wider
    newer = by_place[found[1].seq, second]
    before = [p for p in whole(pool, bot) if p.version == first and p.seq <= found[1].seq][-1]
    belief = pool.parameters.successor(Belief(before.mu, before.sigma))
    assert (newer.mu, newer.sigma) == (belief.mu, belief.sigma)


def test_a_rebuild_changes_no_history(told: Any) -> None:
    pool, bot, _ = told
    before, marked = whole(pool, bot), marks(pool, bot.pk)
    rebuild(pool.pk)
    pool.refresh_from_db()
    assert whole(pool, bot) == before
    assert marks(pool, bot.pk) == marked


def test_a_bot_that_is_not_there_has_none(told: Any) -> None:
    pool, bot, _ = told
    other = Bot.objects.get(active_id=make_versions(1)[0])
    for where, who in ((pool, other.pk), (pool, 10**12), (make_pool(), bot.pk)):
        assert history(where, who, limit=10) == []
        assert marks(where, who) == []


def test_a_page_takes_two_statements(told: Any, django_assert_num_queries: Any) -> None:
    pool, bot, _ = told
    with django_assert_num_queries(2):
        history(pool, bot.pk, limit=50)
    with django_assert_num_queries(3):
        marks(pool, bot.pk)
