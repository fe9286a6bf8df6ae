"""Boards as factors of a pool's graph: what each tells of the skills of those who met, given the rest of the graph.

What a board tells is kept in two forms. *Sites*: with what precision (weight) it knows the difference of two skills,
and how it pulls at each side's precision times mean; the joint means of all skills follow from them (`Network.means`).
*Messages*: the precision that each side's own belief gains. A revision takes each side's belief, takes away what the
board itself told before (the cavity), rates the board afresh with no drift, and leaves both forms anew.

Messages and weights are never negative: the likelihood of a board is log-concave in the skills, and its moments come
from `truncated` without differences of precisions. So a cavity is never worse known than the prior.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import sqrt
from operator import mul

from ratings.skill.beliefs import Parameters
from ratings.skill.core import draw_margin
from ratings.skill.network import Network
from ratings.skill.truncated import moments_above, moments_between


class Skills:
    """What is believed of each node's skill, and the sums from which the next beliefs come.

    mean, precision  of each node now
    gained           by node: prior and messages of this revision, as precisions
    scaled_means     by node: precision times mean of prior and sites of this revision
    """

    __slots__ = ("gained", "mean", "precision", "scaled_means")

    def __init__(self, mean: Sequence[float], precision: Sequence[float]) -> None:
        self.mean, self.precision = list(mean), list(precision)
        self.gained, self.scaled_means = list(precision), [0.0] * len(self.mean)


class Pairs:
    """All boards of two sides, as flat lists."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._first: list[int] = []
        self._second: list[int] = []
        self._edges: list[int] = []
        self._ties: list[bool] = []
        self._luck: list[float] = []
        self._margins: list[float] = []
        # Sites: the weight, and the pull towards the first where the difference is 0. Messages: to first and second.
        self._weights: list[float] = []
        self._pulls: list[float] = []
        self._to_first: list[float] = []
        self._to_second: list[float] = []

    def add(self, first: int, second: int, tie: bool, luck: float, margin: float) -> None:
        """A board that `first` has won or that was a tie; luck = 2 beta^2 and the draw margin it was rated with."""
        self._first.append(first)
        self._second.append(second)
        self._edges.append(self._network.edge(first, second))
        self._ties.append(tie)
        self._luck.append(luck)
        self._margins.append(margin)
        for values in (self._weights, self._pulls, self._to_first, self._to_second):
            values.append(0.0)

    def revise(self, skills: Skills, step: float) -> None:
        """Revise every board, and add what they tell to the sums of `skills` and the weights of the network.

        step: how far what was told before moves towards what is told now; 1 replaces it
        With a and b the cavities of the two sides, c^2 = 2 beta^2 + v_a + v_b, v and w the moments of the outcome and
        l = 1 - w, the messages are w / (c^2 - v_a w) and w / (c^2 - v_b w), the weight w / (c^2 - (v_a + v_b) w), here
        written without the difference, and the force v / c pulls the two means apart.
        """
        mean, precision = skills.mean, skills.precision
        gained, scaled, total = skills.gained, skills.scaled_means, self._network.weights
        weights, pulls, to_first, to_second = self._weights, self._pulls, self._to_first, self._to_second
        boards = zip(self._first, self._second, self._edges, self._ties, self._luck, self._margins, strict=True)
        for i, (a, b, edge, tie, luck, margin) in enumerate(boards):
            v_a, v_b = 1.0 / (precision[a] - to_first[i]), 1.0 / (precision[b] - to_second[i])
            gap = mean[a] - mean[b]
            own = v_a + v_b
            gap -= own * (pulls[i] - weights[i] * gap)
            c = sqrt(luck + own)
            v, left = moments_between(gap / c, margin / c) if tie else moments_above((gap - margin) / c)
            w, force = 1.0 - left, v / c
            weight = w / (luck + own * left)
            pull = force + weight * (gap + own * force)
            first, second = w / (luck + v_b + v_a * left), w / (luck + v_a + v_b * left)
            if step < 1.0:
                weight = weights[i] + step * (weight - weights[i])
                pull = pulls[i] + step * (pull - pulls[i])
                first = to_first[i] + step * (first - to_first[i])
                second = to_second[i] + step * (second - to_second[i])
            weights[i], pulls[i], to_first[i], to_second[i] = weight, pull, first, second
            gained[a] += first
            gained[b] += second
            scaled[a] += pull
            scaled[b] -= pull
            total[edge] += weight


class Chain:
    """A board of three to eight sides: performances from best to worst, each compared with the next.

    Its messages run along the chain once in a revision, from what they were in the last one, so they stand still
    together with the beliefs.
    """

    def __init__(self, network: Network, nodes: Sequence[int], ties: Sequence[bool], parameters: Parameters) -> None:
        """nodes: from best to worst; ties: whether each but the last tied with the next."""
        self._network = network
        self._nodes, self._ties = nodes, ties
        self._noise, self._margin = parameters.beta * parameters.beta, draw_margin(parameters)
        self._pairs = list(combinations(range(len(nodes)), 2))
        self._edges = [network.edge(nodes[i], nodes[j]) for i, j in self._pairs]
        # Sites of the whole board, as in Pairs.
        self._weights, self._pulls = [0.0] * len(self._pairs), [0.0] * len(nodes)
        self._messages = [0.0] * len(nodes)
        # What each comparison last told the difference of its two performances: precision, and that times the mean.
        self._told, self._told_pull = [0.0] * len(ties), [0.0] * len(ties)

    def revise(self, skills: Skills, step: float) -> None:
        """As Pairs.revise, for one board."""
        variances, means = self._cavities(skills)
        heard = self._listen(variances, [left - right for left, right in pairwise(means)])
        before = (self._messages, self._weights, self._pulls)
        self._messages = [precision / (1.0 + self._noise * precision) for precision in heard]
        self._simplify()
        if step < 1.0:
            self._messages, self._weights, self._pulls = (
                [old + step * (new - old) for old, new in zip(*values, strict=True)]
                for values in zip(before, (self._messages, self._weights, self._pulls), strict=True)
            )
        for node, message, pull in zip(self._nodes, self._messages, self._pulls, strict=True):
            skills.gained[node] += message
            skills.scaled_means[node] += pull
        for edge, weight in zip(self._edges, self._weights, strict=True):
            self._network.weights[edge] += weight

    def _cavities(self, skills: Skills) -> tuple[list[float], list[float]]:
        """Variance and mean of each side's skill without this board."""
        at = [skills.mean[node] for node in self._nodes]
        forces = list(self._pulls)
        for (i, j), weight in zip(self._pairs, self._weights, strict=True):
            force = weight * (at[i] - at[j])
            forces[i] -= force
            forces[j] += force
        variances = [
            1.0 / (skills.precision[node] - told) for node, told in zip(self._nodes, self._messages, strict=True)
        ]
        return variances, [x - v * force for x, v, force in zip(at, variances, forces, strict=True)]

    def _listen(self, variances: list[float], gaps: list[float]) -> list[float]:
        """Make every comparison again, best first, and give the precision that each performance is told by all.

        gaps: the cavity's mean of each side but the last less that of the next
        Pulls are relative to the cavity's mean, as in core.Rater, where the algebra is explained.
        """
        own = [1.0 / (variance + self._noise) for variance in variances]
        before, before_pull = [0.0] * len(own), [0.0] * len(own)
        after, after_pull = self._backwards(own, gaps)
        for i, tie in enumerate(self._ties):
            j = i + 1
            a, b = 1.0 / (own[i] + before[i]), 1.0 / (own[j] + after[j])
            from_a, from_b = before_pull[i] * a, after_pull[j] * b
            variance = a + b
            d = sqrt(variance)
            gap = gaps[i] + from_a - from_b
            margin = self._margin
            v, left = moments_between(gap / d, margin / d) if tie else moments_above((gap - margin) / d)
            w, push = 1.0 - left, d * v
            scale, known = variance * left, a + left * b
            self._told[i], self._told_pull[i] = w / scale, (gap * w + push) / scale
            before[j], before_pull[j] = w / known, (w * from_b - push) / known
        after, _ = self._backwards(own, gaps)
        return [left + right for left, right in zip(before, after, strict=True)]

    def _backwards(self, own: list[float], gaps: list[float]) -> tuple[list[float], list[float]]:
        """What each performance is told by its comparison with the next, from what comparisons told last."""
        after, after_pull = [0.0] * len(own), [0.0] * len(own)
        for i in range(len(gaps) - 1, -1, -1):
            known = own[i + 1] + after[i + 1]
            share = known / (self._told[i] + known)
            after[i] = self._told[i] * share
            after_pull[i] = after[i] * (after_pull[i + 1] / known - gaps[i]) + self._told_pull[i] * share
        return after, after_pull

    def _simplify(self) -> None:
        """Sites between the skills alone from what comparisons told: performances are eliminated.

        With Q the Laplacian of the chain weighted by `told`, skills are known to each other by Q (I + beta^2 Q)^-1, a
        Laplacian too, and pulled by (I + beta^2 Q)^-1 times the pulls on performances. The inverse is that of a ladder
        of resistors: by the conductance to the ground to the left and to the right of each node, nothing cancels.
        """
        sides = len(self._nodes)
        rungs = [self._noise * told for told in self._told]
        left, right = [0.0] * sides, [0.0] * sides
        for i, rung in enumerate(rungs):
            left[i + 1] = rung * (1.0 + left[i]) / (1.0 + left[i] + rung)
        for i in range(sides - 2, -1, -1):
            right[i] = rungs[i] * (1.0 + right[i + 1]) / (1.0 + right[i + 1] + rungs[i])
        outer = [0.0, *self._told_pull, 0.0]
        given = [outer[i + 1] - outer[i] for i in range(sides)]
        inverse = [[0.0] * sides for _ in range(sides)]
        for j in range(sides):
            response = inverse[j][j] = 1.0 / (1.0 + left[j] + right[j])
            for i in range(j - 1, -1, -1):
                response *= rungs[i] / (1.0 + left[i] + rungs[i])
                inverse[i][j] = inverse[j][i] = response
        self._weights = [inverse[i][j] / self._noise for i, j in self._pairs]
        self._pulls = [sum(map(mul, row, given)) for row in inverse]
