"""How the ledger is played: which boards count and under which parameters, whatever of it is in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ratings.heap import undisturbed_heap
from ratings.models import LedgerEvent
from ratings.skill import Parameters
from ratings.state import Point, PoolState, parameters_of
from ratings.stream import Batch, Element, Happening, elements, happenings

Kind = LedgerEvent.Kind
Progress = Callable[[int], None]  # boards played so far


@dataclass(frozen=True)
class Reading:
    """What the events of a ledger say of its boards as a whole.

    voided    matches whose boards do not count
    editions  the parameters, by edition
    rerated   (number, place, edition) of the last event by which what was before it is rated under one edition
    through   the number of the last event that this was read from
    """

    voided: frozenset[int]
    editions: dict[int, Parameters]
    rerated: tuple[int, int, int] | None
    through: int

    @classmethod
    def of(cls, events: Iterable[Happening]) -> Reading:
        """What all events of a ledger say, in their order."""
        voided: dict[int, None] = {}
        editions: dict[int, Parameters] = {}
        rerated, through = None, 0
        for event in events:
            through = event.number
            if event.kind == Kind.VOID:
                voided.update(dict.fromkeys(event.data["matches"]))
            elif event.kind == Kind.RESTORE:
                for match in event.data["matches"]:
                    voided.pop(match, None)
            elif event.kind == Kind.PARAMETERS:
                editions[event.data["version"]] = parameters_of(event.data)
            elif event.kind == Kind.RERATE:
                rerated = (event.number, event.after, event.data["version"])
        return cls(frozenset(voided), editions, rerated, through)

    def edition(self, seq: int, edition: int) -> int:
        """Under which edition a board counts that was appended under one."""
        return self.rerated[2] if self.rerated is not None and seq <= self.rerated[1] else edition

    def newcomers(self, number: int) -> Parameters | None:
        """Under which parameters versions came in by an event; None for the current ones."""
        return self.editions[self.rerated[2]] if self.rerated is not None and number < self.rerated[0] else None


def read(pool_id: int) -> Reading:
    """What the ledger says now of its boards."""
    return Reading.of(happenings(pool_id))


def play(state: PoolState, reading: Reading, ledger: Iterable[Element]) -> Iterator[Point]:
    """Move the state through a part of the ledger. Yields, place after place, what was believed there."""
    points: dict[int, Point] = {}
    for element in ledger:
        if isinstance(element, Happening):
            state.happen(element.kind, element.data, reading.newcomers(element.number))
            # At the place of the batch before it: what is believed there is what the event has left.
            points.update((point.version, point) for point in state.end_batch(element.after, element.at))
            continue
        yield from points.values()
        for board in element.boards:
            if board.match not in reading.voided:
                edition = reading.edition(board.seq, board.edition)
                state.play(board.versions, board.ranks, board.order, board.games, edition)
        points = {point.version: point for point in state.end_batch(element.last, element.at)}
    yield from points.values()


def replay(pool_id: int, *, reading: Reading | None = None, progress: Progress | None = None) -> PoolState:
    """The whole pool from its ledger alone; equal, to the bit, to what is cached.

    reading  what counts, if it is not what the ledger says (a dry run)
    Raises ValueError for a board rated by another algorithm.
    """
    reading = reading or read(pool_id)
    state = PoolState(reading.editions)
    with undisturbed_heap():
        for _ in play(state, reading, counted(elements(pool_id), progress)):
            pass
    return state


def counted(ledger: Iterable[Element], progress: Progress | None) -> Iterator[Element]:
    """The same, telling after every batch how many boards were played."""
    for element in ledger:
        yield element
        if progress is not None and isinstance(element, Batch):
            progress(element.last)
