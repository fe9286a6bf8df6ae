"""The leaderboard: order, shared ranks, pages, and that the database walks the index for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.leaderboard import ORDER, Place, leaderboard, place_of, places, ratings_of
from ratings.models import BatchRating, Build, Pool, Rating
from tests.ratings.rows import make_pool, make_ratings
from tournaments.access.errors import Invalid
from tournaments.access.keyset import Keyset

pytestmark = pytest.mark.django_db


def rated(scores: list[float], sigma: float = 1.0) -> int:
    """A pool with these scores, entered in this order."""
    pool = make_pool()
    make_ratings(pool, [(score + 3.0 * sigma, sigma) for score in scores])
    return pool.pk


def walk(pool_id: int, limit: int) -> list[Place]:
    """All pages, one after the other."""
    page = leaderboard(pool_id=pool_id, limit=limit)
    found = list(page.places)
    while page.next is not None:
        page = leaderboard(pool_id=pool_id, limit=limit, cursor=page.next)
        found.extend(page.places)
    return found


def test_equal_scores_share_a_rank_and_stand_in_order_of_entry() -> None:
    rated([9.0, 9.0])
    pool = rated([1.0, 5.0, 7.0, 5.0])
    assert [(place.rank, place.rating.score, place.rating.boards) for place in walk(pool, 10)] == [
        (1, 7.0, 2),
        (2, 5.0, 1),
        (2, 5.0, 3),
        (4, 1.0, 0),
    ]


def test_a_place_names_bot_owner_and_version() -> None:
    (place,) = walk(rated([1.0]), 10)
    assert (place.number, place.rating.version.bot.engine) == (3, "trash")
    assert place.bot.startswith("bot")
    assert place.owner.startswith("owner")


def test_an_empty_pool_has_an_empty_page() -> None:
    page = leaderboard(pool_id=make_pool().pk)
    assert (page.places, page.next) == ((), None)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([-2.5, 0.0, 0.125, 0.25, 0.375, 4.0]), min_size=1, max_size=25), st.integers(1, 7))
def test_pages_agree_with_the_slow_definition(scores: list[float], limit: int) -> None:
    with transaction.atomic():
        found = walk(rated(scores), limit)
        assert [place.rating.boards for place in found] == sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        for place in found:
            assert place.rank == 1 + sum(score > place.rating.score for score in scores)
            # 1.96 to each side
            assert place.best == 1 + sum(score > place.rating.score + 3.92 for score in scores)
            assert place.worst == sum(score > place.rating.score - 3.92 for score in scores)
        transaction.set_rollback(True)


def test_three_thousand_equal_scores_are_paged_without_loss_or_repetition() -> None:
    found = walk(rated([3.0] * 10 + [1.0] * 3000 + [-1.0] * 10), limit=200)
    assert [place.rating.boards for place in found] == list(range(3020))
    assert [place.rank for place in found] == [1] * 10 + [11] * 3000 + [3011] * 10


@pytest.mark.parametrize("limit", [1, 40])
def test_a_page_takes_four_statements(limit: int, django_assert_num_queries: Any) -> None:
    pool = rated([float(score % 7) for score in range(50)])
    cursor = leaderboard(pool_id=pool, limit=5).next
    with django_assert_num_queries(4):
        page = leaderboard(pool_id=pool, limit=limit, cursor=cursor)
        assert [(place.bot, place.owner, place.number) for place in page.places]


def test_a_cursor_that_no_page_gave_is_refused() -> None:
    with pytest.raises(Invalid):
        leaderboard(pool_id=make_pool().pk, cursor="bm90IG91cnM")


def test_the_index_gives_the_order() -> None:
    pool = Pool.objects.get(pk=rated([float(score) for score in range(30)]))
    keyset = Keyset(ORDER, unique="version_id")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # so few rows it would rather read whole and sort; not because it cannot do otherwise
            cursor.execute("ANALYZE ratings_rating")
            cursor.execute("SET LOCAL enable_sort = off")
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            cursor.execute("SET LOCAL enable_hashjoin = off")
            cursor.execute("SET LOCAL enable_mergejoin = off")
    ordered = keyset.order(ratings_of(pool))
    for rows in (ordered, keyset.after(ordered, (11.0, 4))):
        plan = rows[:10].explain()
        assert "rating_leaderboard" in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan


def test_one_bot_stands_where_the_board_has_it(django_assert_num_queries: Any) -> None:
    pool = Pool.objects.select_related("build").get(pk=rated([4.0, 9.0, 4.0, -1.0]))
    for place in walk(pool.pk, 10):
        with django_assert_num_queries(3):
            assert place_of(pool, place.rating.version.bot_id) == place
    (version,) = make_ratings(pool, [(99.0, 1.0)], public=False)
    hidden = Rating.objects.select_related("version").get(version_id=version)
    assert place_of(pool, hidden.version.bot_id) is None
    assert place_of(pool, 10**12) is None


def test_a_rating_is_provisional_above_half_of_sigma0() -> None:
    pool = make_pool()
    half = pool.sigma0 / 2
    make_ratings(pool, [(25.0, half), (25.0, half * 1.000001), (25.0, pool.sigma0), (25.0, 1.0)])
    assert {place.rating.sigma: place.provisional for place in walk(pool.pk, 10)} == {
        half: False, half * 1.000001: True, pool.sigma0: True, 1.0: False
    }  # fmt: skip


def test_the_second_opinion_stands_beside(django_assert_num_queries: Any) -> None:
    pool = make_pool()
    first, second, third = make_ratings(pool, [(30.0, 1.0), (20.0, 1.0), (10.0, 1.0)])
    for number, kind in enumerate(2 * [Build.Kind.BATCH]):
        pool.batch = Build.objects.create(pool=pool, kind=kind)
        pool.save()
        for version, mu in ((first, 28.5), (second, 21.0)):
            BatchRating.objects.create(
                build=pool.batch, version_id=version, mu=mu + number, sigma=0.5, live_mu=29.0, live_sigma=1.5
            )
    with django_assert_num_queries(5):
        found = leaderboard(pool_id=pool.pk).places
    assert [(place.second.mu, place.second.order_luck) for place in found if place.second] == [
        (29.5, -0.5),
        (22.0, 7.0),
    ]
    assert (found[2].rating.version_id, found[2].second) == (third, None)


def test_places_of_no_rows_take_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert places(Pool(), []) == ()
