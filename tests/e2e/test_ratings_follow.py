"""Ratings are built anew by a worker of their own; rounds are closed whether there is one or not."""

from __future__ import annotations

import pytest
from django.db import transaction

from ratings.changes import set_counted
from ratings.models import LedgerRow, Pool, Rating
from ratings.verification import verify
from tests.e2e.stack import Stack
from tests.ratings.rows import believed
from tests.tournaments import arena

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_rounds_are_closed_while_a_build_waits_and_then_ratings_follow(stack: Stack) -> None:
    stack.worker()
    stack.beat()
    stack.wait_finished(arena.event(4))
    pool = Pool.objects.get()
    with transaction.atomic():
        gone = LedgerRow.objects.filter(pool=pool).order_by("seq")[0].match_id
        set_counted(match_ids=[gone], counted=False, reason="a false start", by=None)
    # Nobody takes from the queue of ratings, and the event goes on as ever.
    stack.wait_finished(arena.event(4, name="Another cup"))
    pool.refresh_from_db()
    assert pool.is_stale
    assert verify(pool.pk).is_right
    stack.worker(name="ratings", queues=["ratings"])
    stack.wait(lambda: not Pool.stale().exists(), "the ratings to follow the ledger")
    found = verify(pool.pk)
    assert (found.is_right, found.notes) == (True, [])
    assert {row.version_id: row.belief for row in Rating.objects.current()} == believed(pool)
    assert LedgerRow.objects.filter(pool=pool).count() == 12
