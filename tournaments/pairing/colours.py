"""Who has had which seat and may meet whom under the FIDE Dutch system (Handbook C.04.3 of 1 February 2026).

White is the first seat, Black the second. Articles are those of C.04.3.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from tournaments.pairing.base import Field, Missed

FIRST, SECOND = 0, 1
SEATS = ("first", "second")


class Strength(IntEnum):
    """How strong a colour preference is (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(NamedTuple):
    """The seat an entrant should have next; without a preference the seat says nothing."""

    seat: int
    strength: Strength

    def __str__(self) -> str:
        strength = self.strength.name.lower()
        return f"{strength} for the {SEATS[self.seat]} seat" if self.strength else strength


def preference(seats: Sequence[int]) -> Preference:
    """The preference of who had these seats in the games played, in their order (1.6, 1.7).

    Of the definitions of 1.7 the first that fits holds: difference beyond one or twice the same (absolute), a
    difference of one (strong), the last seat (mild). Where a difference beyond one asks for one seat and the last two
    games for the other, the difference decides.
    """
    if not seats:
        return Preference(FIRST, Strength.NONE)
    difference = seats.count(FIRST) - seats.count(SECOND)
    if abs(difference) >= 2:
        return Preference(FIRST if difference < 0 else SECOND, Strength.ABSOLUTE)
    if len(seats) >= 2 and seats[-1] == seats[-2]:
        return Preference(1 - seats[-1], Strength.ABSOLUTE)
    if difference:
        return Preference(FIRST if difference < 0 else SECOND, Strength.STRONG)
    return Preference(1 - seats[-1], Strength.MILD)


class Past(NamedTuple):
    """What an entrant's rounds mean for the next.

    seats   those of the games played, in order
    met     whom it has played
    paired  it has been given a table or a bye before
    rested  it may have no bye: it had one, or won as much without playing (2.1.2)
    """

    seats: tuple[int, ...]
    met: frozenset[int]
    paired: bool
    rested: bool


class Pasts:
    """The pasts of all entrants of a field, and what follows from them for its round."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.by_entrant = _pasts(field)
        self.preferences = {entrant: preference(past.seats) for entrant, past in self.by_entrant.items()}
        known = [n for n in field.entrants if n in field.present or self.by_entrant[n].paired]
        # The pairing numbers: who has never been there has none yet.
        self.numbers: Mapping[int, int] = {entrant: number for number, entrant in enumerate(known, 1)}
        rounds = max(field.round, field.rounds)
        half = field.win_points * (rounds - 1)
        last = field.round == rounds
        # 1.8: those with more than half of what could be had, when the last round is paired.
        self.top = frozenset(n for n in field.present if last and 2 * field.pairing_score(n) > half)

    def may_meet(self, a: int, b: int) -> bool:
        """Whether they have not played each other (2.1.1) and can both be seated (2.1.3)."""
        return b not in self.by_entrant[a].met and not self._clash(a, b)

    def _clash(self, a: int, b: int) -> bool:
        one, other = self.preferences[a], self.preferences[b]
        both = one.strength == other.strength == Strength.ABSOLUTE and one.seat == other.seat
        return both and a not in self.top and b not in self.top

    def may_rest(self, entrant: int) -> bool:
        """Whether it may have the bye of the pairing (2.1.2)."""
        return not self.by_entrant[entrant].rested

    def seated(self, a: int, b: int, initial: int) -> tuple[int, int, str]:
        """Who of two has the first seat and who the second, and the article that says so (5.2).

        `initial` is the seat of odd pairing numbers in the first round (5.1).
        """
        one, other = self.preferences[a], self.preferences[b]
        if one.strength and other.strength and one.seat == other.seat:
            return self._contested(a, b)
        if one.strength or other.strength:
            first = a if (one.seat == FIRST if one.strength else other.seat == SECOND) else b
            return (first, a + b - first, "suits both (5.2.1)")
        # Neither has played: 5.2.5.
        higher = self._higher(a, b)
        first = higher if (self.numbers[higher] % 2 == 1) == (initial == FIRST) else a + b - higher
        return (first, a + b - first, f"{higher} has an {'odd' if self.numbers[higher] % 2 else 'even'} number (5.2.5)")

    def _contested(self, a: int, b: int) -> tuple[int, int, str]:
        """Both should have the same seat: 5.2.2 to 5.2.4."""
        seat = self.preferences[a].seat
        granted, why = self._granted(a, b)
        first = granted if seat == FIRST else a + b - granted
        return (first, a + b - first, f"{granted} {why}")

    def _granted(self, a: int, b: int) -> tuple[int, str]:
        """Which of two who should have the same seat gets it."""
        one, other = self.preferences[a], self.preferences[b]
        if one.strength != other.strength:
            return (a if one.strength > other.strength else b), "has the stronger claim (5.2.2)"
        missing = {n: self._missing(n, one.seat) for n in (a, b)}
        if missing[a] != missing[b]:
            return (a if missing[a] > missing[b] else b), "has the wider difference (5.2.2)"
        histories = (reversed(self.by_entrant[n].seats) for n in (a, b))
        for mine, theirs in zip(*histories, strict=False):
            if mine != theirs:
                return (a if mine != one.seat else b), "sat the other way when they last differed (5.2.3)"
        return self._higher(a, b), "stands higher (5.2.4)"

    def _missing(self, entrant: int, seat: int) -> int:
        """How many times less often it had this seat than the other (1.6)."""
        seats = self.by_entrant[entrant].seats
        return seats.count(1 - seat) - seats.count(seat)

    def _higher(self, a: int, b: int) -> int:
        return min(a, b, key=lambda entrant: (-self.field.pairing_score(entrant), self.numbers[entrant]))


def _pasts(field: Field) -> Mapping[int, Past]:
    seats: dict[int, list[tuple[int, int]]] = {entrant: [] for entrant in field.entrants}
    met: dict[int, set[int]] = {entrant: set() for entrant in field.entrants}
    paired: set[int] = set()
    rested: set[int] = set()
    for meeting in field.meetings:
        paired.update(meeting.entrants)
        for seat, entrant in enumerate(meeting.entrants):
            if not meeting.forfeit:
                seats[entrant].append((meeting.round, seat))
                met[entrant].add(meeting.entrants[1 - seat])
            elif meeting.points[seat] >= field.win_points:
                rested.add(entrant)
    for bye in field.byes:
        if bye.kind is Missed.PAIRING:
            paired.add(bye.entrant)
        if bye.kind is Missed.PAIRING or bye.points >= field.win_points:
            rested.add(bye.entrant)
    return {
        entrant: Past(
            tuple(seat for _, seat in sorted(seats[entrant])),
            frozenset(met[entrant]),
            entrant in paired,
            entrant in rested,
        )
        for entrant in field.entrants
    }
