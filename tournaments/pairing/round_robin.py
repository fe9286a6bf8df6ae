"""Everyone meets everyone once: the Berger tables of FIDE Handbook C.05, Annex 1."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tournaments.pairing.base import CannotPair, Field, Format, Pairings, Plan, Rest, Table


def berger(players: int, round_: int) -> Iterator[tuple[int, int]]:
    """The pairs (first seat, second seat) of a round in printed order, for an even number of players numbered from 1.

    The last player meets p, where p runs 1, n/2 + 1, 2, n/2 + 2, ... through the rounds and alternates the seat; the
    others meet so that their numbers lie as far above as below p on the circle of n - 1. Source: FIDE C.05 Annex 1.
    """
    circle = players - 1
    pivot = round_ // 2 + 1 if round_ % 2 else players // 2 + round_ // 2
    yield (pivot, players) if round_ % 2 else (players, pivot)
    for distance in range(1, players // 2):
        yield (pivot - 1 + distance) % circle + 1, (pivot - 1 - distance) % circle + 1


class RoundRobin(Format):
    """Seats are the colours of the table. With an odd number a dummy takes the last number: its opponent rests for
    nothing, as everyone does once. Whoever meets an absent entrant rests for a win.
    """

    id: ClassVar[str] = "round_robin"
    title: ClassVar[str] = "Round robin"
    seats: ClassVar[range] = range(2, 3)
    fixed_rounds: ClassVar[bool] = True
    predetermined: ClassVar[bool] = True

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        rounds = entrants - 1 + entrants % 2
        note = f"{entrants} entrants meet each other once in {rounds} rounds"
        return Plan(rounds, rounds, note + (", each resting once" if entrants % 2 else ""))

    def _pair(self, field: Field) -> Pairings:
        numbers = field.entrants
        rounds = self._plan(len(numbers), field.seats, field.options).rounds
        if not 1 <= field.round <= rounds:
            raise CannotPair(f"round {field.round}: {len(numbers)} entrants have met in rounds 1 to {rounds}")
        tables: list[Table] = []
        rests: list[Rest] = []
        for pair in berger(rounds + 1, field.round):
            drawn = [numbers[number - 1] if number <= len(numbers) else None for number in pair]
            here = [entrant for entrant in drawn if entrant is not None and entrant in field.present]
            if len(here) == 2:
                tables.append(Table(tuple(here), f"Berger table, round {field.round}"))
            elif here and None in drawn:
                rests.append(Rest(here[0], 0, f"rests in round {field.round}: the number of entrants is odd"))
            elif here:
                (absent,) = (entrant for entrant in drawn if entrant != here[0])
                rests.append(Rest(here[0], field.win_points, f"drawn against {absent}, who is absent"))
        return Pairings(tuple(tables), tuple(rests))
