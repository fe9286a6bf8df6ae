"""`manage.py verify_ratings`: what it says, and its exit status."""

from __future__ import annotations

from functools import partial

import pytest

from ratings.changes import set_counted
from ratings.models import LedgerRow, Pool, RankBucket, Rating
from tests.ratings.management.commands.running import run_command
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play
from tests.ratings.verification.rows import rows

pytestmark = pytest.mark.django_db


run = partial(run_command, "verify_ratings")


@pytest.fixture
def pool() -> Pool:
    found = make_pool()
    play(found, make_versions(4), 2)
    return found


def test_what_is_right_is_said_in_a_line_for_each_pool(pool: Pool) -> None:
    other = make_pool(5)
    lines, error, status = run()
    assert (error, status) == ("", 0)
    assert lines == [
        f"pool {pool.pk}, {pool.title}: right: boards 3, points of history 10, events 2, ratings 4, "
        f"rank counts {rows(RankBucket, pool, count__gt=0).count()}, meetings 3",
        f"pool {other.pk}, {other.title}: right: boards 0, points of history 0, events 1, ratings 0, "
        "rank counts 0, meetings 0",
    ]
    assert run("--pool", other.pk) == (lines[1:], "", 0)


def test_what_differs_is_said_and_ends_with_1(pool: Pool) -> None:
    make_pool()
    rows(Rating, pool).update(wins=70)
    lines, error, status = run("--most", 1)
    assert (error, status) == ("1 of 2 pools do not show what their ledgers say", 1)
    assert lines[0] == f"pool {pool.pk}, {pool.title}: differs: ratings 4"
    assert lines[1].startswith("  ratings: version ")
    assert ": wins is 70, by the ledger " in lines[1]
    assert lines[2] == "  ratings: 3 more"
    assert len(lines) == 4


def test_a_pool_that_waits_for_its_build_is_right_and_says_so(pool: Pool) -> None:
    match = rows(LedgerRow, pool).values_list("match_id", flat=True)[0]
    set_counted(match_ids=[match], counted=False, reason="spilt tea", by=None)
    lines, _, status = run()
    assert status == 0
    assert lines[1].startswith("  note: a new build is due for event 3")


def test_wrong_use() -> None:
    assert run("--pool", 77) == ([], "--pool: there is no pool 77", 2)
    assert run("--most", 0) == ([], "--most: is at least 1", 2)
