"""Events made up for the tests: byes of all kinds, forfeits, late entries, withdrawals, from a seed alone.

They are not paired by any rule: standings must be right for every history.
"""

from collections.abc import Callable
from typing import Any

from tests.tournaments.pairing.events import die
from tournaments.pairing.base import Bye, Meeting, Missed
from tournaments.standings.scoring import match_points, ranks_by_sum

KINDS = (Missed.REQUESTED, Missed.ABSENT, Missed.GRANTED, Missed.REQUESTED)


def dice(seed: int) -> Callable[[int], int]:
    """Throws that follow from the seed: `throw(sides)` is the next number below `sides`."""
    thrown = 0

    def throw(sides: int) -> int:
        nonlocal thrown
        thrown += 1
        return die(sides, "standings", seed, thrown)

    return throw


def made_up(seed: int, seats: int = 2, most: int = 14) -> dict[str, Any]:
    """The arguments of `standings` for an event of 3 to `most` entrants and 1 to 8 rounds."""
    throw = dice(seed)
    entrants = tuple(range(1, 4 + throw(most - 2)))
    rounds = 1 + throw(8)
    noise = (0, 5, 15, 30)[throw(4)]
    leaves = {entrant: 1 + throw(rounds) for entrant in entrants if throw(7) == 0}
    enters = {entrant: 1 + throw(rounds) for entrant in entrants if throw(7) == 0}
    win = 2 * (seats - 1)
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for round_ in range(1, rounds + 1):
        there = []
        for entrant in entrants:
            if round_ < enters.get(entrant, 1):
                byes.append(Bye(round_, entrant, (0, 0, win // 2)[throw(3)], Missed.LATE))
            elif round_ >= leaves.get(entrant, rounds + 1):
                if throw(2):  # a round of which nothing is recorded was missed
                    byes.append(Bye(round_, entrant, 0, Missed.ABSENT))
            elif throw(100) < noise:
                kind = throw(4)
                byes.append(Bye(round_, entrant, (win // 2, 0, win, 0)[kind], KINDS[kind]))
            else:
                there.append((throw(1000), entrant))
        pool = [entrant for _, entrant in sorted(there)]
        table = 0
        while len(pool) >= min(seats, 3):
            table += 1
            size = seats if len(pool) >= seats else len(pool)
            drawn, pool = tuple(pool[:size]), pool[size:]
            meetings.append(_met(throw, round_, table, drawn, seats, noise))
        byes += [Bye(round_, entrant, win, Missed.PAIRING) for entrant in pool]
    return {
        "entrants": entrants,
        "meetings": tuple(meetings),
        "byes": tuple(byes),
        "seats": seats,
        "rounds": rounds,
        "ratings": {entrant: 1500 - 7 * entrant + throw(50) for entrant in entrants},
    }


def _met(
    throw: Callable[[int], int], round_: int, table: int, drawn: tuple[int, ...], seats: int, noise: int
) -> Meeting:
    if throw(100) < noise // 2:
        came = throw(len(drawn) + 1)  # the one who came alone, or nobody
        points = tuple(2 * (seats - 1) if seat == came else 0 for seat in range(len(drawn)))
        return Meeting(round_, table, drawn, points, forfeit=True)
    ranks = ranks_by_sum([throw(5) - entrant // 4 for entrant in drawn])
    return Meeting(round_, table, drawn, match_points(ranks, seats), ranks)


def round_robin(seed: int, most: int = 9) -> dict[str, Any]:
    """The arguments of `standings` for a round robin, single or double, some of it forfeited."""
    throw = dice(seed)
    entrants = tuple(range(1, 4 + throw(most - 2)))
    circle = [*entrants] + ([0] if len(entrants) % 2 else [])
    rounds = (len(circle) - 1) * (1 + throw(2))
    noise = (0, 20)[throw(2)]
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for round_ in range(1, rounds + 1):
        for table in range(len(circle) // 2):
            drawn = (circle[table], circle[-1 - table])
            if 0 in drawn:
                byes.append(Bye(round_, max(drawn), 0, Missed.PAIRING))
            else:
                meetings.append(_met(throw, round_, table + 1, drawn, 2, noise))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return {
        "entrants": entrants,
        "meetings": tuple(meetings),
        "byes": tuple(byes),
        "seats": 2,
        "rounds": rounds,
        "ratings": {entrant: 1500 - 7 * entrant + throw(50) for entrant in entrants},
        "predetermined": True,
    }
