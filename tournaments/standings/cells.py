"""One round of one entrant: how it went, against whom, and what it brought."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from tournaments.pairing.base import Bye, Meeting, Missed

ABOVE, TIED, BELOW = 2, 1, 0
"""Outcomes against one opponent."""


class Kind(StrEnum):
    """How a round went for an entrant; the byes are those of `pairing.base.Missed`."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING = Missed.PAIRING.value
    REQUESTED = Missed.REQUESTED.value
    GRANTED = Missed.GRANTED.value
    ABSENT = Missed.ABSENT.value
    LATE = Missed.LATE.value


BYES: Mapping[Missed, Kind] = MappingProxyType({missed: Kind(missed.value) for missed in Missed})
REQUESTED = (Kind.REQUESTED, Kind.ABSENT, Kind.LATE)
"""Requested byes (FIDE C.07, 16.1.1): a round not played by own wish, withdrawn, or before entering."""
VOLUNTARY = (*REQUESTED, Kind.FORFEIT_LOSS)
"""Voluntary unplayed rounds (C.07, 16.1.2)."""


WORDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.PLAYED: "played",
        Kind.FORFEIT_WIN: "forfeit won",
        Kind.FORFEIT_LOSS: "forfeit lost",
        Kind.PAIRING: "bye of the pairing",
        Kind.REQUESTED: "bye by own wish",
        Kind.GRANTED: "bye granted for a win",
        Kind.ABSENT: "not there",
        Kind.LATE: "not entered yet",
    }
)


class Cell(NamedTuple):
    """One round of one entrant.

    points      standing points it brought
    opponents   the others at the table, or those it would have met there if it was forfeited
    outcomes    against each 2 above, 1 tied, 0 below, by the ranks
    against     what it scored against each: with two seats the standing points, with more as outcomes
    table, seat   numbers from 1, 0 for a bye
    won         stood alone above everyone else, or got a win without playing
    """

    round: int
    kind: Kind
    points: int
    opponents: tuple[int, ...] = ()
    outcomes: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    table: int = 0
    seat: int = 0
    won: bool = False


def seated(meeting: Meeting, *, seats: int, tie: int) -> list[Cell]:
    """The cells of all at a table, in seat order. `seats` of a full table; `tie`: standing points of one where all are
    tied, more than which wins a forfeit.
    """
    better, points = meeting.better, meeting.points
    if seats == 2 and len(better) == 2:
        # As below; almost all tables are such, so it is done without loops.
        (one, two), (left, right), (ones, twos) = meeting.entrants, better, points
        outcome = (left > right) + (left >= right)
        first = second = Kind.PLAYED
        wins, loses = outcome == ABOVE, outcome == BELOW
        if meeting.forfeit:
            first, second = _kind(meeting, ones, tie), _kind(meeting, twos, tie)
            wins, loses = first is Kind.FORFEIT_WIN, second is Kind.FORFEIT_WIN
        round_, table = meeting.round, meeting.table
        return [
            Cell(round_, first, ones, (two,), (outcome,), (ones,), table, 1, wins),
            Cell(round_, second, twos, (one,), (ABOVE - outcome,), (twos,), table, 2, loses),
        ]
    cells = []
    for seat, own in enumerate(better):
        others = [other for other in range(len(better)) if other != seat]
        outcomes = tuple([(own > better[other]) + (own >= better[other]) for other in others])
        kind = _kind(meeting, points[seat], tie)
        cells.append(
            Cell(
                meeting.round,
                kind,
                points[seat],
                tuple([meeting.entrants[other] for other in others]),
                outcomes,
                (points[seat],) * len(others) if seats == 2 else outcomes,
                meeting.table,
                seat + 1,
                _won(kind, min(outcomes, default=0) == ABOVE),
            )
        )
    return cells


def rested(bye: Bye, *, win: int) -> Cell:
    """The cell of a bye. `win`: standing points of a won match; a bye that brought as many is won."""
    return Cell(bye.round, BYES[bye.kind], bye.points, won=bye.points >= win > 0)


def missed(round_: int) -> Cell:
    """The cell of a round of which nothing is recorded: not there, by own wish."""
    return Cell(round_, Kind.ABSENT, 0)


def _kind(meeting: Meeting, points: int, tie: int) -> Kind:
    if not meeting.forfeit:
        return Kind.PLAYED
    return Kind.FORFEIT_WIN if points > tie else Kind.FORFEIT_LOSS


def _won(kind: Kind, alone: bool) -> bool:
    return alone if kind is Kind.PLAYED else kind is Kind.FORFEIT_WIN
