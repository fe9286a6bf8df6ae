"""The matching against all matchings there are, and the same on every run."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.matching import Cost, Edge, cheapest, largest


def matchings(nodes: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of nodes."""
    if not nodes:
        yield []
        return
    first, *others = nodes
    for other in others:
        for rest in matchings([node for node in others if node != other]):
            yield [(first, other), *rest]


def sparse(amounts: tuple[int, ...]) -> Cost:
    return tuple((level, amount) for level, amount in enumerate(amounts) if amount)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, dict[tuple[int, int], tuple[int, ...]]]:
    """Costs of up to 40 levels, which are more than one weight can hold."""
    nodes = draw(st.sampled_from([2, 4, 6, 8]))
    pairs = [(a, b) for a in range(nodes) for b in range(a + 1, nodes)]
    levels = draw(st.sampled_from([0, 1, 3, 40]))
    greatest = draw(st.sampled_from([1, 3, 10**9]))
    cost = st.tuples(*[st.sampled_from([0, 0, 1, greatest])] * levels)
    return nodes, {pair: draw(cost) for pair in draw(st.lists(st.sampled_from(pairs), unique=True))}


@given(graphs())
def test_it_is_the_cheapest_of_all(graph: tuple[int, dict[tuple[int, int], tuple[int, ...]]]) -> None:
    nodes, costs = graph
    edges = [(a, b, sparse(cost)) for (a, b), cost in costs.items()]

    def total(matching: list[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(costs[pair] for pair in matching), strict=True)))

    perfect = [total(matching) for matching in matchings(list(range(nodes))) if costs.keys() >= set(matching)]
    found = cheapest(nodes, edges, strict=False)
    assert (found is None) == (not perfect)
    if found is None:
        return
    # Two levels always fit: here one takes 33 bits, and ties 35.
    assert total(found)[:2] == min(perfect)[:2]
    with suppress(OverflowError):
        assert total(cheapest(nodes, edges) or []) == min(perfect)
        assert cheapest(nodes, edges[::-1]) == cheapest(nodes, edges)


@given(graphs())
def test_the_largest_is_as_large_as_any(graph: tuple[int, dict[tuple[int, int], tuple[int, ...]]]) -> None:
    nodes, costs = graph
    found = largest(nodes, costs)
    assert found == largest(nodes, list(costs)[::-1])
    assert costs.keys() >= set(found)
    assert len(found) == max(len(costs.keys() & set(matching)) for matching in matchings(list(range(nodes))))


def test_among_equals_the_order_of_edges_does_not_matter() -> None:
    edges: list[Edge] = [(a, b, ()) for a in range(40) for b in range(a + 1, 40)]
    assert cheapest(40, edges) == cheapest(40, edges[::-1]) == cheapest(40, sorted(edges, key=lambda edge: edge[1]))


def test_nothing_to_pair() -> None:
    assert cheapest(0, []) == []
    assert cheapest(2, []) is None
    assert cheapest(3, [(0, 1, ()), (1, 2, ())]) is None


def test_it_rejects_costs_beyond_exact_comparison() -> None:
    assert cheapest(2, [(0, 1, ((0, 1 << 60),))]) == [(0, 1)]
    with pytest.raises(OverflowError, match="costs of 133 bits; at most 124 can be compared exactly"):
        cheapest(2, [(0, 1, ((0, 1 << 100),))])
    assert cheapest(2, [(0, 1, ((0, 1 << 100),))], strict=False) == [(0, 1)]
