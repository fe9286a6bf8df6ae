"""Whether a ledger is in order by itself: no gaps, nothing that could not be played, nothing that refers to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db.models import Exists, F, OuterRef, QuerySet

from ratings.contestants import contestants
from ratings.models import LedgerEvent, LedgerRow, Pool
from ratings.skill import ALGORITHM_VERSION
from ratings.state import PoolState
from ratings.stream import Batch, Board, Element, Happening
from ratings.verification.findings import Findings, Unreadable

Kind = LedgerEvent.Kind
_ENOUGH = 1000


def check_rows(pool: Pool, findings: Findings) -> None:
    """What the database can say of the rows. Raises Unreadable if they could not even be read in their order."""
    rows = LedgerRow.objects.filter(pool=pool).order_by("seq")
    match = apps.get_model("tournaments", "Match")._default_manager.filter(pk=OuterRef("match_id"))
    for seq, gone in _first(rows.filter(~Exists(match)), "seq", "match_id"):
        findings.differs("ledger", f"board {seq}: match {gone} is not there")
    before = LedgerRow.objects.filter(pool=pool, seq=OuterRef("seq") - 1, batch=OuterRef("batch"))
    unreadable = 0
    for seq, batch in _first(rows.exclude(seq=F("batch")).filter(~Exists(before)), "seq", "batch"):
        unreadable += 1
        findings.differs("ledger", f"board {seq}: is of the round of board {batch}, and the board before it is not")
    for seq, algorithm in _first(rows.exclude(algorithm_version=ALGORITHM_VERSION), "seq", "algorithm_version"):
        unreadable += 1
        findings.differs("ledger", f"board {seq}: was rated by algorithm {algorithm}, which is not {ALGORITHM_VERSION}")
    if unreadable:
        raise Unreadable
    findings.looked_at["boards"] = rows.count()


def check_versions(state: PoolState, findings: Findings) -> None:
    """That every version that came in is there, and its bot's."""
    known = contestants(state.lines)
    for line in state.lines.values():
        contestant = known.get(line.version)
        if contestant is None:
            findings.differs("ledger", f"version {line.version}: is not there")
        elif contestant.bot != line.bot:
            findings.differs(
                "ledger", f"version {line.version}: is of bot {contestant.bot}, and came in as {line.bot}'s"
            )


class Order:
    """Watches the ledger as it is played: that each element may stand where it does."""

    def __init__(self, pool: Pool, state: PoolState, findings: Findings) -> None:
        self._pool, self._state, self._findings = pool, state, findings
        self.board = self.event = 0

    def watch(self, ledger: Iterable[Element]) -> Iterator[Element]:
        """The same elements. Raises Unreadable before one that cannot be played."""
        for element in ledger:
            if isinstance(element, Batch):
                for board in element.boards:
                    self._board(board)
            else:
                self._happening(element)
            yield element

    def end(self) -> None:
        """That nothing was left out: an event that stands after a board that there is not is never read."""
        unread = LedgerEvent.objects.filter(pool=self._pool, number__gt=self.event).order_by("number")
        for number, after in unread.values_list("number", "after"):
            self._findings.differs("events", f"event {number}: stands after board {after}; the last is {self.board}")
        self._findings.looked_at["events"] = self.event

    def _board(self, board: Board) -> None:
        where = f"board {board.seq}"
        if board.seq != self.board + 1:
            self._findings.differs("ledger", f"{where}: comes after board {self.board}; there is a gap")
        self.board = board.seq
        if wrong := self._wrong(board):
            self._findings.differs("ledger", f"{where}: {wrong}")
            raise Unreadable
        if board.games < 1:
            self._findings.differs("ledger", f"{where}: no game was played on it")

    def _wrong(self, board: Board) -> str | None:
        """Why a board cannot be rated."""
        seats = self._pool.seats
        for name, value in (("versions", board.versions), ("ranks", board.ranks), ("order", board.order)):
            if not _whole_numbers(value, seats):
                return f"{name} are {value}, not {seats} whole numbers"
        if sorted(board.order) != list(range(seats)):
            return f"order {list(board.order)} is no permutation of 0 to {seats - 1}"
        if len(set(board.versions)) != seats:
            return f"versions {list(board.versions)}: one of them meets itself"
        if absent := [version for version in board.versions if version not in self._state.lines]:
            return f"version {absent[0]} has not come into the pool before it"
        if board.edition not in self._state.parameters:
            return f"was rated under parameters {board.edition}, which there are not"
        return None

    def _happening(self, event: Happening) -> None:
        where = f"event {event.number}, {event.kind}"
        if event.number != self.event + 1:
            self._findings.differs("events", f"{where}: comes after event {self.event}; there is a gap")
        self.event = event.number
        if event.after != self.board:
            self._findings.differs("events", f"{where}: stands after board {event.after}, inside of a round")
        try:
            wrong = self._wrong_event(event)
        except (KeyError, TypeError, ValueError) as error:
            wrong = f"its data cannot be read: {error!r}"
        if wrong:
            self._findings.differs("events", f"{where}: {wrong}")
            raise Unreadable

    def _wrong_event(self, event: Happening) -> str | None:
        """Why an event cannot be taken in; its data may be anything."""
        lines, data = self._state.lines, event.data
        if event.kind == Kind.PARAMETERS:
            if self._state.edition and data["version"] != self._state.edition + 1:
                return f"parameters {data['version']} come after {self._state.edition}"
        elif not self._state.edition:
            return "the first event of a ledger is that of its parameters"
        elif event.kind == Kind.JOIN:
            for version, _, predecessor, _ in data["versions"]:
                if predecessor is not None and predecessor not in lines:
                    return f"version {version} comes from {predecessor}, which has not come into the pool before it"
        elif event.kind in (Kind.REFERENCE, Kind.DISMISS):
            if data["version"] not in lines:
                return f"version {data['version']} has not come into the pool before it"
        elif event.kind == Kind.RERATE:
            if data["version"] not in self._state.parameters:
                return f"there are no parameters {data['version']}"
        elif event.kind not in Kind.values:
            return f"is not one of {', '.join(Kind.values)}"
        return None


def _whole_numbers(value: Any, how_many: int) -> bool:
    return isinstance(value, list) and len(value) == how_many and all(type(one) is int for one in value)


def _first(rows: QuerySet[Any], *names: str) -> Iterator[tuple[Any, ...]]:
    """Of rows that should not be there as many as it takes to see what is the matter."""
    yield from rows.values_list(*names)[:_ENOUGH]
