"""How far a small chip walks, and the actions as integers.

An action is one integer, built so that ascending integers are the order of RULES.md: laying the opened card is the
place itself, all others have their kind above two places.
"""

from __future__ import annotations

from collections.abc import Set

from engines.construction.network import PLACES, Network

BIG = PLACES * PLACES  # + to
SMALL = 2 * BIG  # + from * PLACES + to
PLACE = 3 * BIG  # a king's, + to; + 0 without a walk
DISCARD = 4 * BIG


def walks(network: Network, start: int, barred: Set[int]) -> tuple[int, ...]:
    """Where a small chip gets in 1 to 3 steps along distinct cards, whatever card is opened; ascending.

    No card passed over ranks higher than the destination, and none, the destination included, is in ``barred``. What is
    left to ask is whether the opened card's rank reaches the destination's.
    """
    near, ranks = network.near, network.ranks
    # Paths need not be kept from crossing themselves: what a card entered twice leads to, a shorter path leads to.
    ones = sorted([(ranks[place], place) for place in near[start] if place not in barred])
    found = {place for _, place in ones}
    seen = found | barred
    seen.add(start)
    twos = []
    for passed, one in ones:
        # The lowest first: so each second card is first met over the lowest that leads to it.
        for two in near[one]:
            if two not in seen:
                seen.add(two)
                rank = ranks[two]
                if rank >= passed:
                    found.add(two)
                    twos.append((rank, two))
                else:
                    twos.append((passed, two))
    # None of these is beside the start, so that no third card is the start.
    for passed, two in twos:
        found.update([three for three in near[two] if ranks[three] >= passed])
    found -= barred
    return tuple(sorted(found))


def strolls(network: Network, start: int, barred: Set[int]) -> list[int]:
    """Where a small chip gets in 1 to 3 steps along distinct cards without any test of ranks; ascending."""
    near = network.near
    seen = {start}
    edge = [start]
    for _ in range(3):
        step = []
        for place in edge:
            for other in near[place]:
                if other not in seen and other not in barred:
                    seen.add(other)
                    step.append(other)
        edge = step
    seen.remove(start)
    return sorted(seen)
