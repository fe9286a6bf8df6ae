"""Accelerated rounds for large fields: virtual points for the upper half of the seeds (FIDE C.04.5.1, Baku)."""

from collections.abc import Iterable, Sequence


def last_accelerated(entrants: Sequence[int]) -> int:
    """The last seed number of the upper group: half the entrants, rounded up to an even number.

    entrants  the seed numbers of those entered before the first round, ascending. It stays as it is when others enter
              late: those with a smaller seed number belong to the upper group, which may then be odd.
    Raises ValueError without entrants.
    """
    if not entrants:
        raise ValueError("entrants: none; acceleration needs those entered before the first round")
    return entrants[min(len(entrants), 2 * -(-len(entrants) // 4)) - 1]


def virtual_points(round: int, rounds: int, win: int) -> int:
    """Standing points added for the upper group before pairing `round` of `rounds`, `win` being those of a win.

    The first half of the rounds (rounded up) is accelerated; in the first half of these (rounded up) it is a win, in
    the others half a win (rounded down where points cannot be halved). Nothing after. Raises ValueError for no round.
    """
    if not round >= 1:
        raise ValueError(f"round: {round} is not 1 or more")
    accelerated = (rounds + 1) // 2
    if round <= (accelerated + 1) // 2:
        return win
    return win // 2 if round <= accelerated else 0


def bonus(entrants: Iterable[int], last: int, round: int, rounds: int, win: int) -> dict[int, int]:
    """The bonus of `Field` by seed number, of those who have one: all up to `last` (see `last_accelerated`)."""
    points = virtual_points(round, rounds, win)
    return {entrant: points for entrant in sorted(entrants) if entrant <= last} if points else {}
