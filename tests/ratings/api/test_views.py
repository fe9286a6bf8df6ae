"""Pools and leaderboards over the API."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.test import AsyncClient, Client
from django.utils import timezone

from ratings.changes import change_parameters, dismiss_reference, rerate, set_counted, set_reference
from ratings.ledger import RatedBoard, append_round
from ratings.models import Build, Pool
from ratings.pools import default_parameters
from ratings.rebuild import begin
from ratings.skill import Belief
from tests.ratings.rows import make_matches, make_pool, make_versions
from tests.tournaments.api.conftest import refused
from tournaments.access.actors import Actor
from tournaments.models import Bot

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
        "id", "title", "engine", "options", "rules_version", "seats", "parameters", "same_owner", "bots", "boards",
        "stale", "rebuild", "second_opinion", "created_at"
    }  # fmt: skip
    assert shown["parameters"] == {"version": 1, **asdict(default_parameters(second.engine, 4))}


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
        "rank", "best_rank", "worst_rank", "provisional", "bot", "name", "owner", "version", "number", "mu", "sigma",
        "score", "low", "high", "boards", "games", "wins", "draws", "losses", "reference", "fixed", "last_played_at",
        "second_opinion"
    }  # fmt: skip
    assert (whole[0]["wins"], whole[0]["draws"], whole[0]["losses"], whole[0]["games"]) == (4, 0, 0, 4)
    assert (whole[0]["best_rank"], whole[0]["worst_rank"]) == (1, 5)
    assert (whole[0]["provisional"], whole[0]["second_opinion"]) == (True, None)
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


def test_a_leaderboard_takes_four_statements(client: Client, django_assert_num_queries: Any) -> None:
    pool = rated_pool(12)
    with django_assert_num_queries(4):
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
        ("/api/v1/pools/999999/events/", 404),
        ("/api/v1/pools/999999/export/?as=csv", 404),
        ("/api/v1/pools/999999/head-to-head/?bot=1&other=2", 404),
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


def test_a_pool_says_how_it_stands(client: Client) -> None:
    pool = rated_pool(5)
    shown = client.get(f"/api/v1/pools/{pool.pk}/").json()
    assert (shown["bots"], shown["boards"], shown["stale"]) == (5, 4, False)
    assert (shown["rebuild"], shown["second_opinion"], shown["same_owner"]) == (None, None, False)
    match = pool.ledger.order_by("seq")[0].match_id
    set_counted(match_ids=[match], counted=False, reason="the table was on fire", by=None)
    begun = begin(pool.pk)
    Build.objects.filter(pk=begun.pk).update(boards=2)
    batch = Build.objects.create(pool=pool, kind=Build.Kind.BATCH, boards=3, finished_at=timezone.now())
    Pool.objects.filter(pk=pool.pk).update(batch=batch)
    shown = client.get(f"/api/v1/pools/{pool.pk}/").json()
    assert shown["stale"] is True
    assert (shown["rebuild"]["boards"], shown["rebuild"]["total"]) == (2, 4)
    assert shown["second_opinion"]["boards"] == 3
    # a build that was left is under way no more
    Build.objects.filter(pk=begun.pk).update(lease_until=timezone.now())
    assert client.get("/api/v1/pools/").json()["results"][0]["rebuild"] is None


@pytest.mark.parametrize("pools", [1, 6])
def test_the_list_of_pools_takes_two_statements(client: Client, pools: int, django_assert_num_queries: Any) -> None:
    for _ in range(pools):
        rated_pool(3)
    with django_assert_num_queries(2):
        assert [row["bots"] for row in client.get("/api/v1/pools/").json()["results"]] == [3] * pools


def test_the_bots_of_one_owner_keep_their_ranks_among_all(client: Client) -> None:
    pool = rated_pool(6)
    whole = client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"]
    owner = get_user_model().objects.get(username=whole[1]["owner"])
    Bot.objects.filter(pk=whole[4]["bot"]).update(owner=owner, name="another")
    url = f"/api/v1/pools/{pool.pk}/leaderboard/?owner={owner.username}&limit=1"
    first = client.get(url).json()
    second = client.get(first["next"]).json()
    assert first["results"] == whole[1:2]
    assert second["results"] == [{**whole[4], "owner": owner.username, "name": "another"}]
    assert second["next"] is None
    assert client.get(f"/api/v1/pools/{pool.pk}/leaderboard/?owner=nobody").json()["results"] == []


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


def test_events_tell_what_happened_and_name_no_match(client: Client) -> None:
    pool = rated_pool(4)
    clerk = get_user_model().objects.create_user("clerk", is_staff=True)
    version = pool.ratings.earliest("id").version_id
    Bot.objects.filter(active_id=version).update(owner=clerk)
    match = pool.ledger.order_by("seq")[0].match_id
    act: Any = {"actor": Actor(clerk), "pool_id": pool.pk}
    change_parameters(**act, values={"beta": 5.0}, reason="luck was overrated")
    set_reference(**act, version=version, fixed=Belief(30.0, 1.0), reason="an anchor")
    set_reference(**act, version=version, fixed=None, reason="let it move")
    dismiss_reference(**act, version=version, reason="no more")
    rerate(**act, reason="for all")
    set_counted(match_ids=[match], counted=False, reason=f"match {match} of a private event", by=clerk)
    set_counted(match_ids=[match], counted=True, reason=f"match {match} of a private event", by=clerk)
    reply = client.get(f"/api/v1/pools/{pool.pk}/events/")
    found = reply.json()["results"]
    assert [event["number"] for event in found] == list(range(9, 0, -1))
    kinds = ["restore", "void", "rerate", "dismiss", "reference", "reference", "parameters", "join", "parameters"]
    assert [event["kind"] for event in found] == kinds
    assert [event["after"] for event in found] == [3] * 7 + [0, 0]
    assert [event["matches"] for event in found] == [1, 1] + [None] * 7
    assert [event["versions"] for event in found] == [None] * 7 + [4, None]
    assert [event["version"] for event in found] == [None] * 3 + [version] * 3 + [None] * 3
    assert [event["edition"] for event in found] == [None, None, 2, None, None, None, 2, None, 1]
    assert [event["belief"] for event in found] == [None] * 5 + [{"mu": 30.0, "sigma": 1.0}] + [None] * 3
    assert found[6]["parameters"] == {**asdict(default_parameters(pool.engine, pool.seats)), "beta": 5.0}
    assert found[6]["reason"] == "luck was overrated"
    assert [event["reason"] for event in found[:2]] == [None, None]
    assert "private" not in reply.content.decode()
    pages = client.get(f"/api/v1/pools/{pool.pk}/events/?limit=8").json()
    assert client.get(pages["next"]).json()["results"] == found[8:]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_an_export_is_the_whole_leaderboard(client: Client, form: str, accept: str) -> None:
    pool = rated_pool(5)
    whole = client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"]
    reply = client.get(f"/api/v1/pools/{pool.pk}/export/?as={form}", HTTP_ACCEPT=accept)
    assert reply.streaming
    assert reply["Content-Disposition"] == f'attachment; filename="leaderboard-{pool.pk}.{form}"'
    text = b"".join(reply.streaming_content).decode()  # type: ignore[attr-defined]
    if form == "jsonl":
        assert reply["Content-Type"] == "application/jsonl; charset=utf-8"
        assert [json.loads(line) for line in text.splitlines()] == whole
    else:
        assert reply["Content-Type"] == "text/csv; charset=utf-8; header=present"
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        assert [(int(row["rank"]), row["name"], float(row["mu"]), row["last_played_at"]) for row in rows] == [
            (line["rank"], line["name"], line["mu"], line["last_played_at"]) for line in whole
        ]


def test_an_export_is_sent_part_by_part_by_an_asgi_server() -> None:
    pool = rated_pool(3)

    async def read() -> bytes:
        reply = await AsyncClient().get(f"/api/v1/pools/{pool.pk}/export/?as=jsonl")
        return b"".join([part async for part in reply.streaming_content])  # type: ignore[attr-defined]

    assert async_to_sync(read)().count(b"\n") == 3


def test_what_is_no_export(client: Client) -> None:
    url = f"/api/v1/pools/{make_pool().pk}/export/"
    refused(client.get(url), 400, "as: missing; give one of csv, jsonl", at="as")
    refused(client.get(f"{url}?as=xml"), 400, 'as: "xml" is not one of csv, jsonl', at="as")
    refused(client.get(f"{url}?as=csv&limit=5"), 400, at="limit")


def test_two_bots_head_to_head(client: Client) -> None:
    pool = rated_pool(4)
    first, *others = client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"]
    url = f"/api/v1/pools/{pool.pk}/head-to-head/"
    shown = client.get(f"{url}?bot={first['bot']}&other={others[0]['bot']}").json()
    assert shown["record"] == {"boards": 1, "wins": 1, "draws": 0, "losses": 0}
    assert shown["pairs"] == [
        {"version": first["version"], "number": 3, "other_version": others[0]["version"], "other_number": 3,
         "record": shown["record"]}
    ]  # fmt: skip
    assert {name: shown["bot"][name] for name in shown["bot"]} == {name: first[name] for name in shown["bot"]}
    assert shown["other"]["name"] == others[0]["name"]
    assert sum(shown["forecast"].values()) == pytest.approx(1.0, abs=1e-12)
    assert shown["forecast"]["win"] > shown["forecast"]["loss"]
    never = client.get(f"{url}?bot={others[0]['bot']}&other={others[1]['bot']}").json()
    assert (never["record"]["boards"], never["pairs"]) == (0, [])


def test_what_is_no_head_to_head(client: Client) -> None:
    pool = rated_pool(2)
    one, other = (line["bot"] for line in client.get(f"/api/v1/pools/{pool.pk}/leaderboard/").json()["results"])
    url = f"/api/v1/pools/{pool.pk}/head-to-head/"
    refused(client.get(url), 400, "bot: missing; give the id of a bot", at="bot")
    refused(client.get(f"{url}?bot={one}"), 400, "other: missing", at="other")
    refused(client.get(f"{url}?bot={one}&other=x"), 400, "is not a whole number", at="other")
    refused(client.get(f"{url}?bot={one}&other={one}"), 400, "is the same bot", at="other")
    strange = f"bot {2**62} is not rated in pool {pool.pk}"
    refused(client.get(f"{url}?bot={one}&other={2**62}"), 404, strange, at="other")
    refused(client.get(f"{url}?bot={2**62}&other={other}"), 404, strange, at="bot")
    refused(client.get(f"{url}?bot={one}&other={other}&limit=3"), 400, at="limit")
