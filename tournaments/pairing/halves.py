"""Pairs in a score group: the upper half meets the lower half in order of seed."""

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from tournaments.pairing.floats import Pair, SeatCosts, no_seats
from tournaments.pairing.forbidden import Bans
from tournaments.pairing.matching import Edge, cheapest

# Groups of more are changed only near the pairs that a ban breaks up.
_WHOLE = 96
# Of larger ones, if they are broken up everywhere, the halves are paired block by block.
_SEARCHED = 400
# How far to either side of such a pair, at first.
_AROUND = 8
# A search is given up that has found nothing among so many pairs.
_DENSE = 200_000
# Where seats matter, as many of the upper half are paired at once.
_BLOCK = 32


def halves(group: Sequence[int], bans: Bans, seats: SeatCosts | None = None) -> list[Pair] | None:
    """The best pairs, the higher seed first, of an even group in order of seed, or None if one would need a ban.

    Best: least costs of seats, if these matter, then the least sum of squares of how far the distance of two in the
    group is from half the group: 1 meets n/2 + 1, 2 meets n/2 + 2.

    Where seats matter, a group of more than twice `_BLOCK` is paired block by block: the same places of the upper and
    the lower half together. So is one of more than 400 of which most pairs at half the group's distance are banned.
    """
    half = len(group) // 2
    if seats is not None:
        return _blocks(group, bans, seats)
    broken = [place for place in range(half) if group[place + half] in bans[group[place]]]
    if not broken:
        return _across(group, half)
    if len(group) > _WHOLE:
        return _mended(group, bans, broken)
    return _searched(group, bans)


def deviation(a: int, b: int, half: int) -> int:
    """The square of how far places a < b are from meeting half a group apart."""
    return (b - a - half) ** 2


def _across(group: Sequence[int], half: int) -> list[Pair]:
    return [(group[place], group[place + half]) for place in range(half)]


def _searched(group: Sequence[int], bans: Bans) -> list[Pair] | None:
    """The best of all. No pair of it deviates by more than the root of the least sum, nor of any sum found."""
    half = len(group) // 2
    width = 4
    while True:
        edges = [
            (a, b, _cost(deviation(a, b, half)))
            for a in range(len(group))
            for b in range(max(a + 1, a + half - width), min(len(group), a + half + width + 1))
            if group[b] not in bans[group[a]]
        ]
        matching = cheapest(len(group), edges)
        enough = isqrt(sum(deviation(a, b, half) for a, b in matching)) if matching else 2 * width
        if width >= (enough if matching else half):
            break
        if matching is None and len(group) * width > _DENSE:
            return None
        width = enough
    return None if matching is None else [(group[a], group[b]) for a, b in matching]


def _mended(group: Sequence[int], bans: Bans, broken: Sequence[int]) -> list[Pair] | None:
    """The best of all for a large group, of which only the surroundings of broken pairs are searched.

    Put the places on a circle; those half the group apart lie opposite each other. The best pairing differs from that
    of all opposites by cycles. One that reaches over a distance d costs at least d, for each of its pairs costs at
    least as much as it turns. So if every stretch around broken pairs can be mended within itself at a cost of at most
    `around`, its reach to either side, no cycle that goes beyond any stretch is worth it.
    """
    half = len(group) // 2
    around = _AROUND
    while True:
        stretches = _stretches(broken, half, around)
        if stretches is None:
            return _searched(group, bans) if len(group) <= _SEARCHED else _blocks(group, bans, no_seats)
        pairs = {place: (place, place + half) for place in range(half)}
        dearest = 0
        for start, length in stretches:
            turned = [(start + step) % half for step in range(length)]
            places = sorted([*turned, *(place + half for place in turned)])
            edges = [
                (i, j, _cost(deviation(a, b, half)))
                for i, a in enumerate(places)
                for j, b in enumerate(places[i + 1 :], i + 1)
                if abs(b - a - half) <= around and group[b] not in bans[group[a]]
            ]
            matching = cheapest(len(places), edges)
            if matching is None:
                dearest = around + 1
                break
            for place in turned:
                del pairs[place]
            mended = [(places[i], places[j]) for i, j in matching]
            dearest = max(dearest, sum(deviation(a, b, half) for a, b in mended))
            pairs |= {half + a: (a, b) for a, b in mended}
        if dearest <= around:
            return [(group[a], group[b]) for a, b in sorted(pairs.values())]
        around = max(2 * around, min(dearest, half))


def _stretches(broken: Sequence[int], half: int, around: int) -> list[tuple[int, int]] | None:
    """(start, length) of stretches of the circle of opposites around broken ones, apart from each other; None if
    they leave less than half of it.
    """
    found: list[list[int]] = []
    for place in broken:
        if found and place - around <= found[-1][1] + 1:
            found[-1][1] = place + around
        else:
            found.append([place - around, place + around])
    if len(found) > 1 and found[0][0] + half <= found[-1][1] + 1:
        found[0][0] = found.pop()[0] - half
    if 2 * sum(end - start + 1 for start, end in found) > half:
        return None
    return [(start, end - start + 1) for start, end in found]


def _blocks(group: Sequence[int], bans: Bans, seats: SeatCosts) -> list[Pair] | None:
    half, size = len(group) // 2, _BLOCK
    while True:
        count = max(1, -(-half // size))
        cuts = [number * half // count // 2 * 2 for number in range(count)] + [half]
        blocks = [_block(group, start, end, bans, seats) for start, end in pairwise(cuts)]
        pairs = [pair for block in blocks if block is not None for pair in block]
        if 2 * len(pairs) == len(group):
            return pairs
        if count == 1:
            return None
        size *= 2


def _block(group: Sequence[int], start: int, end: int, bans: Bans, seats: SeatCosts) -> list[Pair] | None:
    half = len(group) // 2
    places = [*range(start, end), *range(start + half, end + half)]
    edges: list[Edge] = []
    for i, a in enumerate(places):
        for j, b in enumerate(places[i + 1 :], i + 1):
            if group[b] not in bans[group[a]]:
                amounts = (*seats(group[a], group[b]), deviation(a, b, half))
                edges.append((i, j, tuple((level, amount) for level, amount in enumerate(amounts) if amount)))
    matching = cheapest(len(places), edges)
    return None if matching is None else [(group[places[i]], group[places[j]]) for i, j in matching]


def _cost(amount: int) -> tuple[tuple[int, int], ...]:
    return ((0, amount),) if amount else ()
