"""Fields whose past no pairing made: by lot, with rematches, second byes, absences, forfeits and late entries."""

from collections.abc import Iterator

from tests.tournaments.pairing.events import die, played
from tournaments.pairing.base import Bye, Field, Format, Meeting, Missed, Pairings


def haphazard(entrants: int, rounds: int, seed: int, *, absent: int = 0, mishaps: bool = False) -> Field:
    """A field before round `rounds` + 1 whose past was paired by lot.

    absent   of every hundred chances to be there so many are missed
    mishaps  also forfeits, late entries, byes of all kinds, barred pairs and bonuses
    """
    numbers = tuple(range(1, entrants + 1))
    late = {n: 1 + die(3, seed, "late", n) for n in numbers if mishaps and die(8, seed, "is late", n) == 0}
    pay = die(2, seed, "pay")
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for round_ in range(1, rounds + 1):
        lot = sorted(numbers, key=lambda entrant: die(1 << 32, seed, "lot", round_, entrant))
        gone = [entrant for entrant in lot if die(100, seed, "gone", round_, entrant) < absent]
        for entrant in lot:
            if late.get(entrant, 0) >= round_:
                byes.append(Bye(round_, entrant, pay, kind=Missed.LATE))
            elif entrant in gone:
                kind = (Missed.ABSENT, Missed.REQUESTED, Missed.GRANTED)[die(3, seed, "kind", round_, entrant)]
                points = {Missed.ABSENT: 0, Missed.REQUESTED: 1, Missed.GRANTED: 2}[kind] if mishaps else 0
                byes.append(Bye(round_, entrant, points, kind=kind if mishaps else Missed.ABSENT))
        lot = [entrant for entrant in lot if entrant not in gone and late.get(entrant, 0) < round_]
        if len(lot) % 2:
            byes.append(Bye(round_, lot.pop(), 2))
        for table, pair in enumerate(zip(lot[::2], lot[1::2], strict=True), 1):
            if mishaps and die(8, seed, "forfeit", round_, pair) == 0:
                points = ((2, 0), (0, 2), (0, 0))[die(3, seed, "who", round_, pair)]
                meetings.append(Meeting(round_, table, pair, points, forfeit=True))
            else:
                meetings.append(played(seed, round_, table, pair, 2))
    here = [entrant for entrant in numbers if die(100, seed, "here", entrant) >= absent]
    barred = {
        (a, b)
        for a in numbers
        for b in numbers
        if mishaps and a < b and die(1 + 3 * entrants, seed, "barred", a, b) < die(5, seed, "bars")
    }
    boosted = entrants // 2 if mishaps and die(4, seed, "boost") == 0 else 0
    return Field(
        numbers,
        frozenset(here if len(here) > 1 else numbers),
        2,
        rounds + 1,
        rounds + 1,
        tuple(meetings),
        tuple(byes),
        barred=frozenset(barred),
        bonus=dict.fromkeys(numbers[:boosted], 2),
    )


def eventful(format_: Format, entrants: int, rounds: int, seed: int) -> Iterator[tuple[Field, Pairings]]:
    """The rounds of an event as they are paired, with all that happens in events: a tenth enters late, for nothing or
    half a win a round; some withdraw; some rounds are missed, with or without half a point; one match in twelve is
    forfeited; in the first two rounds some pairs are barred.
    """
    numbers = tuple(range(1, entrants + 1))
    enters = {n: 1 if die(10, seed, "late", n) else 2 + die(rounds, seed, "round", n) for n in numbers}
    leaves = {n: 2 + die(3 * rounds, seed, "leaves", n) for n in numbers}
    pay = die(2, seed, "pay")
    barred = frozenset((a, a + 1 + die(3, seed, a)) for a in numbers[:-3:4])
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for round_ in range(1, rounds + 1):
        entered = tuple(n for n in numbers if enters[n] <= round_)
        byes += [
            Bye(earlier, n, pay, kind=Missed.LATE)
            for n in entered
            if enters[n] == round_
            for earlier in range(1, round_)
        ]
        gone = {n for n in entered if leaves[n] <= round_ or die(20, seed, "away", round_, n) == 0}
        asked = {n for n in gone if leaves[n] > round_ and die(2, seed, "asked", round_, n)}
        present = frozenset(entered) - gone
        if len(present) < 2:
            return
        field = Field(
            entered,
            present,
            2,
            round_,
            rounds,
            tuple(meetings),
            tuple(byes),
            barred=frozenset(pair for pair in barred if set(pair) <= set(entered)) if round_ < 3 else frozenset(),
        )
        pairings = format_.pair(field)
        yield field, pairings
        for number, table in enumerate(pairings.tables, 1):
            if die(12, seed, "forfeit", round_, number) == 0:
                points = ((2, 0), (0, 2), (0, 0))[die(3, seed, "who", round_, number)]
                meetings.append(Meeting(round_, number, table.entrants, points, forfeit=True))
            else:
                meetings.append(played(seed, round_, number, table.entrants, 2))
        byes += [Bye(round_, rest.entrant, rest.points) for rest in pairings.byes]
        byes += [Bye(round_, n, 1, kind=Missed.REQUESTED) for n in sorted(asked)]
        byes += [Bye(round_, n, 0, kind=Missed.ABSENT) for n in sorted(gone - asked)]
