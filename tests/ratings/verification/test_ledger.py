"""Each thing that can be out of order in a ledger is found and named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model

from ratings.models import LedgerEvent, LedgerRow, Pool
from ratings.verification import verify
from tests.ratings.rows import make_pool, make_versions
from tests.ratings.test_rebuild import play
from tests.ratings.verification.rows import assert_found, rows

pytestmark = pytest.mark.django_db
Kind = LedgerEvent.Kind


PARAMETERS = {"mu0": 25, "sigma0": 8, "beta": 4, "tau": 0, "draw_probability": 0.1, "delta": 0}
STRANGER = {"versions": [[-1, -1, -2, True]]}

# What, which row of the four boards and three events, what becomes of it (None: it is gone), what is said of it, and
# whether the ledger can still be played.
Case = tuple[str, int, dict[str, Any] | None, str, bool]
BOARDS: list[Case] = [
    ("gap", 3, None, "board 4: is of the round of board 3, and the board before it is not", False),
    ("gap within", 2, None, "board 3: comes after board 1; there is a gap", True),
    ("round", 4, {"batch": 1}, "board 4: is of the round of board 1, and the board before it is not", False),
    ("algorithm", 2, {"algorithm_version": 9}, "board 2: was rated by algorithm 9, which is not 1", False),
    ("parameters", 2, {"parameters_version": 9}, "board 2: was rated under parameters 9, which there are not", False),
    ("ranks", 2, {"ranks": [0]}, "board 2: ranks are [0], not 2 whole numbers", False),
    ("ranks' type", 2, {"ranks": "ab"}, "board 2: ranks are ab, not 2 whole numbers", False),
    ("truth", 2, {"ranks": [False, True]}, "board 2: ranks are [False, True], not 2 whole numbers", False),
    ("order", 2, {"order": [1, 1]}, "board 2: order [1, 1] is no permutation of 0 to 1", False),
    ("itself", 2, {"versions": [7, 7]}, "board 2: versions [7, 7]: one of them meets itself", False),
    ("absent", 2, {"versions": [-7, -8]}, "board 2: version -7 has not come into the pool before it", False),
    ("games", 2, {"games": 0}, "board 2: no game was played on it", True),
]
EVENTS: list[Case] = [
    ("gap", 3, {"number": 5}, "event 5, join: comes after event 2; there is a gap", True),
    ("inside", 3, {"after": 1}, "event 3, join: stands after board 1, inside of a round", True),
    ("beyond", 3, {"after": 9}, "event 3: stands after board 9; the last is 4", True),
    ("kind", 3, {"kind": "x"}, "event 3, x: is not one of parameters, rerate, join, void, ", False),
    ("data", 3, {"data": {}}, "event 3, join: its data cannot be read: KeyError('versions')", False),
    ("join", 3, {"data": STRANGER}, "event 3, join: version -1 comes from -2, which has not come into", False),
    ("reference", 3, {"kind": "reference", "data": {"version": -3}}, "event 3, reference: version -3 has not", False),
    ("dismiss", 3, {"kind": "dismiss", "data": {"version": -3}}, "event 3, dismiss: version -3 has not come", False),
    ("rerate", 3, {"kind": "rerate", "data": {"version": 4}}, "event 3, rerate: there are no parameters 4", False),
    ("edition", 3, {"kind": "parameters", "data": {"version": 7, **PARAMETERS}}, "event 3, parameters: param", False),
    ("values", 3, {"kind": "parameters", "data": {"version": 2}}, "cannot be read: TypeError(", False),
    ("first", 1, {"number": 7, "after": 4}, "event 2, join: the first event of a ledger is that", False),
]  # fmt: skip


def ledger() -> Pool:
    """Two rounds of two boards, and an event between them."""
    pool, versions = make_pool(), make_versions(6)
    play(pool, versions[:4], 1)
    play(pool, versions[2:], 1)
    assert [row.after for row in rows(LedgerEvent, pool).order_by("number")] == [0, 0, 2]
    assert [row.batch for row in rows(LedgerRow, pool).order_by("seq")] == [1, 1, 3, 3]
    assert verify(pool.pk).is_right
    return pool


def spoil(pool: Pool, model: type[Model], which: dict[str, int], values: dict[str, Any] | None) -> None:
    found = rows(model, pool, **which)
    if values is None:
        found._raw_delete(found.db)
    else:
        found.update(**values)


def check(pool: Pool, said: str, is_readable: bool) -> None:
    found = verify(pool.pk)
    assert not found.is_right
    assert any(line.startswith(said) for line in found.differences), found.differences
    assert (found.notes == []) is is_readable


@pytest.mark.parametrize("case", BOARDS, ids=[case[0] for case in BOARDS])
def test_a_board_that_is_out_of_order_is_found(case: Case) -> None:
    _, seq, values, said, is_readable = case
    pool = ledger()
    spoil(pool, LedgerRow, {"seq": seq}, values)
    check(pool, f"ledger: {said}", is_readable)


@pytest.mark.parametrize("case", EVENTS, ids=[case[0] for case in EVENTS])
def test_an_event_that_is_out_of_order_is_found(case: Case) -> None:
    _, number, values, said, is_readable = case
    pool = ledger()
    if case[0] == "beyond":
        # What it brought in is not needed before the end.
        spoil(pool, LedgerRow, {"seq__gte": 3}, None)
        said = said.replace("4", "2")
    spoil(pool, LedgerEvent, {"number": number}, values)
    check(pool, f"events: {said}", is_readable)


def test_a_ledger_without_events_is_found() -> None:
    pool = ledger()
    spoil(pool, LedgerEvent, {}, None)
    check(pool, "events: there are none that say what the parameters are", False)


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_not_there_is_found() -> None:
    """Only in a database that was told not to check what rows refer to."""
    with transaction.atomic():
        pool = ledger()
    board = rows(LedgerRow, pool, seq=3)
    match = board.get().match_id
    with unchecked():
        board.update(match=10**6)
    try:
        assert_found(verify(pool.pk), "ledger: board 3: match 1000000 is not there")
    finally:
        board.update(match=match)


@contextmanager
def unchecked() -> Iterator[None]:
    """Without foreign keys."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            yield
            cursor.execute("SET session_replication_role = DEFAULT")
        else:
            with connection.constraint_checks_disabled():
                yield


def test_a_version_that_is_anothers_or_nobodys_is_found() -> None:
    pool, versions = make_pool(), make_versions(5)
    play(pool, versions[:4], 2)
    event = rows(LedgerEvent, pool, kind=Kind.JOIN).get()
    lines = event.data["versions"]
    strange = [[lines[0][0], -5, *lines[0][2:]], *lines[1:], [-9, -9, None, True]]
    rows(LedgerEvent, pool, pk=event.pk).update(data={"versions": strange})
    found = verify(pool.pk)
    bot = lines[0][1]
    assert f"ledger: version {lines[0][0]}: is of bot {bot}, and came in as -5's" in found.differences
    assert "ledger: version -9: is not there" in found.differences
