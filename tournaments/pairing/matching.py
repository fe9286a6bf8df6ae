"""Perfect matchings of least cost, the same on every run, by the blossom algorithm of rustworkx."""

from collections.abc import Iterable, Sequence

import rustworkx

_TIE_BITS = 32
# rustworkx computes in signed 128-bit integers and forms sums of four weights.
_WEIGHT_BITS = 124

Cost = tuple[tuple[int, int], ...]
"""What a pair costs: (level, amount) in ascending order of levels, amounts greater than 0; what is not there is 0."""
Edge = tuple[int, int, Cost]


def cheapest(nodes: int, edges: Sequence[Edge], *, strict: bool = True) -> list[tuple[int, int]] | None:
    """The perfect matching of nodes 0 .. nodes - 1 whose summed cost is least, or None if there is no perfect one.

    edges   (a, b, cost), a < b: each pair at most once; costs are added up level by level and compared
            lexicographically, level 0 first. There may be any number of levels.
    strict  whether all levels must be compared; if not, only as many as can be
    Returns pairs (a, b) with a < b, ascending.

    Costs are folded into one weight, as many levels at a time as 124 bits hold. A level once known needs no more room
    than the total it has in the best matching; pairs that cost more there are left out from then on.

    Among matchings of equal cost the one is taken that a fixed mixing of the node numbers prefers: what the library
    returns among equals is not promised to be the same on every run. The mixing makes equals as good as impossible
    (isolation lemma: at most len(edges) / 2**32).
    Raises OverflowError where costs are too great to be compared exactly.
    """
    if nodes % 2:
        return None
    known: list[int] = []
    while True:
        levels = max(len(known), 1 + max((cost[-1][0] for _, _, cost in edges if cost), default=-1))
        bounds = known + _bounds(edges, len(known), levels)
        end = len(known)
        while end < levels:
            room = _room(bounds[: end + 1], nodes, tie=not strict or end + 1 == levels)
            if room.bit_length() > _WEIGHT_BITS:
                break
            end += 1
        if end == len(known) < levels:
            if strict:
                raise OverflowError(
                    f"costs of {room.bit_length()} bits; at most {_WEIGHT_BITS} can be compared exactly"
                )
            levels = end
        last = end == levels
        units = _units(bounds[:end], nodes // 2 << _TIE_BITS if last else 1)
        weighted = (
            (a, b, sum([units[level] * amount for level, amount in cost if level < end]) + (_tie(a, b) if last else 0))
            for a, b, cost in edges
        )
        matching = _lightest(nodes, weighted)
        if matching is None or last:
            return matching
        costs = {(a, b): cost for a, b, cost in edges}
        totals = [0] * levels
        for pair in matching:
            for level, amount in costs[pair]:
                totals[level] += amount
        fresh = range(len(known), end)
        known += totals[len(known) : end]
        edges = [edge for edge in edges if all(n not in fresh or amount <= known[n] for n, amount in edge[2])]


def _lightest(nodes: int, weighted: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, -weight) for a, b, weight in weighted])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) != nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in matching)


def largest(nodes: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """A matching of as many pairs (a, b) as possible, ascending, the same on every run."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, -_tie(a, b)) for a, b in pairs])
    return sorted(
        (min(pair), max(pair)) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    )


def _bounds(edges: Sequence[Edge], start: int, end: int) -> list[int]:
    """For the levels from `start` to `end` what no matching exceeds: every node is the first of one pair at most, and
    the second of one.
    """
    greatest: list[tuple[dict[int, int], dict[int, int]]] = [({}, {}) for _ in range(start, end)]
    for a, b, cost in edges:
        for level, amount in cost:
            if level >= start:
                first, second = greatest[level - start]
                if amount > first.get(a, 0):
                    first[a] = amount
                if amount > second.get(b, 0):
                    second[b] = amount
    return [min(sum(first.values()), sum(second.values())) for first, second in greatest]


def _room(bounds: Sequence[int], nodes: int, *, tie: bool) -> int:
    room = nodes // 2 << _TIE_BITS if tie else 1
    for bound in bounds:
        room *= bound + 1
    return room


def _units(bounds: Sequence[int], least: int) -> list[int]:
    """What 1 at each level weighs: more than all that the levels after it can come to in the best matching."""
    units = [0] * len(bounds)
    for level in reversed(range(len(bounds))):
        units[level] = least
        least *= bounds[level] + 1
    return units


def _tie(a: int, b: int) -> int:
    """32 bits that look random (the finaliser of SplitMix64), symmetric in a and b."""
    mixed = (min(a, b) << 32) + max(a, b) + 0x9E3779B97F4A7C15
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ (mixed >> 31)) >> (64 - _TIE_BITS)
