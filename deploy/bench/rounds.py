"""Events to pair and to rank: results of a fixed stream, and in every round one entry away, so that numbers are odd."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from plugins.chance import Chance
from tournaments.pairing.base import Bye, Field, Meeting, Missed, Pairings, Rest, Table
from tournaments.standings.scoring import match_points, ranks_by_sum

_LUCK = 8  # steps of luck in a result; skill has as many, so that about one match in ten is tied


class Event:
    """The rounds of an event of so many entries, as far as they are played. The same arguments, the same event."""

    def __init__(self, entries: int, seats: int, rounds: int) -> None:
        self.entrants = tuple(range(1, entries + 1))
        self.seats = seats
        self.rounds = rounds
        self.meetings: list[Meeting] = []
        self.byes: list[Bye] = []
        self._stream = Chance(f"bench: {entries} entries, {seats} seats".encode()).stream("results")

    def field(self, round_: int) -> Field:
        """The field of this round, the next: one of the entries, drawn anew for each call, is not there."""
        away = 1 + self._stream.below(len(self.entrants))
        present = frozenset(self.entrants).difference([away])
        meetings, byes = tuple(self.meetings), tuple(self.byes)
        return Field(self.entrants, present, self.seats, round_, self.rounds, meetings, byes)

    def play(self, field: Field, pairings: Pairings) -> None:
        """Add the round with its results: better seeds are likelier to win."""
        size = len(self.entrants)
        for number, table in enumerate(pairings.tables, 1):
            strength = [self._stream.below(_LUCK) - _LUCK * entrant // size for entrant in table.entrants]
            ranks = ranks_by_sum(strength)
            points = match_points(ranks, self.seats)
            self.meetings.append(Meeting(field.round, number, table.entrants, points, ranks))
        self.byes += [Bye(field.round, rest.entrant, rest.points, rest.kind) for rest in pairings.byes]
        absent = sorted(set(self.entrants).difference(field.present))
        self.byes += [Bye(field.round, entrant, 0, Missed.ABSENT) for entrant in absent]

    @property
    def repeats(self) -> int:
        """Meetings of two who had met before, in all rounds."""
        met = Counter(pair for meeting in self.meetings for pair in combinations(sorted(meeting.entrants), 2))
        return sum(times - 1 for times in met.values())

    @property
    def second_byes(self) -> int:
        """Byes of the pairing to those who had had one, in all rounds."""
        had = Counter(bye.entrant for bye in self.byes if bye.kind is Missed.PAIRING)
        return sum(times - 1 for times in had.values())


def neighbours(field: Field) -> Pairings:
    """A round in which those next to each other in order of score meet, again or not: made in no time, to be ranked."""
    order = sorted(field.present, key=lambda entrant: (-field.score(entrant), entrant))
    last = order.pop() if len(order) % 2 else None
    tables = tuple(Table((a, b), "neighbours") for a, b in zip(order[::2], order[1::2], strict=True))
    return Pairings(tables, () if last is None else (Rest(last, field.win_points, "the last"),))
