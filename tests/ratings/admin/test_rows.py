"""The lists of pools, ledger, ratings and builds: they load, show no secret and change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ratings.models import Build, LedgerEvent, LedgerRow, Pool, Rating
from ratings.rebuild import rebuild
from tests.ratings.league import league

pytestmark = pytest.mark.django_db
MODELS = (Pool, LedgerRow, LedgerEvent, Rating, Build)


@pytest.fixture
def pool() -> Pool:
    return league()[0]


def url(model: Any, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_{page}", args=args)


@pytest.mark.parametrize("model", MODELS)
def test_every_page_loads_and_shows_no_secret(admin_client: Client, pool: Pool, model: Any) -> None:
    row = model.objects.order_by("-id").first()
    for address in (url(model, "changelist"), url(model, "change", row.pk), url(model, "changelist") + "?q=Bot"):
        reply = admin_client.get(address)
        assert reply.status_code == 200, address
        # the event's secret is 32 bytes of 0x5e
        assert "5e5e5e5e" not in reply.content.decode()
        assert "^^^^^^^^" not in reply.content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_changed_or_deleted(admin_client: Client, pool: Pool, model: Any) -> None:
    row, rows = model.objects.first(), model.objects.count()
    assert admin_client.post(url(model, "add"), {}).status_code == 403
    assert admin_client.post(url(model, "change", row.pk), {"mu": 9, "title": "x"}).status_code == 403
    assert admin_client.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.count() == rows


@pytest.mark.parametrize("model", MODELS[1:])
def test_lists_are_filtered_by_pool(admin_client: Client, pool: Pool, model: Any) -> None:
    other, _ = league(2)
    reply = admin_client.get(url(model, "changelist") + f"?pool__id__exact={other.pk}")
    found = reply.context["cl"].result_list
    assert {row.pool_id for row in found} == {other.pk}
    assert len(found) == model.objects.filter(pool=other).count()


def test_the_list_of_ratings_is_rounded(admin_client: Client, pool: Pool) -> None:
    best = pool.ratings.order_by("-score")[0]
    page = admin_client.get(url(Rating, "changelist")).content.decode()
    for value in (best.score, best.mu, best.sigma):
        assert f"{value:.2f}" in page
        assert str(value) not in page
    assert f"{best.wins}-{best.draws}-{best.losses}" in page


def test_only_ratings_that_are_shown_are_ratings(admin_client: Client, pool: Pool) -> None:
    before = pool.ratings.count()
    rebuild(pool.pk)
    assert Rating.objects.filter(pool=pool).count() == 2 * before
    listed = admin_client.get(url(Rating, "changelist")).context["cl"].result_list
    pool.refresh_from_db()
    assert len(listed) == before
    assert {rating.build_id for rating in listed} == {pool.build_id}
    builds = admin_client.get(url(Build, "changelist")).content.decode()
    assert "shown" in builds
    assert "replaced" in builds


def test_the_list_of_pools_links_to_the_leaderboards_and_counts_bots(admin_client: Client, pool: Pool) -> None:
    reply = admin_client.get(url(Pool, "changelist"))
    assert reverse("admin:ratings_pool_leaderboard", args=[pool.pk]) in reply.content.decode()
    assert [row.bots for row in reply.context["cl"].result_list] == [4]
