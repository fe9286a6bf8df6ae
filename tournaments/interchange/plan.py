"""What of a report an event can have: its rounds in standing points, and what is known of rounds to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from plugins.contract import JSON
from tournaments.access.errors import Invalid
from tournaments.pairing import registry as pairing
from tournaments.pairing.acceleration import bonus, last_accelerated
from tournaments.pairing.base import Bye, CannotPair, Field, Meeting
from tournaments.trf.fields import format_of, format_options, to_field
from tournaments.trf.values import Report, Result, TrfError

FORMATS = ("dutch", "swiss")
WIN, TIE = 2, 1
"""Standing points of an event of two seats in match points."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The event that a report becomes.

    meetings, byes  of the rounds 1 to ``played``, in the event's standing points, meetings with their ranks
    barred          pairs that must not meet, the smaller number first
    requested       (number, round to come) of byes worth a tie
    gone            numbers of those who are not there in the next round, for nothing
    """

    format: str
    format_options: dict[str, JSON]
    acceleration: str
    rounds: int
    played: int
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...]
    barred: frozenset[tuple[int, int]]
    requested: frozenset[tuple[int, int]]
    gone: frozenset[int]


def planned(report: Report, *, format_: str | None = None, rounds: int | None = None) -> Plan:
    """The event of this report. ``format_`` and ``rounds`` go before what it says.

    Raises Invalid for what an event cannot have: another format, points that are no win, tie or loss, a round not over,
    fewer rounds than are played, byes and prohibitions to come that have no like here.
    """
    chosen = format_ or format_of(report)
    if chosen not in FORMATS:
        raise Invalid(f"192: the file is of a {chosen}; one of {', '.join(FORMATS)} can be imported")
    if report.played == 0:
        raise Invalid("no round of the file is paired; create an event and let the bots enter")
    _check_points(report)
    try:
        field = to_field(report, report.played + 1)
    except TrfError as error:
        raise Invalid(str(error)) from None
    total = rounds or report.rounds or report.played
    if total < report.played:
        raise Invalid(f"rounds: {total} are fewer than the {report.played} that are played")
    try:
        pairing.get(chosen).plan(len(report.players), 2)
    except CannotPair as error:
        raise Invalid(str(error)) from None
    requested, gone = _ahead(report)
    return Plan(
        format=chosen,
        format_options=format_options(report, pairing.get(chosen)),
        acceleration=_acceleration(field, total),
        rounds=total,
        played=report.played,
        meetings=tuple(_meeting(meeting, field.win_points) for meeting in field.meetings),
        byes=tuple(replace(bye, points=bye.points * WIN // field.win_points) for bye in field.byes),
        barred=frozenset(_barred(report, total)),
        requested=requested,
        gone=gone,
    )


def _check_points(report: Report) -> None:
    worth = report.points
    if (2 * worth.draw, worth.loss, worth.absence, worth.pairing) != (worth.win, 0, 0, worth.win):
        raise Invalid(
            f"162: a win is worth {worth.win / 10}, a draw {worth.draw / 10}, a loss {worth.loss / 10}, an absence "
            f"{worth.absence / 10} and a bye of the pairing {worth.pairing / 10}; a draw must be half of a win, the "
            "bye a win, and the others nothing"
        )


def _meeting(meeting: Meeting, win: int) -> Meeting:
    """With the points of the event, and the ranks that give them."""
    a, b = (points * WIN // win for points in meeting.points)
    if (a, b) not in {(WIN, 0), (0, WIN), (TIE, TIE)} and not (meeting.forfeit and a == b == 0):
        first, second = meeting.entrants
        raise Invalid(
            f"round {meeting.round}: {first} and {second} have {a / WIN:g} and {b / WIN:g} of a win from one game; it "
            "must be won by one, or tied"
        )
    return replace(meeting, points=(a, b), ranks=(int(a < b), int(b < a)))


def _ahead(report: Report) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
    """Byes requested of rounds to come, and who is not there in the next. Raises Invalid for others."""
    requested: set[tuple[int, int]] = set()
    gone: set[int] = set()
    following = report.played + 1
    for kind, round_, number in _byes_ahead(report):
        if kind is Result.HALF:
            requested.add((number, round_))
        elif kind is Result.ZERO and round_ == following:
            gone.add(number)
        else:
            raise Invalid(
                f"player {number} has a bye {kind.value} in round {round_}: of rounds to come an event knows byes H, "
                f"and those of who is not there in the next, round {following}"
            )
    return frozenset(requested), frozenset(gone)


def _byes_ahead(report: Report) -> Iterator[tuple[Result, int, int]]:
    for bye in report.byes:
        if bye.round > report.played:
            yield from ((bye.kind, bye.round, number) for number in bye.numbers)
    for player in report.players:
        for round_, cell in enumerate(player.cells[report.played :], report.played + 1):
            if cell is not None:
                yield cell.result, round_, player.number


def _barred(report: Report, rounds: int) -> Iterator[tuple[int, int]]:
    """The pairs that must not meet in any round to come; what is over has no effect."""
    following = report.played + 1
    for group in report.barred:
        if group.until < following:
            continue
        if group.since > following or group.until < rounds:
            raise Invalid(
                f"260: {' '.join(map(str, group.numbers))} must not meet in the rounds {group.since} to {group.until}; "
                f"an event bars them from the next, round {following}, to the last, round {rounds}"
            )
        yield from combinations(sorted(group.numbers), 2)


def _acceleration(field: Field, rounds: int) -> str:
    """`baku` if the fictitious points are those of Baku, `none` if there are none. Raises Invalid for others."""
    stated = {number: dict(points) for number, points in [*field.bonuses.items(), (field.round, field.bonus)] if points}
    if not stated:
        return "none"
    last = last_accelerated(field.entrants)
    win = field.win_points
    baku = {n: bonus(field.entrants, last, n, rounds, win) for n in range(1, field.round + 1)}
    if stated != {number: points for number, points in baku.items() if points}:
        raise Invalid("250: the fictitious points are not those of Baku (C.04.5), which alone an event can have")
    return "baku"
