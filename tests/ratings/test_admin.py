"""The admin pages of pools, ledger and ratings: they load, show no secret and change nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from ratings.ledger import RatedBoard, append_round
from ratings.models import LedgerRow, Pool, Rating
from tests.ratings.rows import make_matches, make_pool, make_versions

pytestmark = pytest.mark.django_db
MODELS = (Pool, LedgerRow, Rating)


@pytest.fixture
def pool() -> Pool:
    pool, versions = make_pool(), make_versions(60)
    boards = [
        RatedBoard(match, 1, (versions[0], other), (0, 1), (0, 1))
        for match, other in zip(make_matches(59), versions[1:], strict=True)
    ]
    append_round(pool_id=pool.pk, boards=boards)
    return pool


def leaderboard_url(pool: Pool) -> str:
    return reverse("admin:ratings_pool_leaderboard", args=[pool.pk])


def test_the_leaderboard_shows_ranks_bots_and_bars(admin_client: Client, pool: Pool) -> None:
    reply = admin_client.get(leaderboard_url(pool))
    page = reply.content.decode()
    assert reply.status_code == 200
    best = pool.ratings.select_related("version__bot__owner").order_by("-score", "id")[0]
    assert f"<strong>{best.version.bot.name}</strong>" in page
    assert best.version.bot.owner.username in page
    assert f"{best.score:.2f}" in page
    assert page.count("most likely") == 50
    assert "<strong>50</strong>" in page
    assert "First page" not in page
    following = admin_client.get(f"{leaderboard_url(pool)}?cursor={reply.context['next'].split('cursor=')[1]}")
    page = following.content.decode()
    assert page.count("most likely") == 10
    assert "<strong>60</strong>" in page
    assert "First page" in page
    assert "Next page" not in page


def test_the_leaderboard_escapes_names(admin_client: Client, pool: Pool) -> None:
    bot = pool.ratings.select_related("version__bot").order_by("-score")[0].version.bot
    bot.name = "<script>alert(1)</script>"
    bot.save()
    page = admin_client.get(leaderboard_url(pool)).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_an_empty_leaderboard_loads(admin_client: Client) -> None:
    assert admin_client.get(leaderboard_url(make_pool())).status_code == 200


@pytest.mark.parametrize("where", ["999999/leaderboard/", "x/leaderboard/", "{pk}/leaderboard/?cursor=nonsense"])
def test_a_leaderboard_that_is_none_is_not_found(admin_client: Client, where: str) -> None:
    url = reverse("admin:ratings_pool_changelist") + where.format(pk=make_pool().pk)
    assert admin_client.get(url).status_code == 404


def test_the_leaderboard_is_for_staff(client: Client, pool: Pool) -> None:
    assert client.get(leaderboard_url(pool)).status_code == 302
    client.force_login(get_user_model().objects.create_user("ada"))
    assert client.get(leaderboard_url(pool)).status_code == 302
    client.force_login(get_user_model().objects.create_user("clerk", is_staff=True))
    assert client.get(leaderboard_url(pool)).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_every_page_loads_and_shows_no_secret(admin_client: Client, pool: Pool, model: type) -> None:
    name = f"admin:{model._meta.label_lower.replace('.', '_')}"  # type: ignore[attr-defined]
    row = model.objects.first()  # type: ignore[attr-defined]
    for url in (reverse(f"{name}_changelist"), reverse(f"{name}_change", args=[row.pk])):
        reply = admin_client.get(url)
        assert reply.status_code == 200
        # the event's secret is 32 bytes of 0x5e
        assert "5e5e5e5e" not in reply.content.decode()
        assert "^^^^^^^^" not in reply.content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_changed_or_deleted(admin_client: Client, pool: Pool, model: type) -> None:
    name = f"admin:{model._meta.label_lower.replace('.', '_')}"  # type: ignore[attr-defined]
    row, rows = model.objects.first(), model.objects.count()  # type: ignore[attr-defined]
    assert admin_client.post(reverse(f"{name}_add"), {}).status_code == 403
    assert admin_client.post(reverse(f"{name}_change", args=[row.pk]), {"mu": 9, "title": "x"}).status_code == 403
    assert admin_client.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert model.objects.count() == rows  # type: ignore[attr-defined]


def test_the_list_of_ratings_is_rounded(admin_client: Client, pool: Pool) -> None:
    best = pool.ratings.order_by("-score")[0]
    page = admin_client.get(reverse("admin:ratings_rating_changelist")).content.decode()
    for value in (best.score, best.mu, best.sigma):
        assert f"{value:.2f}" in page
        assert str(value) not in page


def test_the_list_of_pools_links_to_the_leaderboards(admin_client: Client, pool: Pool) -> None:
    assert leaderboard_url(pool) in admin_client.get(reverse("admin:ratings_pool_changelist")).content.decode()
