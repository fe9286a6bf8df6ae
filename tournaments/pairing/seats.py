"""Who of two sits first: in turn, and where it matters so that nobody has one seat too often."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.floats import Pair, SeatCosts

Had = Mapping[int, Sequence[int]]
"""The seats (0 is the first) that everyone has had, in the order of rounds."""


def balance(had: Sequence[int]) -> int:
    """How much oftener the first seat was had than the second."""
    return len(had) - 2 * sum(had)


def preferred(had: Sequence[int]) -> int | None:
    """The seat that one should have next: that had less often, else that not had last; None without a past."""
    if not had:
        return None
    if balanced := balance(had):
        return int(balanced > 0)
    return 1 - had[-1]


def seat_costs(had: Had) -> SeatCosts:
    """Costs of a pair, the less the better: how many of the two would have the same seat for the third time running;
    how many would have had the seat they get more than two times oftener than the other; how many do not get the
    seat they prefer. They sit as costs least.
    """

    def costs(a: int, b: int) -> tuple[int, ...]:
        return min(_costs(had[a], had[b]), _costs(had[b], had[a]))

    return costs


def _costs(first: Sequence[int], second: Sequence[int]) -> tuple[int, int, int]:
    return (
        (tuple(first[-2:]) == (0, 0)) + (tuple(second[-2:]) == (1, 1)),
        (balance(first) >= 2) + (balance(second) <= -2),
        (preferred(first) == 1) + (preferred(second) == 0),
    )


def seated(pair: Pair, had: Had, round_: int) -> Pair:
    """The pair in seat order: the first seat goes to who has had it less often in balance with the second, then to
    who sat second when the two last sat differently, then to the higher if its seed and the round make an even sum.
    """
    a, b = pair
    balances = [balance(had[entrant]) for entrant in pair]
    if balances[0] != balances[1]:
        return (a, b) if balances[0] < balances[1] else (b, a)
    for seat_a, seat_b in zip(reversed(had[a]), reversed(had[b]), strict=False):
        if seat_a != seat_b:
            return (a, b) if seat_a > seat_b else (b, a)
    return (a, b) if (a + round_) % 2 == 0 else (b, a)


def balanced(pair: Pair, had: Had, round_: int) -> Pair:
    """The pair in seat order as `seat_costs` has it; among equals as `seated`."""
    a, b = pair
    one, other = _costs(had[a], had[b]), _costs(had[b], had[a])
    if one != other:
        return (a, b) if one < other else (b, a)
    return seated(pair, had, round_)
