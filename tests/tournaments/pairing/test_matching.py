"""The matching against all matchings there are, and the same on every run."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.matching import Edge, cheapest


def matchings(nodes: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of nodes."""
    if not nodes:
        yield []
        return
    first, *others = nodes
    for other in others:
        for rest in matchings([node for node in others if node != other]):
            yield [(first, other), *rest]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Edge]]:
    nodes = draw(st.sampled_from([2, 4, 6, 8]))
    pairs = [(a, b) for a in range(nodes) for b in range(a + 1, nodes)]
    cost = st.tuples(st.integers(0, 1), st.integers(0, 10**9), st.integers(0, 3))
    return nodes, [(a, b, draw(cost)) for a, b in draw(st.lists(st.sampled_from(pairs), unique=True))]


@given(graphs())
def test_it_is_the_cheapest_of_all(graph: tuple[int, list[Edge]]) -> None:
    nodes, edges = graph
    costs = {(a, b): cost for a, b, cost in edges}

    def total(matching: list[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(costs[pair] for pair in matching), strict=True)))

    perfect = [total(matching) for matching in matchings(list(range(nodes))) if costs.keys() >= set(matching)]
    found = cheapest(nodes, edges)
    assert (found is None) == (not perfect)
    if found is not None:
        assert total(found) == min(perfect)
        assert found == cheapest(nodes, edges[::-1])


def test_among_equals_the_order_of_edges_does_not_matter() -> None:
    edges: list[Edge] = [(a, b, (0,)) for a in range(40) for b in range(a + 1, 40)]
    assert cheapest(40, edges) == cheapest(40, edges[::-1]) == cheapest(40, sorted(edges, key=lambda edge: edge[1]))


def test_nothing_to_pair() -> None:
    assert cheapest(0, []) == []
    assert cheapest(2, []) is None
    assert cheapest(3, [(0, 1, (0,)), (1, 2, (0,))]) is None


def test_it_rejects_costs_beyond_exact_comparison() -> None:
    assert cheapest(2, [(0, 1, (1 << 60,))]) == [(0, 1)]
    with pytest.raises(OverflowError, match="at most 124 can be compared"):
        cheapest(2, [(0, 1, (1 << 100,))])
