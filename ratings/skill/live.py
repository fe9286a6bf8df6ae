"""Live ratings of a record: its boards one after the other, each rated once by what was known before it."""

from __future__ import annotations

from collections.abc import Sequence

from ratings.skill.beliefs import Belief, Parameters, inherited
from ratings.skill.core import Rater
from ratings.skill.record import Board, Fixed, Record, Successor


class Live:
    """The beliefs about a record's sides after the boards rated so far.

    mu, sigma  by side; sigma is 0 for a side that has not entered yet
    A side enters with its first board: a newcomer with its prior, a successor with what is believed of its predecessor
    at that time (in a ledger it does so as soon as it becomes the active version). A fixed side stays where it is.
    """

    def __init__(self, record: Record, editions: Sequence[Parameters] | None = None) -> None:
        """editions: parameters to rate by in place of the record's own, one for each of them."""
        self._origins = record.origins
        self._editions = record.editions if editions is None else editions
        self._raters = [Rater(parameters) for parameters in self._editions]
        self._fixed = [isinstance(origin, Fixed) for origin in record.origins]
        self.mu, self.sigma = [0.0] * len(record.origins), [0.0] * len(record.origins)

    def enter(self, board: Board) -> None:
        """Let the sides of a board enter that have not yet."""
        sigma = self.sigma
        for side in board.sides:
            if not sigma[side]:
                belief = self._believed(side, self._editions[board.edition].sigma0)
                self.mu[side], sigma[side] = belief.mu, belief.sigma

    def rate(self, board: Board) -> None:
        """Move the beliefs by one board, the sides of which have entered."""
        mu, sigma, rater, sides = self.mu, self.sigma, self._raters[board.edition], board.sides
        if len(sides) == 2:
            a, b = sides
            first, second = board.ranks
            if first > second:
                a, b = b, a
            mus_and_sigmas = rater.two(mu[a], sigma[a], mu[b], sigma[b], first == second)
            if not self._fixed[a]:
                mu[a], sigma[a] = mus_and_sigmas[:2]
            if not self._fixed[b]:
                mu[b], sigma[b] = mus_and_sigmas[2:]
            return
        rated = rater.many([mu[side] for side in sides], [sigma[side] for side in sides], board.ranks, board.order)
        for side, new_mu, new_sigma in zip(sides, *rated, strict=True):
            if not self._fixed[side]:
                mu[side], sigma[side] = new_mu, new_sigma

    def beliefs(self) -> tuple[Belief, ...]:
        """What is believed of each side now; of one that has not entered, what it would enter with now.

        That is under the last edition. Raises IndexError if there is none.
        """
        sigma0 = self._editions[-1].sigma0
        return tuple(self._believed(side, sigma0) for side in range(len(self._origins)))

    def _believed(self, side: int, sigma0: float) -> Belief:
        deltas: list[float] = []
        origin = self._origins[side]
        while not self.sigma[side] and isinstance(origin, Successor):
            deltas.append(origin.delta)
            side, origin = origin.of, self._origins[origin.of]
        if self.sigma[side]:
            belief = Belief(self.mu[side], self.sigma[side])
        else:
            assert not isinstance(origin, Successor)
            belief = origin.belief if isinstance(origin, Fixed) else origin
        # Versions in between that never played add to what may have changed.
        for delta in reversed(deltas):
            belief = inherited(belief, delta, sigma0)
        return belief


def rate_all(record: Record) -> Live:
    """The live ratings after all boards of a record."""
    live = Live(record)
    for board in record.boards:
        live.enter(board)
        live.rate(board)
    return live
