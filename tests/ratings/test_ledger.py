"""The ledger: what one closed round appends, what it refuses, and that ratings follow from it to the bit."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.transaction import TransactionManagementError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.ledger import RatedBoard, append_round
from ratings.models import AppendOnlyError, LedgerRow, Pool, Rating
from ratings.skill import ALGORITHM_VERSION, Belief, rate
from tests.ratings.rows import believed, make_matches, make_pool, make_versions

pytestmark = pytest.mark.django_db


def board(match_id: int, versions: tuple[int, ...], ranks: tuple[int, ...], number: int = 1) -> RatedBoard:
    return RatedBoard(match_id, number, versions, ranks, tuple(range(len(versions))))


def cache(pool: Pool) -> dict[int, Belief]:
    return {rating.version_id: rating.belief for rating in Rating.objects.filter(pool=pool)}


def test_a_round_is_appended_and_rated_in_order() -> None:
    pool = make_pool()
    a, b, c = make_versions(3)
    first, second = make_matches(2)
    rows = append_round(
        pool_id=pool.pk,
        boards=[
            RatedBoard(first, 1, (a, b), (0, 1), (0, 1)),
            RatedBoard(first, 2, (a, b), (0, 0), (1, 0)),
            RatedBoard(second, 1, (b, c), (1, 0), (0, 1)),
        ],
    )
    assert rows == 3
    assert list(LedgerRow.objects.values_list("seq", "match_id", "board", "versions", "ranks", "order")) == [
        (1, first, 1, [a, b], [0, 1], [0, 1]),
        (2, first, 2, [a, b], [0, 0], [1, 0]),
        (3, second, 1, [b, c], [1, 0], [0, 1]),
    ]
    assert set(LedgerRow.objects.values_list("parameters_version", "algorithm_version")) == {(1, ALGORITHM_VERSION)}
    new = pool.parameters.newcomer
    a1, b1 = rate([new, new], [0, 1], pool.parameters)
    a2, b2 = rate([a1, b1], [0, 0], pool.parameters, [1, 0])
    b3, c3 = rate([b2, new], [1, 0], pool.parameters)
    assert cache(pool) == believed(pool)
    for version, belief in {a: a2, b: b3, c: c3}.items():
        assert astuple(cache(pool)[version]) == pytest.approx(astuple(belief), rel=0, abs=1e-9)
    assert dict(Rating.objects.values_list("version_id", "boards")) == {a: 2, b: 3, c: 1}
    for rating in Rating.objects.all():
        assert rating.score == rating.mu - 3 * rating.sigma


def test_the_next_round_goes_on_where_the_last_ended() -> None:
    pool, other = make_pool(), make_pool()
    a, b = make_versions(2)
    matches = make_matches(3)
    append_round(pool_id=pool.pk, boards=[board(matches[0], (a, b), (0, 1))])
    ids = dict(Rating.objects.filter(pool=pool).values_list("version_id", "id"))
    append_round(pool_id=other.pk, boards=[board(matches[1], (a, b), (1, 0))])
    append_round(pool_id=pool.pk, boards=[board(matches[2], (b, a), (0, 1))])
    assert list(LedgerRow.objects.filter(pool=pool).values_list("seq", flat=True)) == [1, 2]
    assert list(LedgerRow.objects.filter(pool=other).values_list("seq", flat=True)) == [1]
    assert cache(pool) == believed(pool)
    assert cache(other) == believed(other)
    assert dict(Rating.objects.filter(pool=pool).values_list("version_id", "id")) == ids
    assert set(Rating.objects.filter(pool=pool).values_list("boards", flat=True)) == {2}


@st.composite
def rounds(draw: st.DrawFn, versions: int = 6, seats: int = 3) -> list[list[tuple[Any, Any, Any]]]:
    line = st.tuples(
        st.permutations(range(versions)).map(lambda everyone: tuple(everyone[:seats])),
        st.tuples(*[st.integers(0, seats - 1)] * seats),
        st.permutations(range(seats)).map(tuple),
    )
    return draw(st.lists(st.lists(line, min_size=1, max_size=6), min_size=1, max_size=4))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds())
def test_the_cache_equals_the_replay(played: list[list[tuple[Any, Any, Any]]]) -> None:
    with transaction.atomic():
        pool, versions = make_pool(seats=3), make_versions(6)
        for lines in played:
            boards = [
                RatedBoard(match, 1, tuple(versions[i] for i in who), ranks, order)
                for match, (who, ranks, order) in zip(make_matches(len(lines)), lines, strict=True)
            ]
            append_round(pool_id=pool.pk, boards=boards)
        assert cache(pool) == believed(pool)
        assert sum(Rating.objects.filter(pool=pool).values_list("boards", flat=True)) == 3 * sum(map(len, played))
        transaction.set_rollback(True)


@pytest.mark.parametrize("boards", [1, 60])
def test_it_takes_as_many_statements_whatever_the_number_of_boards(boards: int, django_assert_num_queries: Any) -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    lines = [board(match, (a, b), (0, 1)) for match in make_matches(boards)]
    with django_assert_num_queries(15):
        append_round(pool_id=pool.pk, boards=lines)


def test_a_round_may_be_larger_than_what_one_statement_holds() -> None:
    pool, versions = make_pool(), make_versions(1000)
    pairs = list(zip(versions[::2], versions[1::2], strict=True))
    lines = [board(match, pair, (0, 1)) for match, pair in zip(make_matches(500), pairs, strict=True)]
    assert append_round(pool_id=pool.pk, boards=lines) == 500
    assert list(LedgerRow.objects.values_list("seq", flat=True)) == list(range(1, 501))
    # ids, by which equal scores are listed, follow the first board of a version
    assert list(Rating.objects.order_by("id").values_list("version_id", flat=True)) == versions
    append_round(pool_id=pool.pk, boards=[board(m, p, (1, 0)) for m, p in zip(make_matches(500), pairs, strict=True)])
    assert cache(pool) == believed(pool)


def test_nothing_is_appended_of_an_empty_round(django_assert_num_queries: Any) -> None:
    pool = make_pool()
    with django_assert_num_queries(0):
        assert append_round(pool_id=pool.pk, boards=[]) == 0


def test_a_board_is_never_counted_twice() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    old, new = make_matches(2)
    append_round(pool_id=pool.pk, boards=[board(old, (a, b), (0, 1))])
    before = cache(pool)
    with pytest.raises(IntegrityError), transaction.atomic():
        append_round(pool_id=pool.pk, boards=[board(new, (a, b), (0, 1)), board(old, (a, b), (0, 1))])
    with pytest.raises(ValueError, match=f"board 1 of match {new}: given twice"):
        append_round(pool_id=pool.pk, boards=[board(new, (a, b), (0, 1)), board(new, (b, a), (0, 1))])
    with pytest.raises(IntegrityError), transaction.atomic():
        append_round(pool_id=make_pool().pk, boards=[board(old, (a, b), (0, 1))])
    assert cache(pool) == before == believed(pool)
    assert LedgerRow.objects.count() == 1


def test_a_transaction_that_is_rolled_back_leaves_nothing() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    (match,) = make_matches(1)
    with transaction.atomic():
        append_round(pool_id=pool.pk, boards=[board(match, (a, b), (0, 1))])
        transaction.set_rollback(True)
    assert not LedgerRow.objects.exists()
    assert not Rating.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_rejects_a_caller_without_a_transaction() -> None:
    with pytest.raises(TransactionManagementError, match="inside the transaction that closes the round"):
        append_round(pool_id=1, boards=[])


def test_it_rejects_boards_that_do_not_fill_the_pool() -> None:
    pool, (a, b, c) = make_pool(), make_versions(3)
    (match,) = make_matches(1)
    with pytest.raises(ValueError, match=f"board 1 of match {match}: 3 versions, but pool {pool.pk} has 2 seats"):
        append_round(pool_id=pool.pk, boards=[board(match, (a, b, c), (0, 1, 2))])
    with pytest.raises(Pool.DoesNotExist):
        append_round(pool_id=pool.pk + 10_000, boards=[board(match, (a, b), (0, 1))])
    assert not LedgerRow.objects.exists()


@pytest.mark.parametrize(
    ("versions", "ranks", "order", "says"),
    [
        ((5, 5), (0, 1), (0, 1), r"versions \[5, 5\]: a version that meets itself is not rated"),
        ((5, 6), (0,), (0, 1), "1 ranks for 2 versions"),
        ((5, 6), (0, 1), (0, 0), r"order \[0, 0\] is not a permutation of 0 to 1"),
        ((5, 6), (0, 1), (0,), r"order \[0\] is not a permutation of 0 to 1"),
    ],
)
def test_it_rejects_a_board_that_is_none(versions: Any, ranks: Any, order: Any, says: str) -> None:
    with pytest.raises(ValueError, match="board 4 of match 7: " + says):
        RatedBoard(7, 4, versions, ranks, order)


def test_rows_of_the_ledger_are_neither_changed_nor_deleted() -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    (match,) = make_matches(1)
    append_round(pool_id=pool.pk, boards=[board(match, (a, b), (0, 1))])
    row = LedgerRow.objects.get()
    row.ranks = [1, 0]
    for attempt in (
        row.save,
        row.delete,
        LedgerRow.objects.all().delete,
        lambda: LedgerRow.objects.update(ranks=[1, 0]),
        lambda: LedgerRow.objects.bulk_update([row], ["ranks"]),
        lambda: LedgerRow.objects.update_or_create(pk=row.pk, defaults={"ranks": [1, 0]}),
    ):
        with pytest.raises(AppendOnlyError), transaction.atomic():
            attempt()
    assert LedgerRow.objects.get().ranks == [0, 1]


def test_a_replay_refuses_rows_of_another_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, (a, b) = make_pool(), make_versions(2)
    (match,) = make_matches(1)
    append_round(pool_id=pool.pk, boards=[board(match, (a, b), (0, 1))])
    monkeypatch.setattr("ratings.stream.ALGORITHM_VERSION", ALGORITHM_VERSION + 1)
    with pytest.raises(ValueError, match=rf"ledger row {pool.pk}:1: rated by algorithm 1, which is not 2"):
        believed(pool)
