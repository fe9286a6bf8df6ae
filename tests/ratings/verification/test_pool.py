"""What is right is found right, stale or not; and each thing that can be wrong is found and named."""

from __future__ import annotations

from typing import Any

import pytest

from ratings.changes import change_parameters, set_counted
from ratings.ledger import append_event, lock
from ratings.models import Build, LedgerEvent, LedgerRow, Meeting, Pool, RankBucket, Rating, RatingPoint
from ratings.rebuild import rebuild
from ratings.verification import verify
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play
from tests.ratings.verification.rows import assert_found, rows

pytestmark = pytest.mark.django_db
Kind = LedgerEvent.Kind


@pytest.mark.parametrize("seats", [2, 4])
def test_a_pool_is_right_after_all_that_can_happen_to_it(seats: int) -> None:
    pool, versions = make_pool(seats), make_versions(9)
    assert verify(pool.pk).is_right
    matches = play(pool, versions[:7], 3)
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 3.0, "delta": 1.0}, reason="less luck")
    held = lock([pool.pk])[pool.pk]
    append_event(held, Kind.REFERENCE, {"version": versions[0], "mu": 31.0, "sigma": 0.5})
    play(pool, versions, 2, first=3)
    told: list[int] = []
    found = verify(pool.pk, told.append)
    assert (found.is_right, found.differences, found.notes, found.unsaid) == (True, [], [], {})
    assert told[-1] == found.looked_at["boards"] == rows(LedgerRow, pool).count()
    assert found.looked_at["events"] == rows(LedgerEvent, pool).count()
    assert found.looked_at["ratings"] == rows(Rating, pool).count()
    assert found.looked_at["points of history"] == rows(RatingPoint, pool).count()
    assert found.looked_at["meetings"] == rows(Meeting, pool).count()
    assert found.looked_at["rank counts"] == rows(RankBucket, pool, count__gt=0).count()
    # Until it is built anew, a pool is right that shows what was true before.
    set_counted(match_ids=matches[:2], counted=False, reason="a power cut", by=None)
    play(pool, versions, 1, first=5)
    found = verify(pool.pk)
    assert found.is_right
    assert found.notes == [
        f"a new build is due for event {Pool.objects.get(pk=pool.pk).rebuild_from}; "
        "what is shown was compared with what the ledger said before"
    ]
    rebuild(pool.pk)
    found = verify(pool.pk)
    assert (found.is_right, found.notes) == (True, [])


def test_a_pool_of_which_nothing_is_shown_yet_is_right() -> None:
    pool, versions = make_pool(), make_versions(4)
    play(pool, versions, 2)
    Pool.objects.filter(pk=pool.pk).update(build=None)
    found = verify(pool.pk)
    assert (found.is_right, found.notes) == (True, ["nothing is shown yet: a build is due"])


POOLS: list[tuple[dict[str, Any], str]] = [
    ({"beta": 1.0}, "pool: beta is 1.0, by the ledger 20.83"),
    ({"delta": 1.0}, "pool: delta is 1.0, by the ledger 4.16"),
    ({"parameters_version": 2}, "pool: version is 2, by the ledger 1"),
    ({"rebuild_from": 1}, "pool: rebuild_from is 1, by the ledger 0"),
]


@pytest.mark.parametrize(("values", "said"), POOLS)
def test_what_the_pool_says_wrongly_is_found(values: dict[str, Any], said: str) -> None:
    pool, versions = make_pool(), make_versions(4)
    play(pool, versions, 2)
    Pool.objects.filter(pk=pool.pk).update(**values)
    assert_found(verify(pool.pk), said)


@pytest.mark.parametrize("values", [{"boards": 2}, {"finished_at": None}, {"kind": "batch"}])
def test_a_build_that_is_not_what_it_says_is_found(values: dict[str, Any]) -> None:
    pool, versions = make_pool(), make_versions(4)
    play(pool, versions, 2)
    pool.refresh_from_db()
    Build.objects.filter(pk=pool.build_id).update(**values)
    assert_found(verify(pool.pk), f"pool: build {pool.build_id}")


def test_the_first_differences_of_each_part_are_said_and_all_are_counted() -> None:
    pool, versions = make_pool(), make_versions(6)
    play(pool, versions, 3)
    rows(Rating, pool).update(wins=77)
    rows(RatingPoint, pool, version=versions[0]).update(boards=77)
    found = verify(pool.pk, most=1)
    points = rows(RatingPoint, pool, version=versions[0]).count()
    assert found.counts == {"history": points, "ratings": len(versions)}
    assert [line.partition(":")[0] for line in found.differences] == ["history", "ratings"]
    assert found.unsaid == {"history": points - 1, "ratings": len(versions) - 1}
