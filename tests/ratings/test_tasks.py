"""What is sent to whom: each task calls its function, and nothing long is done where rounds are closed."""

from __future__ import annotations

from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db.models import F

from ratings import tasks
from ratings.changes import set_counted
from ratings.models import Build, LedgerRow, Pool, Rating
from ratings.rebuild import _STAYS, begin, left
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play
from tests.ratings.verification.rows import rows

pytestmark = pytest.mark.django_db
Sent = list[tuple[str, tuple[Any, ...], dict[str, Any]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What the tasks send: name, arguments, options."""
    found: Sent = []
    for task in (tasks.rebuild, tasks.drop):
        monkeypatch.setattr(
            task, "apply_async", lambda args=(), *, name=task.name, **options: found.append((name, args, options))
        )
    return found


@pytest.fixture
def stale() -> Pool:
    """A pool of which a match was voided."""
    pool = make_pool()
    play(pool, make_versions(4), 2)
    match = rows(LedgerRow, pool).values_list("match_id", flat=True)[0]
    set_counted(match_ids=[match], counted=False, reason="spilt tea", by=None)
    return pool


def test_the_sweep_asks_for_what_is_due_and_only_for_as_long_as_it_takes(sent: Sent, stale: Pool) -> None:
    make_pool()
    tasks.sweep()
    soon = {"expires": settings.CROUPIER_SWEEP_SECONDS}
    assert sent == [("ratings.rebuild", (stale.pk,), soon)]
    begin(stale.pk)
    tasks.sweep()
    assert len(sent) == 1


def test_a_pool_is_built_anew_once_however_often_it_is_asked_for(stale: Pool) -> None:
    builds = []
    for _ in range(2):
        tasks.rebuild(stale.pk)
        builds.append(Pool.objects.get(pk=stale.pk).build_id)
    assert builds[0] == builds[1] != stale.build_id
    assert not Pool.stale().exists()


def test_a_build_that_another_has_begun_is_left_to_it(stale: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "due", lambda: [stale.pk])
    begin(stale.pk)
    tasks.rebuild(stale.pk)
    assert stale.build_id == Pool.objects.get(pk=stale.pk).build_id


def test_what_nobody_sees_is_dropped_elsewhere(sent: Sent, stale: Pool) -> None:
    stale.refresh_from_db()
    old = stale.build_id
    tasks.rebuild(stale.pk)
    tasks.sweep()
    assert sent == []
    Build.objects.filter(pk=old).update(superseded_at=F("superseded_at") - _STAYS)
    assert left() == [old]
    tasks.sweep()
    assert sent == [("ratings.drop", (), {"expires": settings.CROUPIER_SWEEP_SECONDS})]
    assert Rating.objects.filter(build_id=old).exists()
    tasks.drop()
    assert not Rating.objects.filter(build_id=old).exists()


def test_what_takes_long_has_a_queue_of_its_own() -> None:
    route = current_app.amqp.router.route
    queues = {name: route({}, name)["queue"].name for name in current_app.tasks if name.startswith("ratings.")}
    assert queues.pop("ratings.sweep") == "rounds"
    assert "ratings.rebuild" in queues
    assert set(queues.values()) == {"ratings"}
    # which nobody takes from who closes rounds or plays matches
    assert set(settings.CELERY_TASK_QUEUES) == {"matches", "programs", "rounds"}


def test_beat_sends_tasks_that_there_are() -> None:
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in current_app.tasks


def test_the_second_opinions_that_are_overdue_are_asked_for_one_by_one(
    stale: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_pool()
    asked: list[int] = []
    monkeypatch.setattr(tasks.batch_pool, "delay", asked.append)
    tasks.batch()
    assert asked == [stale.pk]
    builds = []
    for _ in range(2):
        tasks.batch_pool(stale.pk)
        builds.append(Pool.objects.get(pk=stale.pk).batch_id)
    assert builds[0] == builds[1] is not None
    tasks.batch()
    assert asked == [stale.pk]


def test_an_opinion_that_another_has_begun_is_left_to_it(stale: Pool) -> None:
    begin(stale.pk, Build.Kind.BATCH)
    tasks.batch_pool(stale.pk)
    assert Pool.objects.get(pk=stale.pk).batch_id is None
