"""The second opinion of a pool: free of the order of its rounds, of the whole ledger, and swapped in whole."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ratings import second_opinion
from ratings.changes import change_parameters, set_counted
from ratings.ledger import RatedBoard, append_round
from ratings.models import BatchRating, Build, Pool, Rating
from ratings.rebuild import BuildInProgress, LostBuild, begin, drop_left, rebuild
from ratings.records import read_record
from ratings.second_opinion import described, opine, overdue
from ratings.skill.batch import Settled, settle
from tests.ratings.rows import make_matches, make_pool, make_versions
from tests.ratings.test_rebuild import play

pytestmark = pytest.mark.django_db
ROUNDS = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((3, 0), (2, 1)), ((0, 1), (3, 2)), ((2, 0), (1, 3))]


def rounds(pool: Pool, versions: list[int], order: list[int]) -> list[int]:
    """The rounds in an order; the first of a pair wins, but in every third round it is a tie. Ids of the matches."""
    played: list[int] = []
    for number in order:
        tables = [tuple(versions[place] for place in pair) for pair in ROUNDS[number]]
        ranks = (0, 0) if number % 3 == 2 else (0, 1)
        matches = make_matches(len(tables))
        boards = [RatedBoard(match, 1, table, ranks, (0, 1)) for match, table in zip(matches, tables, strict=True)]
        append_round(pool_id=pool.pk, boards=boards)
        played += matches
    return played


def opinion(pool: Pool) -> dict[int, BatchRating]:
    return {row.version_id: row for row in BatchRating.objects.filter(build=Pool.objects.get(pk=pool.pk).batch)}


def live(pool: Pool) -> dict[int, tuple[float, float]]:
    return {row.version_id: (row.mu, row.sigma) for row in Rating.objects.current().filter(pool=pool)}


def test_it_does_not_know_the_order_of_the_rounds_and_says_what_that_did() -> None:
    versions = make_versions(4)
    forth, back = make_pool(), make_pool()
    rounds(forth, versions, [0, 1, 2, 3, 4])
    rounds(back, versions, [4, 3, 2, 1, 0])
    for pool in (forth, back):
        build = opine(pool.pk)
        assert (build.kind, build.boards, build.through) == ("batch", 10, 2)
        assert build.finished_at is not None
        assert build.note.startswith("settled after ")
    one, other = opinion(forth), opinion(back)
    assert one.keys() == other.keys() == set(versions)
    for version in versions:
        assert one[version].mu == pytest.approx(other[version].mu, abs=1e-4)
        assert one[version].sigma == pytest.approx(other[version].sigma, abs=1e-4)
        assert (one[version].live_mu, one[version].live_sigma) == live(forth)[version]
        assert one[version].order_luck == live(forth)[version][0] - one[version].mu
    assert max(abs(live(forth)[version][0] - live(back)[version][0]) for version in versions) > 0.1


def test_it_is_what_the_batch_says_of_the_record() -> None:
    pool, versions = make_pool(3), make_versions(7)
    play(pool, versions, 4)
    told: list[Any] = []
    opine(pool.pk, progress=told.append, sweep=lambda number, change: told.append((number, change)))
    read = read_record(pool.pk)
    found = opinion(pool)
    assert list(found) == list(read.versions)
    for version, belief in zip(read.versions, settle(read.record).beliefs, strict=True):
        assert (found[version].mu, found[version].sigma) == (belief.mu, belief.sigma)
    sweeps = [entry for entry in told if isinstance(entry, tuple)]
    assert told[: -len(sweeps)] == [2, 4, 6, 8]
    assert [number for number, _ in sweeps] == list(range(1, len(sweeps) + 1))


def test_void_boards_do_not_count() -> None:
    versions = make_versions(4)
    pool, twin = make_pool(), make_pool()
    matches = rounds(pool, versions, [0, 1, 2, 3, 4])
    set_counted(match_ids=matches[6:8], counted=False, reason="spilt tea", by=None)
    rounds(twin, versions, [0, 1, 2, 4])
    opine(pool.pk)
    opine(twin.pk)
    for version in versions:
        assert opinion(pool)[version].mu == opinion(twin)[version].mu
    # It is ahead of what is shown, and says so by the live rating of the same place.
    before = live(pool)
    rebuild(pool.pk)
    assert live(pool) != before
    assert {version: (row.live_mu, row.live_sigma) for version, row in opinion(pool).items()} == live(pool)


def test_it_is_overdue_when_the_ledger_has_grown() -> None:
    pool, versions = make_pool(), make_versions(4)
    make_pool()
    assert overdue() == []
    matches = rounds(pool, versions, [0])
    assert overdue() == [pool.pk]
    opine(pool.pk)
    assert overdue() == []
    rounds(pool, versions, [1])
    assert overdue() == [pool.pk]
    opine(pool.pk)
    set_counted(match_ids=matches, counted=False, reason="spilt tea", by=None)
    assert overdue() == [pool.pk]
    opine(pool.pk)
    change_parameters(actor=None, pool_id=pool.pk, values={"beta": 3.0}, reason="less luck")
    assert overdue() == [pool.pk]


def test_the_one_before_goes_and_live_builds_are_no_hindrance() -> None:
    pool, versions = make_pool(), make_versions(4)
    rounds(pool, versions, [0, 1])
    first = opine(pool.pk)
    begin(pool.pk)
    second = opine(pool.pk)
    assert Pool.objects.get(pk=pool.pk).batch == second
    assert Build.objects.get(pk=first.pk).superseded_at is not None
    busy = begin(pool.pk, Build.Kind.BATCH)
    with pytest.raises(BuildInProgress, match=f"build {busy.pk} of"):
        opine(pool.pk)


def test_one_that_was_taken_for_lost_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, versions = make_pool(), make_versions(4)
    rounds(pool, versions, [0, 1])
    write = second_opinion._insert

    def dropped(build: Build, *rest: Any) -> None:
        write(build, *rest)
        Build.objects.filter(pk=build.pk).update(lease_until=timezone.now())
        drop_left()

    monkeypatch.setattr(second_opinion, "_insert", dropped)
    with pytest.raises(LostBuild), transaction.atomic():
        opine(pool.pk)
    assert Pool.objects.get(pk=pool.pk).batch is None


def test_a_pool_without_boards_has_one_of_nobody() -> None:
    pool = make_pool()
    build = opine(pool.pk)
    assert opinion(pool) == {}
    assert build.note == "settled after 0 sweeps; greatest change in the last: 0.0e+00 sigma"


def test_it_says_when_it_has_not_settled() -> None:
    assert described(Settled((), False, 200, 3.25e-5)) == (
        "not settled after 200 sweeps; greatest change in the last: 3.2e-05 sigma"
    )
