"""Joint means by conjugate gradients, against elimination."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill.network import Network
from tests.ratings.skill.slow_batch import inverse

positive = st.floats(0.01, 100.0)


def test_there_is_one_edge_between_two() -> None:
    network = Network(4)
    assert [network.edge(0, 1), network.edge(2, 1), network.edge(1, 0), network.edge(1, 2)] == [0, 1, 0, 1]
    assert network.weights == [0.0, 0.0]


@given(st.data())
def test_it_equals_elimination(data: st.DataObject) -> None:
    nodes = data.draw(st.integers(1, 7))
    network = Network(nodes)
    own = data.draw(st.lists(positive, min_size=nodes, max_size=nodes))
    matrix = [[own[i] if i == j else 0.0 for j in range(nodes)] for i in range(nodes)]
    node = st.integers(0, nodes - 1)
    for a, b, weight in data.draw(st.lists(st.tuples(node, node, positive), max_size=12)):
        if a != b:
            network.weights[network.edge(a, b)] += weight
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                matrix[i][j] += sign * weight
    values = st.lists(st.floats(-100.0, 100.0), min_size=nodes, max_size=nodes)
    goal, start = data.draw(values), data.draw(values)
    expected = [sum(x * y for x, y in zip(row, goal, strict=True)) for row in inverse(matrix)]
    assert network.means(own, goal, start, 1e-10) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_a_long_line_held_at_one_end() -> None:
    nodes = 300
    network = Network(nodes)
    for node in range(nodes - 1):
        network.weights[network.edge(node, node + 1)] = 1.0
    # 1 is pulled at with force 1 at the far end: every link stretches by 1
    means = network.means([1.0] + [0.0] * (nodes - 1), [0.0] * (nodes - 1) + [1.0], [0.0] * nodes, 1e-12)
    assert means == pytest.approx(list(range(1, nodes + 1)), rel=1e-9)


def test_what_is_at_rest_stays() -> None:
    network = Network(2)
    network.weights[network.edge(0, 1)] = 2.0
    assert network.means([1.0, 1.0], [3.0, 3.0], [3.0, 3.0], 1e-12) == [3.0, 3.0]
