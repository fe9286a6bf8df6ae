"""Building ratings anew: everything that is cached comes out the same, and what happens meanwhile is not lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from ratings import rebuild as module
from ratings.changes import set_counted
from ratings.comparison import Comparison, compare
from ratings.ledger import RatedBoard, append_event, append_round, lock
from ratings.models import Build, LedgerEvent, Meeting, Pool, RankBucket, Rating, RatingPoint
from ratings.rebuild import BuildInProgress, begin, drop_left, due, rebuild
from ratings.verification import verify
from tests.ratings.rows import believed, make_matches, make_pool, make_versions

pytestmark = pytest.mark.django_db


def shown(pool: Pool) -> dict[str, list[Any]]:
    """Everything that a pool shows."""
    pool.refresh_from_db()
    found: dict[str, list[Any]] = {}
    for model in (Rating, RatingPoint, Meeting, RankBucket):
        names = [f.attname for f in model._meta.concrete_fields if f.name not in ("id", "build")]
        rows = model._default_manager.filter(build_id=pool.build_id)  # type: ignore[attr-defined]
        if model is RankBucket:
            rows = rows.exclude(count=0)
        found[model.__name__] = sorted(rows.values_list(*names))
    return found


def play(pool: Pool, versions: list[int], rounds: int, first: int = 0) -> list[int]:
    """Rounds in which neighbours of a shifting order meet; the ids of their matches."""
    played: list[int] = []
    for turn in range(first, first + rounds):
        seats = pool.seats
        order = [versions[(i * (turn + 1) + turn) % len(versions)] for i in range(len(versions))]
        order = list(dict.fromkeys(order))
        tables = [tuple(order[i : i + seats]) for i in range(0, len(order) - seats + 1, seats)]
        matches = make_matches(len(tables))
        boards = [
            RatedBoard(match, 1, table, tuple((i * turn) % seats for i in range(seats)), tuple(range(seats)), games=2)
            for match, table in zip(matches, tables, strict=True)
        ]
        append_round(pool_id=pool.pk, boards=boards)
        played += matches
    return played


@pytest.mark.parametrize("seats", [2, 3])
def test_a_build_is_what_the_rounds_have_made(seats: int) -> None:
    pool, versions = make_pool(seats), make_versions(7)
    play(pool, versions, 5)
    before, old = shown(pool), pool.build_id
    rebuild(pool.pk)
    assert shown(pool) == before
    assert pool.build_id != old
    play(pool, versions, 2, first=5)
    after = shown(pool)
    assert after != before
    rebuild(pool.pk)
    assert shown(pool) == after


def test_what_is_appended_meanwhile_is_worked_in(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, versions = make_pool(), make_versions(8)
    play(pool, versions[:5], 3)
    write = module.insert_state

    def interrupted(*args: Any) -> None:
        write(*args)
        play(pool, versions, 3, first=3)

    monkeypatch.setattr(module, "insert_state", interrupted)
    monkeypatch.setattr(module, "_AT_THE_SWAP", 5)
    rebuild(pool.pk)
    monkeypatch.undo()
    worked_in = shown(pool)
    rebuild(pool.pk)
    assert shown(pool) == worked_in
    assert {rating.version_id: rating.belief for rating in Rating.objects.current()} == believed(pool)


def test_a_look_before_the_swap_sees_replay_and_cache_at_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, versions = make_pool(), make_versions(8)
    play(pool, versions[:5], 3)
    write = module.insert_points

    def interrupted(*args: Any) -> None:
        write(*args)
        # At a place of which the history has been written already, and then beyond it.
        fixed = {"version": versions[1], "mu": 30.0, "sigma": 1.0}
        append_event(lock([pool.pk])[pool.pk], LedgerEvent.Kind.REFERENCE, fixed)
        play(pool, versions, 2, first=3)

    monkeypatch.setattr(module, "insert_points", interrupted)
    looked: list[Comparison] = []
    build = rebuild(pool.pk, look=lambda shown, state: looked.append(compare(shown, state)))
    monkeypatch.undo()
    assert [(one.is_same, one.versions, one.boards) for one in looked] == [(True, 8, pool.ledger.count())]
    assert build.pk == Pool.objects.get(pk=pool.pk).build_id
    assert verify(pool.pk).is_right


def test_a_voided_match_leaves_no_trace_and_comes_back() -> None:
    pool, twin, versions = make_pool(), make_pool(), make_versions(6)
    matches = play(pool, versions, 4)
    before = shown(pool)
    gone = matches[4]
    assert set_counted(match_ids=[gone], counted=False, reason="the table was on fire", by=None) == 1
    assert set_counted(match_ids=[gone], counted=False, reason="again", by=None) == 0
    assert due() == [pool.pk]
    assert shown(pool) == before
    rebuild(pool.pk)
    assert due() == []
    pool.refresh_from_db()
    # as if it had never been
    for row in pool.ledger.exclude(match_id=gone).order_by("seq"):
        append_round(
            pool_id=twin.pk,
            boards=[RatedBoard(make_matches(1)[0], 1, tuple(row.versions), tuple(row.ranks), tuple(row.order), 2)],
        )
    assert believed(pool) == believed(twin)
    columns = ("version_id", "mu", "sigma", "boards", "games", "wins", "draws", "losses")
    assert list(Rating.objects.filter(build=pool.build).order_by("version").values_list(*columns)) == list(
        Rating.objects.current().filter(pool=twin).order_by("version").values_list(*columns)
    )
    assert set_counted(match_ids=[gone], counted=True, reason="it was not", by=None) == 1
    rebuild(pool.pk)
    assert shown(pool) == before
    assert list(pool.events.order_by("number").values_list("kind", flat=True)) == [
        LedgerEvent.Kind.PARAMETERS,
        LedgerEvent.Kind.JOIN,
        LedgerEvent.Kind.VOID,
        LedgerEvent.Kind.RESTORE,
    ]


def test_two_do_not_build_at_once_and_a_lost_build_is_dropped() -> None:
    pool, versions = make_pool(), make_versions(4)
    play(pool, versions, 2)
    lost = begin(pool.pk)
    with pytest.raises(BuildInProgress, match=f"build {lost.pk} of"):
        rebuild(pool.pk)
    Build.objects.filter(pk=lost.pk).update(lease_until=timezone.now())
    assert drop_left() == 1
    before = shown(pool)
    old = pool.build_id
    rebuild(pool.pk)
    # who has begun to read the old one may finish
    assert drop_left() == 0
    assert Rating.objects.filter(build_id=old).exists()
    Build.objects.filter(pk=old).update(superseded_at=F("superseded_at") - module._STAYS)
    assert drop_left() == 1
    assert shown(pool) == before
    for model in (Rating, RatingPoint, Meeting, RankBucket):
        assert not model._default_manager.exclude(build_id=pool.build_id).exists()  # type: ignore[attr-defined]


def test_a_build_dropped_under_its_worker_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, versions = make_pool(), make_versions(4)
    play(pool, versions, 2)
    before, old = shown(pool), pool.build_id
    write = module.insert_state

    def dropped(build: Build, state: Any) -> None:
        write(build, state)
        Build.objects.filter(pk=build.pk).update(lease_until=timezone.now())
        drop_left()

    monkeypatch.setattr(module, "insert_state", dropped)
    with pytest.raises(module.LostBuild), transaction.atomic():
        rebuild(pool.pk)
    assert shown(pool) == before
    assert pool.build_id == old
