"""How rated boards and events enter the ledger, and move the ratings as they do.

The unit of boards is a closed round: its boards are appended at once, in table and board order, and rated in the same
transaction, so a pool's ratings depend on the order in which rounds close and on nothing else: not on which match
of a round ended first, nor on how many workers there are. One transaction at a time appends to a pool: it holds
the pool's row until it ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Max
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from ratings.cache import Writer, load, load_bots
from ratings.contestants import Contestant, contestants
from ratings.models import Build, LedgerEvent, LedgerRow, Pool
from ratings.skill import ALGORITHM_VERSION, Belief
from ratings.state import PoolState

Kind = LedgerEvent.Kind


@dataclass(frozen=True, slots=True)
class RatedBoard:
    """A board that counts. Lists are by seat of the match.

    versions  ids of the bot versions, all different
    ranks     the least is best, equal ranks tie
    order     a permutation of the seats, drawn from the board's own stream: the order in which ties are entered
    games     how many games were played on it
    Raises ValueError if the lists disagree or a version meets itself, which says nothing of its skill.
    """

    match_id: int
    board: int
    versions: tuple[int, ...]
    ranks: tuple[int, ...]
    order: tuple[int, ...]
    games: int = 1

    def __post_init__(self) -> None:
        where = f"board {self.board} of match {self.match_id}"
        seats = len(self.versions)
        if len(self.ranks) != seats:
            raise ValueError(f"{where}: {len(self.ranks)} ranks for {seats} versions")
        if sorted(self.order) != list(range(seats)):
            raise ValueError(f"{where}: order {list(self.order)} is not a permutation of 0 to {seats - 1}")
        if len(set(self.versions)) != seats:
            raise ValueError(f"{where}: versions {list(self.versions)}: a version that meets itself is not rated")


def lock(pool_ids: Iterable[int]) -> dict[int, Pool]:
    """Hold the pools' rows until the transaction ends: nobody else appends to them. By id.

    Whoever needs several takes them here at once, in the order of their ids, so that no two wait for each other.
    Raises Pool.DoesNotExist.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("a pool is locked inside the transaction that appends to it")
    wanted = sorted(set(pool_ids))
    # no_key: rows that only refer to a pool may be inserted meanwhile. SQLite needs no lock of a row: its
    # transactions are IMMEDIATE, and one at a time writes. The build is not joined: PostgreSQL would join to a row that
    # it waited for what was joined before the wait, and for a build swapped in meanwhile nothing.
    rows = Pool.objects.filter(pk__in=wanted).order_by("pk")
    found = {pool.pk: pool for pool in rows.select_for_update(no_key=True)}
    if missing := [pk for pk in wanted if pk not in found]:
        raise Pool.DoesNotExist(f"there is no pool {missing[0]}")
    return found


def append_round(*, pool_id: int, boards: Sequence[RatedBoard]) -> int:
    """Append the boards of one closed round to the pool's ledger, in the order given, and rate them in that order.

    To be called inside the transaction that closes the round. Returns the number of boards appended: those on which
    one owner has more than one bot are left out, unless the pool rates them; reference bots are nobody's here.
    A dozen statements, whatever the number of boards; more only where the database limits the variables of one.
    Raises ValueError for a board given twice or whose versions do not fill the pool's seats, Pool.DoesNotExist,
    IntegrityError for a board that is in the ledger already (the transaction is lost: a round is appended once).
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("append_round: call it inside the transaction that closes the round")
    if not boards:
        return 0
    _check_distinct(boards)
    pool = lock([pool_id])[pool_id]
    known = contestants(dict.fromkeys(version for board in boards for version in board.versions))
    build, state = _open(pool, known)
    rated = _rated(pool, boards, known, state)
    if not rated:
        return 0
    now = timezone.now()
    last = pool.boards_in_ledger
    newcomers = _newcomers((version for board in rated for version in board.versions), known, state)
    load_bots(state, build.pk, dict.fromkeys(newcomer.bot for newcomer in newcomers))
    writer = Writer(state, build)
    if newcomers:
        data = {"versions": _joins(newcomers, state)}
        _event(pool, Kind.JOIN, data, after=last, at=now, reason="first rated board")
        state.happen(Kind.JOIN, data)
        writer.points(state.end_batch(last, now))
    LedgerRow.objects.bulk_create(
        LedgerRow(
            pool=pool,
            seq=seq,
            batch=last + 1,
            match_id=board.match_id,
            board=board.board,
            versions=list(board.versions),
            ranks=list(board.ranks),
            order=list(board.order),
            games=board.games,
            parameters_version=pool.parameters_version,
            algorithm_version=ALGORITHM_VERSION,
            created_at=now,
        )
        for seq, board in enumerate(rated, start=last + 1)
    )
    for board in rated:
        state.play(board.versions, board.ranks, board.order, board.games, pool.parameters_version)
    writer.points(state.end_batch(last + len(rated), now))
    writer.finish()
    Build.objects.filter(pk=build.pk).update(boards=last + len(rated))
    return len(rated)


def rehearse_round(pool: Pool, state: PoolState, boards: Sequence[RatedBoard]) -> None:
    """Let a pool that is in memory whole take in boards as `append_round` would. Raises ValueError as that."""
    _check_distinct(boards)
    known = contestants(dict.fromkeys(version for board in boards for version in board.versions))
    rated = _rated(pool, boards, known, state)
    newcomers = _newcomers((version for board in rated for version in board.versions), known, state)
    if newcomers:
        state.happen(Kind.JOIN, {"versions": _joins(newcomers, state)})
    for board in rated:
        state.play(board.versions, board.ranks, board.order, board.games, pool.parameters_version)


def expected(pool: Pool, versions: Iterable[int]) -> dict[int, Belief]:
    """What each version would play its next board from, whether or not the pool has seen it: its own rating, else
    what its predecessor leaves it, else what is believed of a newcomer.
    """
    known = contestants(versions)
    build, state = _open(pool, known)
    newcomers = _newcomers(known, known, state)
    load_bots(state, build.pk, dict.fromkeys(newcomer.bot for newcomer in newcomers))
    state.happen(Kind.JOIN, {"versions": _joins(newcomers, state)})
    return {version: state.lines[version].belief for version in known}


def append_event(pool: Pool, kind: str, data: Mapping[str, Any], *, reason: str = "", by: Any = None) -> LedgerEvent:
    """Append an event to a pool that is locked and let the ratings follow, or call for a new build."""
    if kind not in LedgerEvent.MOVE_VERSIONS:
        event = _event(pool, kind, data, after=pool.boards_in_ledger, at=timezone.now(), reason=reason, by=by)
        if kind in LedgerEvent.DEMAND_A_BUILD:
            Pool.objects.filter(pk=pool.pk).update(rebuild_from=event.number)
        return event
    build, state = _open_bots(pool, contestants([data["version"]]))
    return _follow(pool, build, state, kind, data, reason=reason, by=by)


def join(pool: Pool, versions: Iterable[int], *, reason: str, by: Any = None) -> LedgerEvent:
    """Let versions come into a locked pool; those that are active are from now on their bot's public ones."""
    known = contestants(versions)
    build, state = _open_bots(pool, known)
    data = {"versions": _joins(list(known.values()), state)}
    return _follow(pool, build, state, Kind.JOIN, data, reason=reason, by=by)


def _follow(
    pool: Pool, build: Build, state: PoolState, kind: str, data: Mapping[str, Any], *, reason: str, by: Any
) -> LedgerEvent:
    """Append an event and let the versions that it moves, which are in memory, follow."""
    now, last = timezone.now(), pool.boards_in_ledger
    event = _event(pool, kind, data, after=last, at=now, reason=reason, by=by)
    writer = Writer(state, build)
    state.happen(kind, data)
    writer.points(state.end_batch(last, now))
    writer.finish()
    return event


def _check_distinct(boards: Sequence[RatedBoard]) -> None:
    seen: set[tuple[int, int]] = set()
    for board in boards:
        if (board.match_id, board.board) in seen:
            raise ValueError(f"board {board.board} of match {board.match_id}: given twice")
        seen.add((board.match_id, board.board))


def _open(pool: Pool, versions: Iterable[int]) -> tuple[Build, PoolState]:
    """What is shown of a locked pool, with some versions in memory."""
    assert pool.build is not None
    state = PoolState({pool.parameters_version: pool.parameters}, pool.parameters_version)
    load(state, pool.build.pk, versions)
    return pool.build, state


def _open_bots(pool: Pool, versions: Mapping[int, Contestant]) -> tuple[Build, PoolState]:
    """The same, with all versions of the bots whose they are."""
    build, state = _open(pool, versions)
    load_bots(state, build.pk, dict.fromkeys(contestant.bot for contestant in versions.values()))
    return build, state


def _rated(
    pool: Pool, boards: Sequence[RatedBoard], known: Mapping[int, Contestant], state: PoolState
) -> list[RatedBoard]:
    """The boards that the pool rates. Raises ValueError for one whose versions do not fill its seats."""
    for board in boards:
        if len(board.versions) != pool.seats:
            raise ValueError(
                f"board {board.board} of match {board.match_id}: {len(board.versions)} versions, "
                f"but pool {pool.pk} has {pool.seats} seats"
            )
    return [board for board in boards if pool.same_owner or not _one_owner(board, known, state)]


def _newcomers(versions: Iterable[int], known: Mapping[int, Contestant], state: PoolState) -> list[Contestant]:
    """Those of the versions that the pool has not seen, each once."""
    return [known[version] for version in dict.fromkeys(versions) if version not in state.lines]


def _one_owner(board: RatedBoard, known: Mapping[int, Contestant], state: PoolState) -> bool:
    """Whether one owner has more than one bot on the board; reference bots anchor the pool, whoever runs them."""
    owners = Counter(
        known[version].owner
        for version in board.versions
        if version not in state.lines or not state.lines[version].reference
    )
    return max(owners.values(), default=0) > 1


def _joins(newcomers: Sequence[Contestant], state: PoolState) -> list[list[Any]]:
    """The lines of a `join` event: [version, bot, predecessor, public]. The predecessor is the next lower version of
    the bot that is in the pool; a version is public if it is active, or if the bot has no other in the pool.
    """
    bots: dict[int, list[int]] = {newcomer.bot: [] for newcomer in newcomers}
    for line in state.lines.values():
        if line.bot in bots:
            bots[line.bot].append(line.version)
    numbers = {one.version: one.number for one in contestants(v for there in bots.values() for v in there).values()}
    found: list[list[Any]] = []
    for newcomer in newcomers:
        there = bots[newcomer.bot]
        lower = [version for version in there if numbers[version] < newcomer.number]
        predecessor = max(lower, key=numbers.__getitem__, default=None)
        found.append([newcomer.version, newcomer.bot, predecessor, newcomer.active or not there])
        if newcomer.version not in numbers:
            numbers[newcomer.version] = newcomer.number
            there.append(newcomer.version)
    return found


def _event(
    pool: Pool, kind: str, data: Mapping[str, Any], *, after: int, at: datetime, reason: str, by: Any = None
) -> LedgerEvent:
    number = LedgerEvent.objects.filter(pool=pool).aggregate(last=Max("number"))["last"] or 0
    return LedgerEvent.objects.create(
        pool=pool, number=number + 1, after=after, kind=kind, data=dict(data), reason=reason, by=by, created_at=at
    )
