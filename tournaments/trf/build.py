"""A report from the rows of an event of two seats: its players, meetings and byes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.trf.agreement import agree, earned
from tournaments.trf.values import (
    ALWAYS,
    Acceleration,
    Barred,
    ByeAhead,
    Cell,
    Player,
    Points,
    Report,
    Result,
    TrfError,
)

# Tenths of a point in the file for a standing point: a win is worth 2 and 1.0.
_TENTHS = 5


def report(
    name: str,
    players: Iterable[Player],
    meetings: Iterable[Meeting],
    byes: Iterable[Bye],
    rounds: int,
    *,
    win: int = 2,
    initial: str = "first",
    barred: Iterable[tuple[int, int]] = (),
    bonuses: Mapping[int, Mapping[int, int]] | None = None,
    ahead: Iterable[ByeAhead] = (),
    **texts: Any,
) -> Report:
    """The report of an event.

    players   numbered by seed, in any order; cells and points are filled in, all else is taken as it is
    meetings  of all rounds that are over, in seat order; two entrants each
    byes      of everyone else in those rounds
    rounds    planned
    win       standing points of a win; a tie is worth half of it, a loss nothing
    initial   the seat of odd numbers in round 1: `first` or `second`
    barred    pairs that must not meet
    bonuses   fictitious standing points of accelerated rounds, by round and entrant
    ahead     byes of the next round that are known
    texts     city, start, code, dates and other attributes of Report

    A bye that the pairing allocated is `U`, others are what they are worth: F a win, H a tie, Z nothing. If the
    allocated ones differ in worth, as in a round robin, `U` are those worth least. Raises ValueError for what a file
    cannot state: points that are no win, tie or loss (game points), more than two at a table, two byes of the pairing
    in a round.
    """
    if win < 2 or win % 2:
        raise ValueError(f"win: {win} is not an even number of points from 2")
    players, byes = list(players), list(byes)
    allocated = min((bye.points for bye in byes if bye.kind is Missed.PAIRING), default=win)
    cells = [(meeting.round, *cell) for meeting in meetings for cell in _game(meeting, win)]
    cells += [(bye.round, bye.entrant, _rest(bye, win, allocated)) for bye in byes]
    rows: dict[int, dict[int, Cell]] = {player.number: {} for player in players}
    for round_, number, cell in cells:
        if number not in rows:
            raise ValueError(f"round {round_}: {number} is none of the players")
        if round_ in rows[number]:
            raise ValueError(f"round {round_}: {number} is there twice; everyone has one table or one bye in a round")
        rows[number][round_] = cell
    filled = [replace(player, cells=_in_order(rows[player.number])) for player in players]
    tie = win * _TENTHS // 2
    made = Report(
        players=tuple(sorted(filled, key=lambda player: player.number)),
        name=name,
        rounds=rounds,
        initial="w" if initial == "first" else "b",
        points=Points(win=win * _TENTHS, draw=tie, pairing=allocated * _TENTHS, unknown=tie),
        accelerations=tuple(_accelerations(bonuses or {})),
        byes=tuple(ahead),
        barred=tuple(Barred(1, ALWAYS, pair) for pair in sorted(barred)),
        **texts,
    )
    try:
        agree(made)
    except TrfError as exc:
        raise ValueError(str(exc)) from None
    return replace(made, players=tuple(replace(one, points=earned(made, one)) for one in made.players))


def _game(meeting: Meeting, win: int) -> Iterator[tuple[int, Cell]]:
    if len(meeting.entrants) != 2:
        raise ValueError(f"{meeting.name}: {len(meeting.entrants)} entrants; a report is of two seats")
    played = {(win, 0): "10", (0, win): "01", (win // 2, win // 2): "==", (0, 0): "00"}
    forfeits = {(win, 0): "+-", (0, win): "-+", (0, 0): "--"}
    first, second = meeting.entrants
    results = (forfeits if meeting.forfeit else played).get((meeting.points[0], meeting.points[1]))
    if results is None:
        kind = "a forfeit" if meeting.forfeit else "a game"
        raise ValueError(f"{meeting.name}: the points {meeting.points} are not those of {kind} in which a win is {win}")
    yield first, Cell(second, "w", Result(results[0]))
    yield second, Cell(first, "b", Result(results[1]))


def _rest(bye: Bye, win: int, allocated: int) -> Cell:
    if bye.kind is Missed.PAIRING and bye.points == allocated:
        return Cell(0, "-", Result.PAIRING)
    worth = {win: Result.FULL, win // 2: Result.HALF, 0: Result.ZERO}
    if bye.points not in worth:
        raise ValueError(f"round {bye.round}: a bye worth {bye.points} is not one of {win}, {win // 2}, 0")
    return Cell(0, "-", worth[bye.points])


def _in_order(row: Mapping[int, Cell]) -> tuple[Cell | None, ...]:
    return tuple(row.get(round_) for round_ in range(1, max(row, default=0) + 1))


def _accelerations(bonuses: Mapping[int, Mapping[int, int]]) -> Iterator[Acceleration]:
    """A record for each run of numbers with the same points in a round."""
    for round_, bonus in sorted(bonuses.items()):
        run: list[int] = []
        for number in [number for number in sorted(bonus) if bonus[number]]:
            if run and (bonus[number] != bonus[run[-1]] or number != run[-1] + 1):
                yield Acceleration(bonus[run[0]] * _TENTHS, round_, round_, run[0], run[-1])
                run = []
            run.append(number)
        if run:
            yield Acceleration(bonus[run[0]] * _TENTHS, round_, round_, run[0], run[-1])
