"""Ranks against their slow definition: whatever the values, and whatever has happened to the pool."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ratings.buckets import GREATEST, bucket
from ratings.changes import set_counted, set_reference
from ratings.leaderboard import ORDER
from ratings.ledger import join as join_pool
from ratings.ledger import lock
from ratings.models import Build, Pool, RankBucket, Rating
from ratings.ranks import Beyond, Rank, count_beyond, ranks
from ratings.rebuild import rebuild
from ratings.skill import Belief
from tests.ratings.rows import make_pool, make_ratings, make_versions
from tests.ratings.test_rebuild import play
from tournaments.access.actors import Actor
from tournaments.models import Bot, BotVersion

pytestmark = pytest.mark.django_db
Kind = RankBucket.Kind
Beliefs = list[tuple[float, float]]


def listed(pool: Pool) -> tuple[Build, list[Rating]]:
    """What the pool shows, and its leaderboard."""
    pool.refresh_from_db()
    assert pool.build is not None
    return pool.build, list(Rating.objects.listed(pool.build_id).order_by(*ORDER))


def slow(ratings: list[Rating]) -> list[Rank]:
    """The definition, by comparing each with each."""
    return [
        Rank(
            1 + sum(other.score > one.score for other in ratings),
            1 + sum(other.low > one.high for other in ratings),
            len(ratings) - sum(other.high < one.low for other in ratings),
        )
        for one in ratings
    ]


def agree(pool: Pool) -> None:
    """Ranks of the whole board, of each of its pages, and of each line alone are those of the definition."""
    build, ratings = listed(pool)
    right = slow(ratings)
    assert ranks(build, ratings) == ranks(build, ratings, consecutive=True) == right
    for start in range(0, len(ratings), 3):
        page = slice(start, start + 5)
        assert ranks(build, ratings[page], consecutive=True) == right[page]
    assert ranks(build, ratings[::-2]) == right[::-2]


# Values that are equal, next to each other, at edges of buckets (1/32 wide in a new pool), and far out.
mus = st.one_of(
    st.sampled_from([0.0, -0.0, 25.0, 25.0, 25.03125, 24.96875, 25.000000000000004, -300.0, 1e6, -1e6, 3e8]),
    st.floats(-60.0, 60.0),
)
sigmas = st.one_of(st.sampled_from([1.0, 1.0, 0.03125, 25 / 3, 1e-3, 1e3]), st.floats(0.1, 9.0))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(mus, sigmas), min_size=1, max_size=16))
@example([(25.0, 1.0)] * 9 + [(28.0, 2.0)] * 3)
@example([(3e8, 1.0), (-3e8, 1.0), (3e8, 1.0), (2e8, 1.0)])
def test_ranks_agree_with_the_slow_definition(beliefs: Beliefs) -> None:
    with transaction.atomic():
        pool = make_pool()
        make_ratings(pool, beliefs)
        make_ratings(pool, beliefs[:2], public=False)
        make_ratings(make_pool(), beliefs[:2])
        agree(pool)
        transaction.set_rollback(True)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(mus, sigmas), max_size=12), st.lists(mus, min_size=1, max_size=6))
def test_counts_of_any_value(beliefs: Beliefs, values: list[float]) -> None:
    with transaction.atomic():
        pool = make_pool()
        make_ratings(pool, beliefs)
        build, ratings = listed(pool)
        asked = [
            Beyond(kind, value, equal)
            for kind in (Kind.SCORE, Kind.LOW, Kind.HIGH)
            for value in values
            for equal in (False, True)
        ]
        assert count_beyond(build, asked) == {
            question: sum(
                getattr(rating, question.kind) > question.value
                or (question.equal and getattr(rating, question.kind) == question.value)
                for rating in ratings
            )
            for question in asked
        }
        transaction.set_rollback(True)


def test_a_rank_interval_worked_by_hand() -> None:
    """Intervals of half length 1.96 about 10, 7, 5 and 0: the first overlaps with the second alone, the second and
    the third with all but the last."""
    pool = make_pool()
    make_ratings(pool, [(10.0, 1.0), (7.0, 1.0), (5.0, 1.0), (0.0, 1.0)])
    build, ratings = listed(pool)
    assert ranks(build, ratings) == [Rank(1, 1, 2), Rank(2, 1, 3), Rank(3, 2, 3), Rank(4, 4, 4)]


def test_a_rank_may_lie_outside_of_its_interval() -> None:
    """A newcomer far above whose score is the least of all: its interval says first to second."""
    pool = make_pool()
    make_ratings(pool, [(12.0, 0.5), (25.0, 8.0), (6.0, 0.5), (5.0, 0.5)])
    build, ratings = listed(pool)
    (newcomer,) = [rank for rank, rating in zip(ranks(build, ratings), ratings, strict=True) if rating.sigma == 8.0]
    assert newcomer == Rank(4, 1, 2)


def test_values_beyond_the_last_bucket_are_told_apart() -> None:
    pool = make_pool()
    make_ratings(pool, [(1e9, 1.0), (2e9, 1.0), (-1e9, 1.0), (-2e9, 1.0)])
    build, ratings = listed(pool)
    assert {bucket(rating.score, build.width) for rating in ratings} == {GREATEST, -GREATEST - 1}
    assert [rank.rank for rank in ranks(build, ratings)] == [1, 2, 3, 4]


@pytest.mark.parametrize("seats", [2, 3])
def test_ranks_hold_whatever_happens_to_the_pool(seats: int) -> None:
    pool, versions = make_pool(seats), make_versions(9)
    matches = play(pool, versions[:6], 3)
    agree(pool)
    matches += play(pool, versions, 2, first=3)
    agree(pool)
    bots = len(listed(pool)[1])
    # Another version of a bot becomes public, and the first one is shown no more.
    bot = Bot.objects.get(active_id=versions[0])
    bot.active = BotVersion.objects.create(bot=bot, number=4, policy="greedy")
    bot.save()
    with transaction.atomic():
        join_pool(lock([pool.pk])[pool.pk], [bot.active_id], reason="active")
    agree(pool)
    assert len(listed(pool)[1]) == bots
    # A reference bot is put where it stays.
    clerk = Actor(get_user_model().objects.create_user("clerk", is_staff=True))
    Bot.objects.filter(active_id=versions[1]).update(owner=clerk.user)
    fixed = Belief(-7.25, 0.5)
    set_reference(actor=clerk, pool_id=pool.pk, version=versions[1], fixed=fixed, reason="an anchor")
    agree(pool)
    play(pool, [bot.active_id, *versions[1:]], 2, first=5)
    agree(pool)
    set_counted(match_ids=matches[::4], counted=False, reason="a test", by=None)
    rebuild(pool.pk)
    agree(pool)
    play(pool, versions[1:], 2, first=7)
    agree(pool)


def test_a_page_takes_two_statements(django_assert_num_queries: Any) -> None:
    pool = make_pool()
    make_ratings(pool, [(float(n % 50), 1.0 + n % 7) for n in range(200)])
    build, ratings = listed(pool)
    with django_assert_num_queries(2):
        assert len(ranks(build, ratings, consecutive=True)) == 200
    with django_assert_num_queries(0):
        assert ranks(build, []) == []
    empty = make_pool().build
    assert empty is not None
    with django_assert_num_queries(1):
        assert set(count_beyond(empty, [Beyond(Kind.SCORE, 1.0), Beyond(Kind.LOW, 2.0)]).values()) == {0}


def test_counting_walks_the_indexes(django_assert_num_queries: Any) -> None:
    pool = make_pool()
    make_ratings(pool, [(25.01 + n * 1e-5, 1e-3) for n in range(60)])  # all in one bucket
    build, ratings = listed(pool)
    with django_assert_num_queries(2) as captured:
        ranks(build, ratings[20:40])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # so few rows it would rather read whole; not because it cannot do otherwise
            for table in ("ratings_rating", "ratings_rankbucket"):
                cursor.execute(f"ANALYZE {table}")
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
        explain = "EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN "
        plans = []
        for query in captured.captured_queries:
            cursor.execute(explain + query["sql"])
            plans.append("\n".join(str(row[-1]) for row in cursor.fetchall()))
    assert "bucket_once_per_build" in plans[0] or "sqlite_autoindex_ratings_rankbucket" in plans[0]
    for index in ("rating_leaderboard", "rating_low", "rating_high"):
        assert index in plans[1]
    for plan in plans:
        assert "Seq Scan" not in plan
        assert "SCAN ratings" not in plan
        assert "SCAN r" not in plan
