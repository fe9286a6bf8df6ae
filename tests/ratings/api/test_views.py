"""Pools and leaderboards over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ratings.ledger import RatedBoard, append_round
from ratings.models import Pool
from ratings.pools import DEFAULT_PARAMETERS
from tests.ratings.rows import make_matches, make_pool, make_versions

pytestmark = pytest.mark.django_db


def rated_pool(bots: int) -> Pool:
    """A pool in which the first version beat every other one once, in order of id."""
    pool, versions = make_pool(), make_versions(bots)
    boards = [
        RatedBoard(match, 1, (versions[0], other), (0, 1), (0, 1))
        for match, other in zip(make_matches(bots - 1), versions[1:], strict=True)
    ]
    append_round(pool_id=pool.pk, boards=boards)
    return pool


def test_pools_are_listed_and_shown_to_anyone(client: Client) -> None:
    first, second = make_pool(), make_pool(seats=4)
    listed = client.get("/api/v1/pools/").json()
    assert [row["id"] for row in listed["results"]] == [first.pk, second.pk]
    assert listed["next"] is None
    shown = client.get(f"/api/v1/pools/{second.pk}/").json()
    assert shown == listed["results"][1]
    assert shown.keys() == {
        "id", "title", "engine", "options", "rules_version", "seats", "parameters", "created_at"
    }  # fmt: skip
    assert shown["parameters"] == {
        "version": 1,
        "mu0": DEFAULT_PARAMETERS.mu0,
        "sigma0": DEFAULT_PARAMETERS.sigma0,
        "beta": DEFAULT_PARAMETERS.beta,
        "tau": DEFAULT_PARAMETERS.tau,
        "draw_probability": DEFAULT_PARAMETERS.draw_probability,
    }


def test_pools_are_filtered_and_paged(client: Client) -> None:
    pools = [make_pool(seats) for seats in (2, 3, 2, 2)]
    page = client.get("/api/v1/pools/?seats=2&limit=2").json()
    assert [row["id"] for row in page["results"]] == [pools[0].pk, pools[2].pk]
    page = client.get(page["next"]).json()
    assert [row["id"] for row in page["results"]] == [pools[3].pk]
    assert client.get("/api/v1/pools/?engine=rummy").json()["results"] == []


def test_a_leaderboard_is_ranked_and_paged(client: Client) -> None:
    pool = rated_pool(5)
    whole = client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"]
    assert [line["rank"] for line in whole] == [1, 2, 3, 4, 5]
    assert whole[0]["boards"] == 4
    assert whole[0].keys() == {
        "rank", "bot", "name", "owner", "version", "number", "mu", "sigma", "score", "boards", "updated_at"
    }  # fmt: skip
    rating = pool.ratings.select_related("version__bot__owner").get(version_id=whole[0]["version"])
    assert (whole[0]["mu"], whole[0]["sigma"], whole[0]["score"]) == (rating.mu, rating.sigma, rating.score)
    assert whole[0]["name"] == rating.version.bot.name
    assert whole[0]["owner"] == rating.version.bot.owner.username
    lines, url = [], f"/api/v1/pools/{pool.pk}/leaderboard/?limit=2"
    while url is not None:
        page = client.get(url).json()
        assert len(page["results"]) <= 2
        lines += page["results"]
        url = page["next"]
    assert lines == whole


def test_a_leaderboard_takes_three_statements(client: Client, django_assert_num_queries: Any) -> None:
    pool = rated_pool(12)
    with django_assert_num_queries(3):
        assert len(client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"]) == 12


def test_an_empty_leaderboard(client: Client) -> None:
    assert client.get(f"/api/v1/pools/{make_pool().pk}/leaderboard/").json() == {"next": None, "results": []}


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_rejects_writing(client: Client, method: str) -> None:
    pool = make_pool()
    for url in ("/api/v1/pools/", f"/api/v1/pools/{pool.pk}/", f"/api/v1/pools/{pool.pk}/leaderboard/"):
        assert getattr(client, method)(url).status_code in {401, 403, 405}
    assert Pool.objects.count() == 1


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("/api/v1/pools/999999/", 404),
        ("/api/v1/pools/99999999999999999999999/", 404),
        ("/api/v1/pools/999999/leaderboard/", 404),
        ("/api/v1/pools/x/", 404),
        ("/api/v1/pools/?seats=two", 400),
        ("/api/v1/pools/?seats=99999999999999999999999", 400),
        ("/api/v1/pools/?seats=0.5", 400),
        ("/api/v1/pools/?seats=", 400),
        ("/api/v1/pools/?seat=2", 400),
        ("/api/v1/pools/?seats=2&seats=3", 400),
        ("/api/v1/pools/?engine=%00", 400),
        ("/api/v1/pools/?limit=0", 400),
        ("/api/v1/pools/?cursor=nonsense", 400),
    ],
)
def test_it_rejects_bad_input(client: Client, url: str, status: int) -> None:
    assert client.get(url).status_code == status


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "cursor=x", "seats=2"])
def test_it_rejects_a_bad_page_of_a_leaderboard(client: Client, query: str) -> None:
    reply = client.get(f"/api/v1/pools/{make_pool().pk}/leaderboard/?{query}")
    assert reply.status_code == 400
    assert query.split("=")[0] in reply.json()["detail"]


def test_a_cursor_of_another_list_is_refused(client: Client) -> None:
    make_pool()
    pool = rated_pool(3)
    cursor = client.get("/api/v1/pools/?limit=1").json()["next"].split("cursor=")[1]
    assert client.get(f"/api/v1/pools/{pool.pk}/leaderboard/?cursor={cursor}").status_code == 400
