"""Several closers of rounds in one pool at the same time: nothing lost, nothing doubled, no gap in the sequence."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from time import sleep
from typing import Any, TypeVar

import pytest
from django.db import connection, connections, transaction

from ratings.ledger import RatedBoard, append_round, lock
from ratings.models import LedgerRow, Pool, Rating
from ratings.pools import ensure_pool
from ratings.rebuild import begin, finish
from tests.ratings.rows import believed, make_matches, make_pool, make_versions

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")


@pytest.fixture(autouse=True)
def _database_that_connections_share() -> None:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():  # type: ignore[attr-defined]
        pytest.fail("settings: the test database is in memory; DATABASES['default']['TEST']['NAME'] must be a file")


def together(tasks: list[Callable[[], T]]) -> list[T]:
    """Run the tasks in threads of their own, started at the same moment, each with its own connection."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T:
        try:
            barrier.wait(timeout=30)
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_simultaneous_appenders_keep_the_sequence_gapless() -> None:
    pool, versions = make_pool(), make_versions(5)
    closers, rounds, tables = 4, 5, 3
    matches = {(closer, turn): make_matches(tables) for closer in range(closers) for turn in range(rounds)}

    def close(closer: int) -> None:
        for turn in range(rounds):
            lines = []
            for table, match in enumerate(matches[closer, turn]):
                who = (closer + turn + table) % 5
                pair = (versions[who], versions[(who + 1 + turn % 4) % 5])
                lines.append(RatedBoard(match, 1, pair, (table % 2, turn % 2), (1, 0)))
            with transaction.atomic():
                append_round(pool_id=pool.pk, boards=lines)

    together([lambda closer=closer: close(closer) for closer in range(closers)])  # type: ignore[misc]
    rows = list(LedgerRow.objects.filter(pool=pool).order_by("seq").values_list("seq", "match_id"))
    assert [seq for seq, _ in rows] == list(range(1, closers * rounds * tables + 1))
    assert sorted(match for _, match in rows) == sorted(match for group in matches.values() for match in group)
    # a round's boards stand together, in table order
    groups = [tuple(match for _, match in rows[start : start + tables]) for start in range(0, len(rows), tables)]
    assert sorted(groups) == sorted(tuple(group) for group in matches.values())
    cached = {rating.version_id: rating for rating in Rating.objects.filter(pool=pool)}
    assert {version: rating.belief for version, rating in cached.items()} == believed(pool)
    assert sum(rating.boards for rating in cached.values()) == 2 * len(rows)


def test_who_waited_for_a_pool_sees_the_build_that_was_swapped_in_meanwhile() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    (match,) = make_matches(1)
    held = Event()

    def swap() -> int:
        build = begin(pool.pk)
        with transaction.atomic():
            mine = lock([pool.pk])[pool.pk]
            held.set()
            # SQLite lets nobody else begin to write; on PostgreSQL the other is at the pool's row by then.
            sleep(0.5)
            finish(mine, build, through=1, boards=0)
        return build.pk

    def close() -> int | None:
        assert held.wait(timeout=30)
        with transaction.atomic():
            append_round(pool_id=pool.pk, boards=[RatedBoard(match, 1, (a, b), (0, 1), (0, 1))])
        return None

    build, _ = together([swap, close])
    assert set(Rating.objects.values_list("build_id", "boards")) == {(build, 1)}
    assert {rating.version_id: rating.belief for rating in Rating.objects.current()} == believed(pool)


def test_the_same_round_closed_twice_counts_once() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    (match,) = make_matches(1)

    def close() -> str:
        try:
            with transaction.atomic():
                append_round(pool_id=pool.pk, boards=[RatedBoard(match, 1, (a, b), (0, 1), (0, 1))])
        except Exception as refusal:
            return type(refusal).__name__
        return "appended"

    assert sorted(together([close] * 3)) == ["IntegrityError", "IntegrityError", "appended"]
    assert LedgerRow.objects.count() == 1
    assert set(Rating.objects.values_list("boards", flat=True)) == {1}


@pytest.mark.parametrize("in_transaction", [False, True])
def test_simultaneous_callers_get_one_pool(in_transaction: bool) -> None:
    key: dict[str, Any] = {"engine": "trash", "options": {"wild": 1}, "rules_version": 7, "seats": 2}

    def ensure() -> int:
        if in_transaction:
            with transaction.atomic():
                return ensure_pool(**key).pk
        return ensure_pool(**key).pk

    assert len(set(together([ensure] * 4))) == 1
    assert Pool.objects.filter(rules_version=7).count() == 1
