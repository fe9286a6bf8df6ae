"""How rated boards enter the ledger, and how ratings follow from it.

The unit is a closed round: its boards are appended at once, in table and board order, and rated in the same
transaction, so a pool's ratings depend on the order in which rounds close and on nothing else: not on which match
of a round ended first, nor on how many workers there are. One transaction at a time appends to a pool: it holds
the pool's row until it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import connection
from django.db.models import Max
from django.db.transaction import TransactionManagementError

from ratings.models import LedgerRow, Pool, Rating
from ratings.skill import ALGORITHM_VERSION, Belief, Parameters, rate

# Statements on SQLite hold at most 999 variables here, as Django has it; a list of ids is cut below that.
_IDS_PER_QUERY = 900


@dataclass(frozen=True, slots=True)
class RatedBoard:
    """A board that counts. Lists are by seat of the match.

    versions  ids of the bot versions, all different
    ranks     the least is best, equal ranks tie
    order     a permutation of the seats, drawn from the board's own stream: the order in which ties are entered
    Raises ValueError if the lists disagree or a version meets itself, which says nothing of its skill.
    """

    match_id: int
    board: int
    versions: tuple[int, ...]
    ranks: tuple[int, ...]
    order: tuple[int, ...]

    def __post_init__(self) -> None:
        where = f"board {self.board} of match {self.match_id}"
        seats = len(self.versions)
        if len(self.ranks) != seats:
            raise ValueError(f"{where}: {len(self.ranks)} ranks for {seats} versions")
        if sorted(self.order) != list(range(seats)):
            raise ValueError(f"{where}: order {list(self.order)} is not a permutation of 0 to {seats - 1}")
        if len(set(self.versions)) != seats:
            raise ValueError(f"{where}: versions {list(self.versions)}: a version that meets itself is not rated")


def append_round(*, pool_id: int, boards: Sequence[RatedBoard]) -> int:
    """Append the boards of one closed round to the pool's ledger, in the order given, and rate them in that order.

    To be called inside the transaction that closes the round. Returns the number of rows appended. Five statements,
    whatever the number of boards; more only where the database limits the variables of one.
    Raises ValueError for a board given twice or whose versions do not fill the pool's seats, Pool.DoesNotExist,
    IntegrityError for a board that is in the ledger already (the transaction is lost: a round is appended once).
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("append_round: call it inside the transaction that closes the round")
    if not boards:
        return 0
    _check_distinct(boards)
    # no_key: rows that only refer to the pool may be inserted meanwhile. SQLite needs no lock of a row: its
    # transactions are IMMEDIATE, and one at a time writes.
    pool = Pool.objects.select_for_update(no_key=True).get(pk=pool_id)
    for board in boards:
        if len(board.versions) != pool.seats:
            raise ValueError(
                f"board {board.board} of match {board.match_id}: {len(board.versions)} versions, "
                f"but pool {pool_id} has {pool.seats} seats"
            )
    last = LedgerRow.objects.filter(pool=pool).aggregate(last=Max("seq"))["last"] or 0
    LedgerRow.objects.bulk_create(
        LedgerRow(
            pool=pool,
            seq=seq,
            match_id=board.match_id,
            board=board.board,
            versions=list(board.versions),
            ranks=list(board.ranks),
            order=list(board.order),
            parameters_version=pool.parameters_version,
            algorithm_version=ALGORITHM_VERSION,
        )
        for seq, board in enumerate(boards, start=last + 1)
    )
    _move_ratings(pool, boards)
    return len(boards)


def _check_distinct(boards: Sequence[RatedBoard]) -> None:
    seen: set[tuple[int, int]] = set()
    for board in boards:
        if (board.match_id, board.board) in seen:
            raise ValueError(f"board {board.board} of match {board.match_id}: given twice")
        seen.add((board.match_id, board.board))


def _move_ratings(pool: Pool, boards: Sequence[RatedBoard]) -> None:
    """Bring the cache up to the ledger: read the ratings of who played, rate board after board, write them back."""
    # In order of first appearance: a new rating's id, which breaks ties on the leaderboard, follows it.
    players = dict.fromkeys(version for board in boards for version in board.versions)
    ratings: dict[int, Rating] = {}
    ids = iter(players)
    while chunk := list(islice(ids, _IDS_PER_QUERY)):
        ratings.update({rating.version_id: rating for rating in pool.ratings.filter(version_id__in=chunk)})
    beliefs = {version: rating.belief for version, rating in ratings.items()}
    played = dict.fromkeys(players, 0)
    parameters = pool.parameters
    for board in boards:
        _rate_board(beliefs, parameters, board.versions, board.ranks, board.order)
        for version in board.versions:
            played[version] += 1
    Rating.objects.bulk_create(
        [
            Rating(
                pool=pool,
                version_id=version,
                mu=beliefs[version].mu,
                sigma=beliefs[version].sigma,
                score=beliefs[version].score,
                boards=(ratings[version].boards if version in ratings else 0) + played[version],
            )
            for version in players
        ],
        update_conflicts=True,
        unique_fields=["pool", "version"],
        update_fields=["mu", "sigma", "score", "boards", "updated_at"],
    )


def _rate_board(
    beliefs: dict[int, Belief],
    parameters: Parameters,
    versions: Sequence[int],
    ranks: Sequence[int],
    order: Sequence[int],
) -> None:
    """Move the beliefs of who met on one board; the one place where a board becomes ratings."""
    before = [beliefs.get(version, parameters.newcomer) for version in versions]
    for version, belief in zip(versions, rate(before, ranks, parameters, order), strict=True):
        beliefs[version] = belief


def replay(pool_id: int) -> dict[int, Belief]:
    """The belief about every version of the pool, from the ledger alone; equal, to the bit, to the cached ratings.

    Raises Pool.DoesNotExist, and ValueError for a row rated by parameters or an algorithm other than the current.
    """
    pool = Pool.objects.get(pk=pool_id)
    parameters = pool.parameters
    beliefs: dict[int, Belief] = {}
    for row in _rows(pool):
        if (row.parameters_version, row.algorithm_version) != (pool.parameters_version, ALGORITHM_VERSION):
            raise ValueError(
                f"ledger row {row}: rated by parameters {row.parameters_version} and algorithm "
                f"{row.algorithm_version}, not by {pool.parameters_version} and {ALGORITHM_VERSION}"
            )
        _rate_board(beliefs, parameters, row.versions, row.ranks, row.order)
    return beliefs


def _rows(pool: Pool) -> Iterator[LedgerRow]:
    return LedgerRow.objects.filter(pool=pool).order_by("seq").iterator(chunk_size=5000)
