"""The ledger of a pool as it is read: its events and its rounds of boards, in their one order."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F

from ratings.models import LedgerEvent, LedgerRow
from ratings.skill import ALGORITHM_VERSION

_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Happening:
    """An event; fields as in `ratings.models.LedgerEvent`."""

    number: int
    after: int
    kind: str
    data: Any
    at: datetime


class Board(NamedTuple):  # there are millions, and a named tuple is made in a third of the time
    """A rated board; fields as in `ratings.models.LedgerRow`, `edition` is that of the parameters."""

    seq: int
    batch: int
    match: int
    board: int
    versions: Sequence[int]
    ranks: Sequence[int]
    order: Sequence[int]
    games: int
    edition: int


@dataclass(frozen=True, slots=True)
class Batch:
    """The boards of one closed round."""

    boards: Sequence[Board]
    at: datetime

    @property
    def last(self) -> int:
        """The place in the ledger of its last board."""
        return self.boards[-1].seq


Element = Happening | Batch


def happenings(pool_id: int, *, after: int = 0) -> list[Happening]:
    """The events of a pool beyond a number."""
    rows = LedgerEvent.objects.filter(pool_id=pool_id, number__gt=after).order_by("number")
    return [Happening(*row) for row in rows.values_list("number", "after", "kind", "data", "created_at")]


def elements(pool_id: int, *, boards: int = 0, events: int = 0) -> Iterator[Element]:
    """The ledger beyond its first `boards` boards and `events` events, as far as it goes when the reading gets there.
    An event stands before the boards that were appended after it. A part is read at a time, so memory stays small.

    boards  the end of a batch
    Raises ValueError for a board that was rated by another algorithm.
    """
    waiting: deque[Happening] = deque()
    rows: list[Board] = []
    times: dict[int, datetime] = {}
    while part := _boards(pool_id, boards):
        boards = part[-1].seq
        times.update(_times(pool_id, part[0].seq, boards))
        # After the boards: whatever bears on one of them was committed before it.
        events = _wait(waiting, pool_id, events)
        for board in part:
            if rows and rows[0].batch != board.batch:
                yield from _due(waiting, rows[0].seq - 1)
                yield Batch(rows, times.pop(rows[0].batch))
                rows = []
            rows.append(board)
    _wait(waiting, pool_id, events)
    if rows:
        yield from _due(waiting, rows[0].seq - 1)
        yield Batch(rows, times.pop(rows[0].batch))
    # What is beyond was appended after boards that this reading has not seen.
    yield from _due(waiting, boards)


def _wait(waiting: deque[Happening], pool_id: int, events: int) -> int:
    """Queue the events beyond a number; returns the number of the last."""
    found = happenings(pool_id, after=events)
    waiting.extend(found)
    return found[-1].number if found else events


def _due(waiting: deque[Happening], boards: int) -> Iterator[Happening]:
    while waiting and waiting[0].after <= boards:
        yield waiting.popleft()


def _boards(pool_id: int, after: int) -> list[Board]:
    """The next boards, without the models' own parsing, which would take most of the time of a replay."""
    table, quote = LedgerRow._meta.db_table, connection.ops.quote_name
    columns = ["seq", "batch", "match_id", "board", "versions", "ranks", "order", "games", "parameters_version"]
    names = ", ".join(map(quote, [*columns, "algorithm_version"]))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {names} FROM {quote(table)} WHERE pool_id = %s AND seq > %s ORDER BY seq LIMIT {_CHUNK}",  # noqa: S608
            [pool_id, after],
        )
        rows = cursor.fetchall()
    if not rows:
        return []
    seqs, batches, matches, boards, versions, ranks, orders, games, editions, algorithms = zip(*rows, strict=True)
    for seq, algorithm in zip(seqs, algorithms, strict=True):
        if algorithm != ALGORITHM_VERSION:
            raise ValueError(
                f"ledger row {pool_id}:{seq}: rated by algorithm {algorithm}, which is not {ALGORITHM_VERSION}"
            )
    lists = map(_decoded, (versions, ranks, orders))
    return list(map(Board, seqs, batches, matches, boards, *lists, games, editions))


def _decoded(texts: Sequence[str]) -> list[Any]:
    """JSON texts, all at once: a call for each would take longer than the update of its board."""
    found: list[Any] = json.loads(f"[{','.join(texts)}]")
    return found


def _times(pool_id: int, first: int, last: int) -> dict[int, datetime]:
    """When the batches that begin at a place from first to last were appended."""
    starts = LedgerRow.objects.filter(pool_id=pool_id, seq=F("batch"), seq__gte=first, seq__lte=last)
    return dict(starts.values_list("seq", "created_at"))
