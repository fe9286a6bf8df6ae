"""The lists of pools, ledger, ratings and builds: they load, show no secret and change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ratings.admin.rows import in_short
from ratings.models import Build, LedgerEvent, LedgerRow, Pool, Rating
from ratings.rebuild import begin, rebuild
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


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        ("join", {"versions": [[3, 1, None, True], [4, 2, 1, False]]}, "2 versions: 3, 4"),
        ("join", {"versions": [[3, 1, None, True]]}, "1 version: 3"),
        ("join", {"versions": [[number, 1, None, True] for number in range(100)]}, None),
        ("void", {"matches": [7, 9]}, "matches 7, 9"),
        ("rerate", {"version": 2}, "version 2"),
        ("reference", {"version": 5, "mu": 25.0, "sigma": 25 / 30}, "version 5, mu 25, sigma 0.833333"),
        ("reference", {"version": 5, "mu": None, "sigma": None}, "version 5"),
        ("dismiss", {"version": 5}, "version 5"),
    ],
)
def test_events_in_short(kind: str, data: dict[str, Any], expected: str | None) -> None:
    text = in_short(LedgerEvent(kind=kind, data=data))
    if expected is None:
        assert len(text) == 80
        assert text.startswith("100 versions: 0, 1, ")
        assert text.endswith("…")
    else:
        assert text == expected


def test_a_build_under_way_tells_how_far_it_is(admin_client: Client, pool: Pool) -> None:
    Build.objects.filter(pk=begin(pool.pk).pk).update(boards=2)
    page = admin_client.get(url(Build, "changelist")).content.decode()
    assert "2 of 6" in page
    assert "under way" in page
