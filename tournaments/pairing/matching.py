"""Perfect matchings of least cost, the same on every run, by the blossom algorithm of rustworkx."""

from collections.abc import Sequence
from operator import mul

import rustworkx

_TIE_BITS = 32
# rustworkx computes in signed 128-bit integers and forms sums of four weights.
_WEIGHT_BITS = 124

Edge = tuple[int, int, tuple[int, ...]]


def cheapest(nodes: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """The perfect matching of nodes 0 .. nodes - 1 whose summed cost is least, or None if there is no perfect one.

    edges   (a, b, cost): each pair at most once; costs are tuples of non-negative integers, all of one length, added
            up element by element and compared lexicographically
    Returns pairs (a, b) with a < b, ascending.

    Among matchings of equal cost the one is taken that a fixed mixing of the node numbers prefers: what the library
    returns among equals is not promised to be the same on every run. The mixing makes equals as good as impossible
    (isolation lemma: at most len(edges) / 2**32).
    Raises OverflowError where costs are too great to be compared exactly.
    """
    if not edges:
        return None if nodes else []
    levels = len(edges[0][2])
    unit = nodes // 2 * (1 << _TIE_BITS)
    units = [0] * levels
    for level in reversed(range(levels)):
        units[level] = unit
        greatest = max(edge[2][level] for edge in edges)
        unit *= (greatest + 1) if level == 0 else nodes // 2 * greatest + 1
    if unit.bit_length() > _WEIGHT_BITS:
        raise OverflowError(f"costs of {unit.bit_length()} bits; at most {_WEIGHT_BITS} can be compared exactly")
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    weighted = ((a, b, _tie(a, b) + sum(map(mul, cost, units))) for a, b, cost in edges)
    graph.add_edges_from([(a, b, -weight) for a, b, weight in weighted])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) != nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in matching)


def _tie(a: int, b: int) -> int:
    """32 bits that look random (the finaliser of SplitMix64), symmetric in a and b."""
    mixed = (min(a, b) << 32) + max(a, b) + 0x9E3779B97F4A7C15
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ (mixed >> 31)) >> (64 - _TIE_BITS)
