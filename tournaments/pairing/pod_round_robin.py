"""Pod round robin: everyone meets everyone as equally often as possible, at tables of three to six."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from tournaments.pairing.base import CannotPair, Field, Format, Pairings, Plan, Rest, Table
from tournaments.pairing.history import seatings, times_met
from tournaments.pairing.mending import drawn, mended
from tournaments.pairing.schedule import MOST_ENTRANTS, Schedule, certain_rounds, natural_rounds, schedule
from tournaments.pairing.seating import balanced


class PodRoundRobin(Format):
    """The tables of every round follow from the number of entrants, the seats and the rounds, see `schedule`; the seats
    from those had before. A table that absences leave below three is mended, see `mending`. Where most of what was
    played is not of the schedule (someone entered late, rounds were added), a round is drawn from what was played.
    """

    id: ClassVar[str] = "pod_round_robin"
    title: ClassVar[str] = "Pod round robin"
    seats: ClassVar[range] = range(3, 7)
    fixed_rounds: ClassVar[bool] = False
    by_score: ClassVar[bool] = False

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        _check(entrants)
        rounds = natural_rounds(entrants, seats)
        whole = schedule(entrants, seats, rounds)
        note = f"everyone can meet everyone in {rounds} rounds at best; {figures(whole)}"
        return Plan(rounds, certain_rounds(entrants, seats), note)

    def _pair(self, field: Field) -> Pairings:
        numbers = field.entrants
        _check(len(numbers))
        whole = schedule(len(numbers), field.seats, max(field.rounds, field.round))
        rounds = [[[numbers[place] for place in table] for table in round_] for round_ in whole.rounds]
        if _holds(rounds, field):
            tables, resting = mended(rounds[field.round - 1], field)
            notes = [f"the schedule of {len(rounds)} rounds: {figures(whole)}"]
        else:
            tables, resting = drawn(field)
            notes = [
                "most of what was played is not of a schedule for these entrants and rounds; drawn from it instead"
            ]
        barred = [pair for table in tables for pair in combinations(sorted(table), 2) if pair in field.barred]
        notes += [f"{a} and {b} are barred but meet: here everyone meets everyone" for a, b in barred]
        had, met = seatings(field), times_met(field)
        return Pairings(
            tuple(
                Table(balanced(table, had, field.round + number), _why(table, field, met))
                for number, table in enumerate(tables)
            ),
            tuple(
                Rest(entrant, field.win_points, f"{len(field.present)} present leave no table for it in this round")
                for entrant in sorted(resting)
            ),
            tuple(notes),
        )


def figures(whole: Schedule) -> str:
    """How evenly everyone meets, and how evenly that could be at best, for people to read."""
    meets = ", ".join(f"{pairs} pairs {times} times" for times, pairs in enumerate(whole.meets) if pairs)
    best = "which is the least possible" if whole.squares == whole.bound else f"at least {whole.bound} by pigeonhole"
    return f"{meets} (sum of squares {whole.squares}, {best})"


def _check(entrants: int) -> None:
    if entrants > MOST_ENTRANTS:
        raise CannotPair(f"Pod round robin is for at most {MOST_ENTRANTS} entrants, not {entrants}; pods serve more")


def _holds(rounds: Sequence[Sequence[Sequence[int]]], field: Field) -> bool:
    """Whether at least half of those who met did so by these rounds."""
    tables = [{entrant: number for number, table in enumerate(round_) for entrant in table} for round_ in rounds]
    meant = [
        tables[meeting.round - 1].get(a, -1) == tables[meeting.round - 1].get(b, -2)
        for meeting in field.meetings
        for a, b in combinations(meeting.entrants, 2)
    ]
    return 2 * sum(meant) >= len(meant)


def _why(table: Sequence[int], field: Field, met: Mapping[int, Mapping[int, int]]) -> str:
    again = [f"{a} and {b}" for a, b in combinations(sorted(table), 2) if b in met[a]]
    why = f"round {field.round} of everyone meeting everyone"
    if again:
        why += f"; MEET AGAIN: {', '.join(again)}"
    if len(table) < field.seats:
        why += f"; {field.seats - len(table)} of {field.seats} seats empty"
    return why
