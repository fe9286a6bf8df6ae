"""The ledger as it is read: one order, whatever the size of a part, and where a reading goes on."""

from __future__ import annotations

from typing import Any

import pytest

from ratings import stream
from ratings.ledger import RatedBoard, append_event, append_round, lock
from ratings.models import LedgerEvent, Pool
from ratings.stream import Batch, Element, elements
from tests.ratings.rows import make_matches, make_pool, make_versions

pytestmark = pytest.mark.django_db


def told(ledger: Any) -> list[Any]:
    """Events as their kind, batches as the places of their boards."""
    return [
        [board.seq for board in element.boards] if isinstance(element, Batch) else element.kind for element in ledger
    ]


@pytest.fixture
def pool() -> Pool:
    """parameters, join, 1-3, void, restore, 4, join, 5-6, void."""
    pool, (a, b, c) = make_pool(), make_versions(3)
    matches = make_matches(6)

    def play(*boards: tuple[int, int, int]) -> None:
        append_round(pool_id=pool.pk, boards=[RatedBoard(m, 1, (one, two), (0, 1), (0, 1)) for m, one, two in boards])

    play(*((match, a, b) for match in matches[:3]))
    for kind in (LedgerEvent.Kind.VOID, LedgerEvent.Kind.RESTORE):
        append_event(lock([pool.pk])[pool.pk], kind, {"matches": [matches[0]]})
    play((matches[3], b, a))
    play((matches[4], b, c), (matches[5], c, a))
    append_event(lock([pool.pk])[pool.pk], LedgerEvent.Kind.VOID, {"matches": [matches[1]]})
    return pool


WHOLE = ["parameters", "join", [1, 2, 3], "void", "restore", [4], "join", [5, 6], "void"]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 100])
def test_events_stand_before_the_boards_that_followed_them(
    pool: Pool, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_CHUNK", size)
    assert told(elements(pool.pk)) == WHOLE
    first = next(element for element in elements(pool.pk) if isinstance(element, Batch))
    row = pool.ledger.get(seq=3)
    assert (first.last, first.at) == (3, row.created_at)
    assert first.boards[2] == stream.Board(3, 1, row.match_id, 1, row.versions, [0, 1], [0, 1], 1, 1)


@pytest.mark.parametrize("size", [1, 2, 100])
def test_a_reading_goes_on_where_it_ended(pool: Pool, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "_CHUNK", size)
    found: list[Element] = list(elements(pool.pk))
    boards = events = 0
    for position, element in enumerate(found):
        if isinstance(element, Batch):
            boards = element.last
        else:
            events = element.number
        assert told(elements(pool.pk, boards=boards, events=events)) == WHOLE[position + 1 :]


def test_another_pool_is_another_ledger(pool: Pool) -> None:
    assert told(elements(make_pool().pk)) == ["parameters"]
