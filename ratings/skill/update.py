"""How one board moves the beliefs about its sides: TrueSkill for a free-for-all of two to eight, with ties.

The factor graph and its schedule (at most 10 sweeps, until no message moves by more than 1e-4) are those of the
`trueskill` package, 0.4.5, and part of the definition. Its statistics are not: its erfc is good to 3e-6 only, and
beyond 38 standard deviations it gives up with FloatingPointError. They are replaced by exact ones, so a far upset,
a far draw and a far expected win are rated like any other board: an expected win that far out tells nothing, mu
stays and sigma grows by tau alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Self

from ratings.skill.beliefs import Belief, Parameters
from ratings.skill.boards import chain
from ratings.skill.truncated import density, moments_above, moments_between, probability_below

with warnings.catch_warnings():
    # The package's docstrings hold escapes that Python 3.12 and later warn of when they are compiled.
    warnings.simplefilter("ignore", SyntaxWarning)
    warnings.simplefilter("ignore", DeprecationWarning)
    import trueskill

# Raised by any change that moves a posterior by more than 1e-9. Ledger rows carry it.
ALGORITHM_VERSION = 1


class _Lost(float):
    """A w that knows what it leaves: the package takes `1. - w`, and a w near 1 holds few digits of that.

    The package divides precisions by it, subtracts them, and stops when they move by no more than 1e-8. So what is left
    is given to full precision, but not below 1e-12, where the subtraction would leave nothing.
    """

    __slots__ = ("left",)
    left: float

    def __new__(cls, left: float) -> Self:
        kept = max(left, 1e-12)
        lost = super().__new__(cls, 1.0 - kept)
        lost.left = kept
        return lost

    def __rsub__(self, one: float) -> float:
        return self.left


class _Environment(trueskill.TrueSkill):  # type: ignore[misc]
    """The package's model over exact statistics."""

    def v_win(self, diff: float, draw_margin: float) -> float:
        return moments_above(diff - draw_margin)[0]

    def w_win(self, diff: float, draw_margin: float) -> float:
        return _Lost(moments_above(diff - draw_margin)[1])

    def v_draw(self, diff: float, draw_margin: float) -> float:
        return moments_between(diff, draw_margin)[0]

    def w_draw(self, diff: float, draw_margin: float) -> float:
        return _Lost(moments_between(diff, draw_margin)[1])


@lru_cache(maxsize=256)
def _environment(parameters: Parameters) -> _Environment:
    return _Environment(
        mu=parameters.mu0,
        sigma=parameters.sigma0,
        beta=parameters.beta,
        tau=parameters.tau,
        draw_probability=parameters.draw_probability,
        backend=(probability_below, density, NormalDist().inv_cdf),
    )


def rate(
    beliefs: Sequence[Belief],
    ranks: Sequence[int],
    parameters: Parameters,
    order: Sequence[int] | None = None,
) -> tuple[Belief, ...]:
    """The beliefs after one board.

    beliefs     what was believed of each side before it, two to eight of them
    ranks       the rank of each side, the least is best, equal ranks tie; only their order matters
    order       a permutation of the sides' indices: tied sides enter the chain of comparisons in this order, which
                the posterior depends on slightly; None for the order given
    Returns the posterior of each side, in the order of `beliefs`.
    Raises ValueError as `chain` does, and if sides tie at draw probability 0.
    """
    entry = chain(len(beliefs), ranks, order)
    if len(set(ranks)) < len(ranks):
        parameters.admit_draws()
    groups = [(trueskill.Rating(beliefs[side].mu, beliefs[side].sigma),) for side in entry]
    rated = _environment(parameters).rate(groups, ranks=[ranks[side] for side in entry])
    posterior: list[Belief | None] = [None] * len(beliefs)
    for side, (rating,) in zip(entry, rated, strict=True):
        posterior[side] = Belief(rating.mu, rating.sigma)
    return tuple(belief for belief in posterior if belief is not None)
