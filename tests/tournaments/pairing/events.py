"""Events played out for the tests: results, absences and histories that follow from a seed alone."""

import hashlib
from collections.abc import Iterator

from tournaments.pairing.base import Bye, Field, Format, Meeting, Missed, Pairings
from tournaments.standings.scoring import match_points, ranks_by_sum


def die(sides: int, *what: object) -> int:
    """A number below `sides` that follows from the rest."""
    digest = hashlib.blake2b(repr(what).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % sides


def played(seed: int, round_: int, table: int, entrants: tuple[int, ...], seats: int) -> Meeting:
    """A result: the better seed is likelier to win, ties happen."""
    strength = [die(6, seed, round_, entrant) - entrant // 8 for entrant in entrants]
    ranks = ranks_by_sum(strength)
    return Meeting(round_, table, entrants, match_points(ranks, seats), ranks)


def play(
    format_: Format, entrants: int, rounds: int, *, seats: int = 2, seed: int = 0, absent: int = 0
) -> Iterator[tuple[Field, Pairings]]:
    """The rounds of an event as they are paired. Of every hundred chances to be there `absent` are missed, and for
    every tenth `seed` the last entrant withdraws in round 3.
    """
    numbers = tuple(range(1, entrants + 1))
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for round_ in range(1, rounds + 1):
        gone = {n for n in numbers if absent and die(100, seed, "absent", round_, n) < absent}
        if absent and round_ >= 3 and seed % 10 == 0:
            gone.add(entrants)
        present = frozenset(numbers) - gone
        if len(present) < format_.seats.start:
            return
        field = Field(numbers, present, seats, round_, rounds, tuple(meetings), tuple(byes))
        pairings = format_.pair(field)
        yield field, pairings
        for number, table in enumerate(pairings.tables, 1):
            meetings.append(played(seed, round_, number, table.entrants, seats))
        byes += [Bye(round_, rest.entrant, rest.points) for rest in pairings.byes]
        for number, forfeit in enumerate(pairings.forfeits, len(pairings.tables) + 1):
            ranks = tuple(int(entrant != forfeit.winner) for entrant in forfeit.entrants)
            meetings.append(Meeting(round_, number, forfeit.entrants, match_points(ranks, 2), ranks, forfeit=True))
        lost = {entrant for forfeit in pairings.forfeits for entrant in forfeit.entrants}
        byes += [Bye(round_, entrant, 0, kind=Missed.ABSENT) for entrant in sorted(gone - lost)]


def shuffled(field: Field, seed: int) -> Field:
    """The same field, its meetings and byes in another order, its set filled in another order."""
    return Field(
        field.entrants,
        frozenset(sorted(field.present, key=lambda entrant: die(1 << 32, seed, entrant))),
        field.seats,
        field.round,
        field.rounds,
        tuple(sorted(field.meetings, key=lambda meeting: die(1 << 32, seed, meeting))),
        tuple(sorted(field.byes, key=lambda bye: die(1 << 32, seed, bye))),
        field.win,
    )
