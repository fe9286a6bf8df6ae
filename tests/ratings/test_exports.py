"""Whole leaderboards as files: every line that the pages have, in order, whatever happens to the build meanwhile."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ratings import exports
from ratings.exports import BuildDropped, as_csv, as_json_lines, lines
from ratings.leaderboard import Place, places, ratings_of
from ratings.models import BatchRating, Build, Pool, RankBucket, Rating
from ratings.rebuild import rebuild
from tests.ratings.rows import make_pool, make_ratings, make_versions
from tests.ratings.test_rebuild import play
from tournaments.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """Some places, equal ones among them, exported three at a time; two have a second opinion."""
    monkeypatch.setattr(exports, "IDS_PER_QUERY", 3)
    monkeypatch.setattr(exports, "_LINES", 2)
    pool = make_pool()
    versions = make_ratings(pool, [(25.0 + n % 4, 1.0 + n % 3) for n in range(17)])
    make_ratings(pool, [(99.0, 1.0)], public=False)
    pool.batch = Build.objects.create(pool=pool, kind=Build.Kind.BATCH)
    pool.save()
    for version in versions[:2]:
        BatchRating.objects.create(
            build=pool.batch, version_id=version, mu=24.5, sigma=0.75, live_mu=25.25, live_sigma=1.0
        )
    return pool


def board(pool: Pool) -> list[Place]:
    return list(places(pool, list(ratings_of(pool).order_by("-score", "version_id"))))


def test_its_lines_are_those_of_the_leaderboard(pool: Pool) -> None:
    found = list(lines(pool))
    assert len(found) == 17
    for line, place in zip(found, board(pool), strict=True):
        rating, second = place.rating, place.second
        assert (line["rank"], line["best_rank"], line["worst_rank"]) == (place.rank, place.best, place.worst)
        assert (line["bot"], line["name"], line["owner"]) == (rating.version.bot_id, place.bot, place.owner)
        assert (line["version"], line["number"], line["provisional"]) == (
            rating.version_id, place.number, place.provisional
        )  # fmt: skip
        for name in ("mu", "sigma", "score", "low", "high", "boards", "games", "wins", "last_played_at", "fixed"):
            assert line[name] == getattr(rating, name)
        shown = None if second is None else {"mu": 24.5, "sigma": 0.75, "order_luck": 0.75}
        assert line["second_opinion"] == shown
    assert sum(line["second_opinion"] is not None for line in found) == 2


@pytest.mark.parametrize("bots", [0, 1, 3, 6])
def test_any_number_of_lines(bots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "IDS_PER_QUERY", 3)
    pool = make_pool()
    make_ratings(pool, [(25.0, 1.0)] * bots)
    assert [(line["rank"], line["best_rank"], line["worst_rank"]) for line in lines(pool)] == [(1, 1, bots)] * bots
    assert "".join(as_csv(pool)).count("\r\n") == bots + 1
    assert "".join(as_json_lines(pool)).count("\n") == bots


def test_comma_separated_values(pool: Pool) -> None:
    first = board(pool)[0].rating
    Bot.objects.filter(pk=first.version.bot_id).update(name='=HYPERLINK("x", 1)')
    Rating.objects.filter(pk=first.pk).update(last_played_at="2026-11-30T12:00:00.5Z", fixed=True)
    parts = list(as_csv(pool))
    assert len(parts) == 1 + 9
    header, *rows = csv.reader(io.StringIO("".join(parts), newline=""))
    assert header == list(exports.CSV_COLUMNS)
    assert len(rows) == 17
    row = dict(zip(header, rows[0], strict=True))
    assert row["name"] == '\'=HYPERLINK("x", 1)'
    assert (row["rank"], row["fixed"], row["reference"]) == ("1", "true", "false")
    assert row["last_played_at"] == "2026-11-30T12:00:00.500000Z"
    for row, line in zip((dict(zip(header, row, strict=True)) for row in rows), lines(pool), strict=True):
        # doubles come back as they went
        assert [float(row[name]) for name in ("mu", "sigma", "score", "low", "high")] == [
            line[name] for name in ("mu", "sigma", "score", "low", "high")
        ]
        second = line["second_opinion"]
        assert row["batch_order_luck"] == ("" if second is None else "0.75")


def test_json_lines(pool: Pool) -> None:
    Bot.objects.filter(pk=board(pool)[0].rating.version.bot_id).update(name="Ada\u2028Lovelace é")
    text = "".join(as_json_lines(pool))
    found = [json.loads(line) for line in text.split("\n")[:-1]]
    assert text.endswith("\n")
    assert found == json.loads(json.dumps(list(lines(pool)), default=exports._time))
    assert found[0]["name"] == "Ada\u2028Lovelace é"


def test_statements_grow_by_two_a_chunk(pool: Pool, django_assert_num_queries: Any) -> None:
    # both ends, 6 chunks with their second opinions, and a look whether the build is still there
    with django_assert_num_queries(2 + 6 * 2 + 1):
        list(lines(pool))


def test_a_build_that_is_replaced_stays_as_long_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "IDS_PER_QUERY", 3)
    monkeypatch.setattr(exports, "_SAID_AGAIN", timedelta(0))
    pool, versions = make_pool(), make_versions(8)
    play(pool, versions, 3)
    pool.refresh_from_db()
    right = list(lines(pool))
    old = pool.build_id
    under_way = lines(Pool.objects.select_related("build").get(pk=pool.pk))
    found = [next(under_way)]
    rebuild(pool.pk)
    long_ago = timezone.now() - timedelta(hours=1)
    Build.objects.filter(pk=old).update(superseded_at=long_ago)
    found += list(under_way)
    assert found == right
    assert Build.objects.get(pk=old).superseded_at > long_ago


def test_it_breaks_off_where_the_build_is_gone(pool: Pool) -> None:
    Pool.objects.filter(pk=pool.pk).update(build=None)
    under_way = lines(pool)
    assert [next(under_way)["rank"] for _ in range(2)] == [1, 1]
    for model in (Rating, RankBucket):
        model.objects.filter(build=pool.build).delete()
    Build.objects.filter(pk=pool.build_id).delete()
    with pytest.raises(BuildDropped, match="is not the whole"):
        list(under_way)
