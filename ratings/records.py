"""A pool's ledger as the plain data that second opinions and fits work on, beside the live ratings of that place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ratings.heap import undisturbed_heap
from ratings.models import LedgerEvent
from ratings.replay import Progress, Reading, counted, play, read
from ratings.skill.record import Board, Fixed, Origin, Record, Successor
from ratings.snapshot import snapshot
from ratings.state import PoolState
from ratings.stream import Batch, Element, Happening, elements


@dataclass(frozen=True)
class ReadRecord:
    """What was read of a ledger.

    record    its sides are the versions that came in, by their place in `versions`
    live      the pool after all of it
    boards    the last board that was read, voided ones included; through: the last event
    """

    record: Record
    versions: tuple[int, ...]
    live: PoolState
    boards: int
    through: int


def read_record(pool_id: int, progress: Progress | None = None) -> ReadRecord:
    """Read a pool's ledger in a snapshot: boards of void matches are left out, editions are those that count now.

    A bot that anchors the pool at a rating does so for all boards, those before it was made one included.
    Raises ValueError for a board that was rated by another algorithm.
    """
    with snapshot(), undisturbed_heap():
        reading = read(pool_id)
        state = PoolState(reading.editions)
        notes = _Notes(reading, state)
        for _ in play(state, reading, counted(notes.watch(elements(pool_id)), progress)):
            pass
    return ReadRecord(notes.record(), tuple(notes.sides), state, notes.last, reading.through)


class _Notes:
    """Takes down the elements of a ledger as they are played."""

    def __init__(self, reading: Reading, state: PoolState) -> None:
        self._reading, self._state = reading, state
        self._editions = {number: index for index, number in enumerate(reading.editions)}
        # There are few different seatings, ranks and orders, and many boards.
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._boards: list[Board] = []
        self._origins: list[Origin] = []
        self.sides: dict[int, int] = {}
        self.last = 0

    def watch(self, ledger: Iterable[Element]) -> Iterator[Element]:
        """The same elements."""
        for element in ledger:
            if isinstance(element, Batch):
                self._batch(element)
            elif element.kind == LedgerEvent.Kind.JOIN:
                self._join(element)
            yield element

    def _batch(self, batch: Batch) -> None:
        self.last = batch.last
        for board in batch.boards:
            if board.match not in self._reading.voided:
                edition = self._editions[self._reading.edition(board.seq, board.edition)]
                sides = tuple(self.sides[version] for version in board.versions)
                self._boards.append(Board(sides, self._one(board.ranks), self._one(board.order), edition))

    def _join(self, event: Happening) -> None:
        parameters = self._reading.newcomers(event.number) or self._state.parameters[self._state.edition]
        for version, _, predecessor, _ in event.data["versions"]:
            if version in self.sides:
                continue
            self.sides[version] = len(self._origins)
            if predecessor is None:
                self._origins.append(parameters.newcomer)
            else:
                self._origins.append(Successor(self.sides[predecessor], parameters.delta))

    def _one(self, values: Iterable[int]) -> tuple[int, ...]:
        found = tuple(values)
        return self._known.setdefault(found, found)

    def record(self) -> Record:
        """What was taken down."""
        for version, side in self.sides.items():
            if self._state.lines[version].fixed:
                self._origins[side] = Fixed(self._state.lines[version].belief)
        return Record(self._boards, tuple(self._reading.editions.values()), self._origins)
