"""A snapshot stands still while others write, and they need not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import DatabaseError, connection, transaction

from ratings.comparison import preview_rebuild
from ratings.models import Pool, Rating
from ratings.snapshot import snapshot
from ratings.verification import verify
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")


def elsewhere(task: Callable[[], T]) -> T:
    """What the task returns in another connection; it may not wait for this one."""

    def run() -> T:
        try:
            return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(run).result(timeout=15)


def close_rounds(pool: Pool, versions: list[int], first: int) -> None:
    with transaction.atomic():
        play(pool, versions, 1, first=first)


def test_everything_is_as_it_was_at_the_first_read() -> None:
    pool = make_pool()
    with snapshot():
        assert Pool.objects.get(pk=pool.pk).title == pool.title
        elsewhere(lambda: Pool.objects.filter(pk=pool.pk).update(title="another"))
        assert Pool.objects.get(pk=pool.pk).title == pool.title
    assert Pool.objects.get(pk=pool.pk).title == "another"
    assert elsewhere(lambda: Pool.objects.get(pk=pool.pk).title) == "another"


def test_it_ends_with_what_went_wrong_inside() -> None:
    pool = make_pool()
    rows = Pool.objects.all().iterator(chunk_size=1)

    def read() -> None:
        with snapshot():
            next(rows)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        read()
    Pool.objects.filter(pk=pool.pk).update(title="written after it")
    assert elsewhere(lambda: Pool.objects.get(pk=pool.pk).title) == "written after it"


def test_inside_of_a_transaction_it_is_that_transaction() -> None:
    pool = make_pool()
    with transaction.atomic():
        Pool.objects.filter(pk=pool.pk).update(title="mine")
        with snapshot():
            assert Pool.objects.get(pk=pool.pk).title == "mine"
        Pool.objects.filter(pk=pool.pk).update(title="mine still")
    assert elsewhere(lambda: Pool.objects.get(pk=pool.pk).title) == "mine still"


@pytest.mark.parametrize("look", [verify, preview_rebuild])
def test_looking_is_right_while_rounds_are_closed_and_holds_nobody_up(look: Callable[..., object]) -> None:
    pool, versions = make_pool(), make_versions(6)
    for turn in range(3):
        close_rounds(pool, versions, turn)
    closed: list[int] = []

    def meanwhile(_: int) -> None:
        closed.append(len(closed) + 3)
        elsewhere(lambda: close_rounds(pool, versions, closed[-1]))

    found = look(pool.pk, meanwhile)
    assert len(closed) == 3
    assert getattr(found, "is_right", None) or found.is_same  # type: ignore[attr-defined]
    assert verify(pool.pk).is_right
    assert Rating.objects.current().filter(pool=pool).count() == 6


def test_nothing_is_written_within_it_on_postgresql() -> None:
    pool = make_pool()
    if connection.vendor != "postgresql":
        pytest.skip("SQLite's deferred transaction would become a writer")
    with pytest.raises(DatabaseError, match="read-only"), snapshot():
        Pool.objects.filter(pk=pool.pk).update(title="never")
