"""Everyone meets everyone once or twice: the Berger tables of FIDE Handbook C.05, Annex 1."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tournaments.pairing.base import CannotPair, Field, Forfeit, Format, Missed, Pairings, Plan, Rest, Table

Pair = tuple[int, int]


def berger(players: int, round_: int) -> Iterator[Pair]:
    """The pairs (first seat, second seat) of a round in printed order, for an even number of players numbered from 1.

    The last player meets p, where p runs 1, n/2 + 1, 2, n/2 + 2, ... through the rounds and alternates the seat; the
    others meet so that their numbers lie as far above as below p on the circle of n - 1. Source: FIDE C.05 Annex 1.
    """
    circle = players - 1
    pivot = round_ // 2 + 1 if round_ % 2 else players // 2 + round_ // 2
    yield (pivot, players) if round_ % 2 else (players, pivot)
    for distance in range(1, players // 2):
        yield (pivot - 1 + distance) % circle + 1, (pivot - 1 - distance) % circle + 1


def drawn(players: int, round_: int, cycles: int) -> list[Pair]:
    """The pairs (first seat, second seat) of a round of an event of one or two cycles, for an even number of players.

    The second of two cycles is the first with seats exchanged. The last two rounds of the first then change places,
    which FIDE C.05 Annex 1 recommends, so that nobody has the same seat three times running where the cycles meet.
    """
    circle = players - 1
    cycle, row = divmod(round_ - 1, circle)
    if cycles == 2 and cycle == 0 and 0 < circle - 2 <= row:
        row = 2 * circle - 3 - row
    pairs = berger(players, row + 1)
    return [(second, first) for first, second in pairs] if cycle else list(pairs)


class RoundRobin(Format):
    """Seats are the colours of the table. With an odd number a dummy takes the last number: its opponent rests for
    nothing, as everyone does once in each cycle. Whoever is drawn against an absent entrant wins
    by forfeit. The table is drawn from all entrants, so nobody can enter late.
    """

    id: ClassVar[str] = "round_robin"
    title: ClassVar[str] = "Round robin"
    seats: ClassVar[range] = range(2, 3)
    fixed_rounds: ClassVar[bool] = True
    predetermined: ClassVar[bool] = True
    by_score: ClassVar[bool] = False
    options: ClassVar[Mapping[str, Any]] = {
        "type": "object",
        "properties": {
            "cycles": {
                "type": "integer",
                "enum": [1, 2],
                "default": 1,
                "description": "How often everyone meets everyone; the second time with seats exchanged.",
            }
        },
        "additionalProperties": False,
    }

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        cycle = entrants - 1 + entrants % 2
        twice = options["cycles"] == 2
        rounds = 2 * cycle if twice else cycle
        note = f"{entrants} entrants meet each other {'twice' if twice else 'once'} in {rounds} rounds"
        resting = ", each resting " + ("twice" if twice else "once") if entrants % 2 else ""
        # Nobody meets again before everyone has met everyone.
        return Plan(rounds, rounds, note + resting)

    def _pair(self, field: Field) -> Pairings:
        numbers = field.entrants
        options = self.complete(field.options)
        rounds = self._plan(len(numbers), field.seats, options).rounds
        if not 1 <= field.round <= rounds:
            raise CannotPair(f"round {field.round}: {len(numbers)} entrants have met in rounds 1 to {rounds}")
        if late := sorted({bye.entrant for bye in field.byes if bye.kind is Missed.LATE}):
            raise CannotPair(
                f"round {field.round}: {', '.join(map(str, late))} entered late; Berger tables are drawn from all "
                f"entrants before the first round"
            )
        cycles = 2 if options["cycles"] == 2 else 1
        tables: list[Table] = []
        rests: list[Rest] = []
        forfeits: list[Forfeit] = []
        notes: list[str] = []
        for pair in drawn(len(numbers) + len(numbers) % 2, field.round, cycles):
            met = [numbers[number - 1] if number <= len(numbers) else None for number in pair]
            here = [entrant for entrant in met if entrant is not None and entrant in field.present]
            if len(here) == 2:
                tables.append(Table((here[0], here[1]), _why(field.round, rounds // cycles, cycles)))
                if (min(here), max(here)) in field.barred:
                    notes.append(f"{min(here)} and {max(here)} are barred but meet: here everyone meets everyone")
            elif here and None in met:
                rests.append(Rest(here[0], 0, f"rests in round {field.round}: the number of entrants is odd"))
            elif here:
                first, second = (entrant or 0 for entrant in met)  # neither is the dummy
                absent = second if here == [first] else first
                forfeits.append(Forfeit((first, second), here[0], f"drawn against {absent}, who is absent"))
        return Pairings(tuple(tables), tuple(rests), tuple(notes), tuple(forfeits))


def _why(round_: int, cycle: int, cycles: int) -> str:
    if cycles == 1:
        return f"Berger table, round {round_}"
    return f"Berger table, cycle {1 + (round_ > cycle)}, round {(round_ - 1) % cycle + 1} of {cycle}"
