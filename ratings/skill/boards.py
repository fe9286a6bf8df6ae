"""Which boards can be rated, and the chain in which their sides are compared."""

from __future__ import annotations

from collections.abc import Sequence

MIN_SIDES, MAX_SIDES = 2, 8


def chain(sides: int, ranks: Sequence[int], order: Sequence[int] | None = None) -> list[int]:
    """The indices of the sides from the best rank to the worst, each of which is compared with the next.

    ranks       the rank of each side, the least is best, equal ranks tie
    order       a permutation of the indices: tied sides stand in the chain in this order; None for the order given
    Raises ValueError if the sides are not two to eight, the lengths disagree, or `order` is no permutation.
    """
    if not MIN_SIDES <= sides <= MAX_SIDES:
        raise ValueError(f"board: {sides} sides are not {MIN_SIDES} to {MAX_SIDES}")
    if len(ranks) != sides:
        raise ValueError(f"ranks: {len(ranks)} ranks for {sides} sides")
    entry = list(range(sides) if order is None else order)
    if order is not None and sorted(entry) != list(range(sides)):
        raise ValueError(f"order: {entry} is not a permutation of 0 to {sides - 1}")
    entry.sort(key=ranks.__getitem__)  # keeps the order of what ties
    return entry
