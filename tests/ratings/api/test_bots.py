"""/api/v1/pools/{id}/bots/{bot}/: place, history, opponents"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ratings.history import history, marks
from ratings.meetings import opponents
from ratings.models import Pool
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_history import activate
from tests.ratings.test_rebuild import play
from tests.tournaments.api.conftest import refused
from tournaments.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def known() -> tuple[Pool, Bot]:
    """A bot of two versions in a pool of five."""
    pool, versions = make_pool(), make_versions(5)
    bot = Bot.objects.get(active_id=versions[0])
    play(pool, versions, 4)
    play(pool, [activate(pool, bot), *versions[1:]], 4, first=4)
    pool.refresh_from_db()
    return pool, bot


def walk(client: Client, url: str, limit: int) -> list[dict[str, Any]]:
    pages, address = [], f"{url}?limit={limit}"
    while address is not None:
        pages.append(client.get(address).json())
        address = pages[-1]["next"]
    return pages


def test_a_place_is_the_line_of_the_leaderboard(client: Client, known: tuple[Pool, Bot]) -> None:
    pool, _ = known
    for line in client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"]:
        assert client.get(f"/api/v1/pools/{pool.pk}/bots/{line['bot']}/").json() == line


@pytest.mark.parametrize("limit", [1, 3, 200])
def test_a_history_is_paged_with_its_marks(client: Client, known: tuple[Pool, Bot], limit: int) -> None:
    pool, bot = known
    pages = walk(client, f"/api/v1/pools/{pool.pk}/bots/{bot.pk}/history/", limit)
    points = [point for page in pages for point in page["results"]]
    right = history(pool, bot.pk, limit=1000)
    assert len(points) == len(right) > 4
    for shown, point in zip(points, right, strict=True):
        assert shown.pop("at").endswith("Z")
        assert shown == {name: getattr(point, name) for name in shown}
    shown_marks = [mark for page in pages for mark in page["marks"]]
    assert [(mark["seq"], mark["version"], mark["joined"]) for mark in shown_marks] == [
        (mark.seq, mark.version, mark.joined) for mark in marks(pool, bot.pk)
    ]
    assert [(mark["number"], mark["predecessor"], mark["public"]) for mark in shown_marks] == [
        (3, None, True), (4, 3, True)
    ]  # fmt: skip


@pytest.mark.parametrize("limit", [1, 3, 200])
def test_opponents_are_paged(client: Client, known: tuple[Pool, Bot], limit: int) -> None:
    pool, bot = known
    pages = walk(client, f"/api/v1/pools/{pool.pk}/bots/{bot.pk}/opponents/", limit)
    found = [one for page in pages for one in page["results"]]
    right = opponents(pool, bot.pk, limit=100)
    assert [one["opponent"]["bot"] for one in found] == [one.bot for one in right]
    for shown, one in zip(found, right, strict=True):
        assert shown["record"] == {
            "boards": one.boards, "wins": one.record.wins, "draws": one.record.draws, "losses": one.record.losses
        }  # fmt: skip
        assert shown["opponent"]["name"] == one.rating.version.bot.name


@pytest.mark.parametrize("where", ["", "history/", "opponents/"])
def test_a_bot_that_is_not_rated_is_not_there(client: Client, known: tuple[Pool, Bot], where: str) -> None:
    pool, bot = known
    stranger = Bot.objects.get(active_id=make_versions(1)[0])
    elsewhere = make_pool()
    for pool_id, bot_id in ((pool.pk, stranger.pk), (elsewhere.pk, bot.pk), (pool.pk, 10**30)):
        reply = client.get(f"/api/v1/pools/{pool_id}/bots/{bot_id}/{where}")
        refused(reply, 404, f"bot {bot_id} is not rated in pool {pool_id}", code="not_found")
    refused(client.get(f"/api/v1/pools/999999/bots/{bot.pk}/{where}"), 404)
    assert client.get(f"/api/v1/pools/{pool.pk}/bots/x/{where}").status_code == 404


@pytest.mark.parametrize("where", ["", "history/", "opponents/"])
def test_a_parameter_that_does_nothing_is_refused(client: Client, known: tuple[Pool, Bot], where: str) -> None:
    pool, bot = known
    url = f"/api/v1/pools/{pool.pk}/bots/{bot.pk}/{where}"
    refused(client.get(f"{url}?seats=2"), 400, at="seats")
    for query in ("limit=0", "cursor=x"):
        refused(client.get(f"{url}?{query}"), 400, at=query.split("=")[0])
    assert client.post(url).status_code in {401, 403, 405}


def test_a_cursor_of_another_list_is_refused(client: Client, known: tuple[Pool, Bot]) -> None:
    pool, bot = known
    url = f"/api/v1/pools/{pool.pk}/bots/{bot.pk}"
    cursor = client.get(f"{url}/history/?limit=1").json()["next"].split("?")[1]
    refused(client.get(f"{url}/opponents/?{cursor}"), 400, code="bad_cursor")


def test_statements_are_few(client: Client, known: tuple[Pool, Bot], django_assert_max_num_queries: Any) -> None:
    pool, bot = known
    for where, most in (("", 4), ("history/", 7), ("opponents/", 4)):
        with django_assert_max_num_queries(most):
            assert client.get(f"/api/v1/pools/{pool.pk}/bots/{bot.pk}/{where}").status_code == 200
