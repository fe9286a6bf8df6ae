"""Ratings of a whole pool that do not depend on the order of its boards: expectation propagation to convergence.

Live ratings filter: a board is rated by what was known before it, and never again. Here a side has one skill for all
time (no drift), every board is one factor of a graph over all skills, and each is revised in the light of all others
until nothing moves: the fixed point of expectation propagation with a normal belief for every skill (Minka 2001; as in
Dangauthier, Herbrich, Minka, Graepel: TrueSkill Through Time, 2007, without its drift).

The schedule is our own. All boards are revised from the same beliefs, so a sweep does not know their order. Messages
alone would take hundreds of sweeps to carry a mean through the pool: a sweep would move the pool as a whole, or a long
line of neighbours, only a little. So means are not passed on, but solved for jointly, given what boards tell of
differences: what belief propagation would converge to, since its means are exact where it converges (Weiss and Freeman
2001). Precisions are passed as messages, and settle within some ten sweeps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt

from ratings.skill.beliefs import Belief
from ratings.skill.boards import chain
from ratings.skill.comparisons import Chain, Pairs, Skills
from ratings.skill.core import draw_margin
from ratings.skill.network import Network
from ratings.skill.record import Fixed, Record, Successor

# A successor's skill differs from its predecessor's at least by this, in units of the root of the line's sigma: so
# little that no one would notice, but a number that can be divided by.
_LEAST_DELTA = 1e-3
# Means are solved for so much more exactly than they moved in the last sweep, and in the end than the tolerance.
_SOLVED = 1e-3

# With little luck, boards that are all revised together can swing to and fro for ever. A sweep that leaves more than
# this part of the change before it makes all that follow go half the way, which settles them at the same beliefs.
_FALLING, _HALF = 0.9, 0.5

# Called after each sweep with its number, from 1, and the greatest change in it.
Progress = Callable[[int, float], None]


@dataclass(frozen=True, slots=True)
class Settled:
    """The order-free ratings of a pool.

    beliefs    one for each side; a fixed side's is what it was fixed at, and one that never played has its prior
    converged  whether the last change is within the tolerance
    sweeps     how often all boards were revised
    change     the greatest move of a mu or a sigma in the last sweep, in units of its sigma
    """

    beliefs: tuple[Belief, ...]
    converged: bool
    sweeps: int
    change: float


def settle(
    record: Record, *, tolerance: float = 1e-6, max_sweeps: int = 200, progress: Progress | None = None
) -> Settled:
    """Rate all boards of the record at once. Their order, and that of the sides, moves nothing beyond the tolerance."""
    graph = _Graph(record)
    exact = _SOLVED * tolerance
    change, step, sweeps = inf, 1.0, 0
    has_settled = not record.boards
    while not has_settled and sweeps < max_sweeps:
        # While much moves, means need not be exact; but then that little moves says nothing.
        accuracy = max(_SOLVED * min(change, 1.0), exact)
        before, change = change, graph.sweep(accuracy, step)
        if change > _FALLING * before:
            step = _HALF
        has_settled = change <= tolerance and accuracy <= exact
        sweeps += 1
        if progress is not None:
            progress(sweeps, change)
    return Settled(graph.beliefs(), has_settled, sweeps, change if record.boards else 0.0)


class _Graph:
    """All skills of a pool and all that is known of them."""

    def __init__(self, record: Record) -> None:
        self._record = record
        # By node; a side has the node of its own index. None for a successor, of which only its predecessor is known.
        self._priors: list[Belief | None] = [
            None if isinstance(origin, Successor) else origin.belief if isinstance(origin, Fixed) else origin
            for origin in record.origins
        ]
        players = [[self._node(side) for side in board.sides] for board in record.boards]
        lines = [
            (self._node(origin.of), side, max(origin.delta, _LEAST_DELTA * self._ancestor(side).sigma))
            for side in record.descent()
            if isinstance(origin := record.origins[side], Successor)
        ]
        self._network = Network(len(self._priors))
        # Predecessor, successor, variance of their difference, edge; every side after its predecessor.
        self._lines = [(a, b, delta * delta, self._network.edge(a, b)) for a, b, delta in lines]
        self._pairs = Pairs(self._network)
        self._chains = self._enter(players)
        self._own = [0.0 if prior is None else prior.sigma**-2.0 for prior in self._priors]
        self._pulls = [0.0 if prior is None else prior.mu * prior.sigma**-2.0 for prior in self._priors]
        start = [self._ancestor(side).mu for side in range(len(record.origins))]
        self._skills = Skills([*start, *(prior.mu for prior in self._priors[len(start) :] if prior)], list(self._own))
        self._inherit(self._skills.precision)

    def _node(self, side: int) -> int:
        """Where a side stands in the graph. A fixed one is met afresh, with the same belief, every time."""
        origin = self._record.origins[side]
        if not isinstance(origin, Fixed):
            return side
        self._priors.append(origin.belief)
        return len(self._priors) - 1

    def _ancestor(self, side: int) -> Belief:
        """What is believed of the first of a side's line before any board."""
        while isinstance(origin := self._record.origins[side], Successor):
            side = origin.of
        return origin.belief if isinstance(origin, Fixed) else origin

    def _enter(self, players: list[list[int]]) -> list[Chain]:
        """Make the factors: pairs are added to theirs, others are returned."""
        editions, chains = self._record.editions, []
        margins = [draw_margin(parameters) for parameters in editions]
        for board, nodes in zip(self._record.boards, players, strict=True):
            parameters, ranks = editions[board.edition], board.ranks
            entry = chain(len(nodes), ranks, board.order)
            ties = [ranks[left] == ranks[right] for left, right in pairwise(entry)]
            if len(nodes) == 2:
                first, second = entry
                luck = 2.0 * parameters.beta * parameters.beta
                self._pairs.add(nodes[first], nodes[second], ties[0], luck, margins[board.edition])
            else:
                chains.append(Chain(self._network, [nodes[seat] for seat in entry], ties, parameters))
        return chains

    def sweep(self, accuracy: float, step: float) -> float:
        """Revise every board, then all beliefs; accuracy: as for Network.means, step: as for Pairs.revise.

        Returns the greatest change, as much as it would have been by a whole step.
        """
        skills, weights = self._skills, self._network.weights
        skills.gained, skills.scaled_means = list(self._own), list(self._pulls)
        weights[:] = [0.0] * len(weights)
        for _, _, variance, edge in self._lines:
            weights[edge] = 1.0 / variance
        self._pairs.revise(skills, step)
        for board in self._chains:
            board.revise(skills, step)
        self._inherit(skills.gained)
        means = self._network.means(self._own, skills.scaled_means, skills.mean, accuracy)
        change = 0.0
        for before, after, was, now in zip(skills.mean, means, skills.precision, skills.gained, strict=True):
            change = max(change, abs(after - before) * sqrt(now), abs(sqrt(now / was) - 1.0))
        skills.mean, skills.precision = means, skills.gained
        return change / step

    def _inherit(self, precisions: list[float]) -> None:
        """Pass on along lines of versions what boards and priors told of each: up to ancestors, then down."""
        told = [0.0] * len(self._lines)
        for number in range(len(self._lines) - 1, -1, -1):
            older, newer, variance, _ = self._lines[number]
            told[number] = precisions[newer] / (1.0 + variance * precisions[newer])
            precisions[older] += told[number]
        for number, (older, newer, variance, _) in enumerate(self._lines):
            known = precisions[older] - told[number]
            precisions[newer] += known / (1.0 + variance * known)

    def beliefs(self) -> tuple[Belief, ...]:
        """What is believed of each side."""
        return tuple(
            origin.belief if isinstance(origin, Fixed) else Belief(mean, precision**-0.5)
            for origin, mean, precision in zip(
                self._record.origins, self._skills.mean, self._skills.precision, strict=False
            )
        )
