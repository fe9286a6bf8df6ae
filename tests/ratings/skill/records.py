"""Records of pools for tests: made at random, by hypothesis or with known skills."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from ratings.skill import Belief, Parameters
from ratings.skill.record import Board, Fixed, Origin, Record, Successor

PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 6, tau=25 / 300, draw_probability=0.1)


def pair(winner: int, loser: int, *, tie: bool = False, edition: int = 0) -> Board:
    return Board((winner, loser), (0, 0) if tie else (0, 1), (0, 1), edition)


def newcomers(sides: int, boards: Sequence[Board], parameters: Parameters = PARAMETERS) -> Record:
    return Record(boards, [parameters], [parameters.newcomer] * sides)


def moved(record: Record, sides: Sequence[int], boards: Sequence[int]) -> Record:
    """The same pool with its boards in another order and side number i of it called sides[i]."""
    origins: list[Origin] = list(record.origins)
    for side, origin in enumerate(record.origins):
        succeeds = isinstance(origin, Successor)
        origins[sides[side]] = Successor(sides[origin.of], origin.delta) if succeeds else origin
    renamed = [board._replace(sides=tuple(sides[side] for side in board.sides)) for board in record.boards]
    return Record([renamed[number] for number in boards], record.editions, origins)


@st.composite
def records(
    draw: st.DrawFn, *, most_sides: int = 5, most_boards: int = 12, spread: float = 10.0, least_delta: float = 0.0
) -> Record:
    """Pools with newcomers, successors and fixed sides, under two editions."""
    count = draw(st.integers(2, 6))
    known = st.builds(Belief, st.floats(-spread, spread), st.floats(0.3, 5.0))
    origins: list[Origin] = [draw(known)]
    for side in range(1, count):
        successors = st.builds(Successor, st.integers(0, side - 1), st.sampled_from([least_delta, 3.0]))
        origins.append(draw(st.one_of(known, known, successors, known.map(Fixed))))
    parameters = st.builds(
        Parameters,
        mu0=st.just(0.0),
        sigma0=st.just(3.0),
        beta=st.sampled_from([0.3, 1.0, 4.0]),
        tau=st.sampled_from([0.0, 0.1]),
        draw_probability=st.sampled_from([0.001, 0.25, 0.9]),
    )
    boards = []
    for _ in range(draw(st.integers(1, most_boards))):
        seats = draw(st.integers(2, min(count, most_sides)))
        boards.append(
            Board(
                tuple(draw(st.permutations(range(count)))[:seats]),
                tuple(draw(st.lists(st.integers(0, seats - 1), min_size=seats, max_size=seats))),
                tuple(draw(st.permutations(range(seats)))),
                draw(st.integers(0, 1)),
            )
        )
    return Record(boards, [draw(parameters), draw(parameters)], origins)
