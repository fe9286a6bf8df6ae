"""What a pool's ledger says of skill, as plain data: who entered it how, and which boards were rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from ratings.skill.beliefs import Belief, Parameters
from ratings.skill.boards import chain


class Board(NamedTuple):
    """One rated board. Lists are by seat.

    sides    indices of the sides, all different
    ranks    the least is best, equal ranks tie
    order    a permutation of the seats: the order in which ties are entered
    edition  index of the parameters that it is rated under
    """

    sides: tuple[int, ...]
    ranks: tuple[int, ...]
    order: tuple[int, ...]
    edition: int = 0


@dataclass(frozen=True, slots=True)
class Successor:
    """A side that is the new version of another: its skill is that of side `of`, give or take `delta` >= 0.

    `delta` is a standard deviation in the pool's skill units. Raises ValueError if it is negative or not finite.
    """

    of: int
    delta: float

    def __post_init__(self) -> None:
        if not isfinite(self.delta) or self.delta < 0.0:
            raise ValueError(f"delta: {self.delta!r} is not a finite number of at least 0")


@dataclass(frozen=True, slots=True)
class Fixed:
    """A side that anchors the pool: no board moves what is believed of it."""

    belief: Belief


# How a side came into the pool: as a newcomer, with the belief about it before its first board, or as one of these.
Origin = Belief | Successor | Fixed


@dataclass(frozen=True)
class Record:
    """The boards of a pool, in ledger order, and the sides that met on them.

    boards    of two to eight sides
    editions  the pool's parameters through time, as boards refer to them
    origins   one for each side; sides are the indices of this list
    Raises ValueError for a board or an origin that refers to what is not there, a board that is none, a tie where the
    draw probability is 0, and a side that would be its own ancestor.
    """

    boards: Sequence[Board]
    editions: Sequence[Parameters]
    origins: Sequence[Origin]

    def __post_init__(self) -> None:
        self.descent()
        sides, editions = len(self.origins), len(self.editions)
        for number, board in enumerate(self.boards):
            try:
                if len(board.sides) != 2 or not _is_plain_pair(board):
                    _check(board)
                if min(board.sides) < 0 or max(board.sides) >= sides:
                    raise ValueError(f"sides: {list(board.sides)} are not all among 0 to {sides - 1}")
                if not 0 <= board.edition < editions:
                    raise ValueError(f"edition: {board.edition} is not one of 0 to {editions - 1}")
                if len(set(board.ranks)) < len(board.ranks):
                    self.editions[board.edition].admit_draws()
            except ValueError as error:
                raise ValueError(f"boards[{number}]: {error}") from None

    def descent(self) -> list[int]:
        """The sides that succeed another, each after the one it succeeds."""
        found: list[int] = []
        settled = [not isinstance(origin, Successor) for origin in self.origins]
        for side, origin in enumerate(self.origins):
            line: list[int] = []
            while isinstance(origin, Successor) and not settled[side]:
                if not 0 <= origin.of < len(self.origins):
                    raise ValueError(f"origins[{side}].of: {origin.of} is not one of 0 to {len(self.origins) - 1}")
                if len(line) > len(self.origins):
                    raise ValueError(f"origins[{side}].of: side {side} is its own ancestor")
                line.append(side)
                side, origin = origin.of, self.origins[origin.of]
            for side in reversed(line):
                settled[side] = True
                found.append(side)
        return found


def _is_plain_pair(board: Board) -> bool:
    """Whether it is the most frequent kind of board, about which nothing is left to be asked."""
    first, second = board.sides
    return first != second and board.order in ((0, 1), (1, 0)) and len(board.ranks) == 2


def _check(board: Board) -> None:
    chain(len(board.sides), board.ranks, board.order)
    if len(set(board.sides)) < len(board.sides):
        raise ValueError(f"sides: {list(board.sides)}: a side that meets itself is not rated")
