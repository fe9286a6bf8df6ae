"""The means of a Gaussian network of differences, by conjugate gradients.

Unknowns x_i have a normal prior each, and of pairs (a, b) of them x_a - x_b was observed with a normal error. With own
precisions p_i and weights k (precisions of the differences) the joint mean solves (diag(p) + L) x = s, where L is the
Laplacian of the weighted graph: symmetric and positive definite. Conjugate gradients with the diagonal as
preconditioner (Hestenes & Stiefel 1952; Saad, Iterative Methods for Sparse Linear Systems, algorithm 9.1) take few
passes over the edges, also where a long line of nodes hangs together and messages from node to node would crawl.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

# More than any pool needs. Who calls in a loop goes on from where it was left.
_MAX_STEPS = 2_000


class Network:
    """Nodes 0 to `nodes` - 1 and the edges among them, at most one between two.

    weights  the precision with which each edge's difference is known, by the edge's number; to be set by the caller
    """

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.weights: list[float] = []
        self._first: list[int] = []
        self._second: list[int] = []
        self._numbers: dict[int, int] = {}

    def edge(self, a: int, b: int) -> int:
        """The number of the edge between two nodes, a != b; it is made, with weight 0, if there is none."""
        low, high = (a, b) if a < b else (b, a)
        key = low * self.nodes + high
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.weights)
            self.weights.append(0.0)
            self._first.append(low)
            self._second.append(high)
        return number

    def means(
        self, own: Sequence[float], scaled_means: Sequence[float], start: Sequence[float], accuracy: float
    ) -> list[float]:
        """The joint means.

        own           the precision of each node's prior; 0 for none, but not for all nodes of a connected part
        scaled_means  the sum of precision times mean at each node, of its prior and of all its edges
        start         where to begin
        accuracy      by how much a node may be off if its neighbours were right, in units of its own standard
                      deviation if they were known
        """
        edges = list(zip(self._first, self._second, self.weights, strict=True))
        diagonal = list(own)
        for a, b, weight in edges:
            diagonal[a] += weight
            diagonal[b] += weight

        def product(vector: Sequence[float]) -> list[float]:
            found = list(map(mul, own, vector))
            for a, b, weight in edges:
                flow = weight * (vector[a] - vector[b])
                found[a] += flow
                found[b] -= flow
            return found

        inverse = [1.0 / value for value in diagonal]
        least = accuracy * accuracy
        means = list(start)
        residual = [goal - value for goal, value in zip(scaled_means, product(means), strict=True)]
        direction: list[float] = []
        energy = 0.0
        for _ in range(_MAX_STEPS):
            conditioned = list(map(mul, residual, inverse))
            products = list(map(mul, residual, conditioned))
            if max(products, default=0.0) <= least:
                break
            before, energy = energy, sum(products)
            if direction:
                ratio = energy / before
                direction = [c + ratio * d for c, d in zip(conditioned, direction, strict=True)]
            else:
                direction = conditioned
            image = product(direction)
            length = energy / sum(map(mul, direction, image))
            means = [x + length * d for x, d in zip(means, direction, strict=True)]
            residual = [r - length * i for r, i in zip(residual, image, strict=True)]
        return means
