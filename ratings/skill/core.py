"""The update of `rate` on plain floats, for replays and batches: no objects, no factor graph, the same numbers.

Two sides have a closed form. With s_i^2 = sigma_i^2 + tau^2, c^2 = s_1^2 + s_2^2 + 2 beta^2, t = (mu_1 - mu_2) / c,
and v, w the moments of a win or a tie (ratings.skill.truncated), after the board

    mu_1 + s_1^2 / c v,    mu_2 - s_2^2 / c v,    sigma_i^2 = s_i^2 (1 - s_i^2 / c^2 w).

Three and more are a chain of performances y_i ~ N(mu_i, s_i^2 + beta^2), each compared with the next, and messages run
along the chain and back until they stand still (Herbrich, Minka, Graepel 2006, section 3). Here a message to y_i is
its precision and its precision times its mean's distance from mu_i, and what a comparison sends is simplified until no
difference of precisions is left: with a and b the variances of y_i and y_j from elsewhere, A and B their means, and
d^2 = a + b, the comparison tells y_j

    the precision w / (a + (1 - w) b)    and the mean B - d v / w,

and y_i the mirror image. So nothing cancels, a board that tells nothing leaves mu as it was to the bit, and sigma never
ends above s.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import NormalDist

from ratings.skill.beliefs import Parameters
from ratings.skill.boards import chain
from ratings.skill.truncated import moments_above, moments_between

# The schedule of the trueskill package 0.4.5, part of the definition: forth and back, at most so often, until no
# comparison moved its difference's precision times mean, or the root of its precision, by more than 1e-4.
_SWEEPS = 10
_LEAST_PULL, _LEAST_PRECISION = 1e-4, 1e-8


def draw_margin(parameters: Parameters) -> float:
    """The difference of two performances up to which they tie: two equal skills do so with the draw probability."""
    return -NormalDist().inv_cdf((1.0 - parameters.draw_probability) / 2.0) * sqrt(2.0) * parameters.beta


class Rater:
    """Rates boards of one pool. Values are in the pool's skill units; mu finite, sigma > 0, which is not checked."""

    __slots__ = ("_luck", "_margin", "_parameters", "_performance", "_tau")

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._tau = parameters.tau * parameters.tau
        self._performance = parameters.beta * parameters.beta
        self._luck = 2.0 * self._performance
        self._margin = draw_margin(parameters)

    def two(
        self, mu1: float, sigma1: float, mu2: float, sigma2: float, drawn: bool
    ) -> tuple[float, float, float, float]:
        """mu1, sigma1, mu2, sigma2 after a board that the first side has won, or that was `drawn`.

        Raises ValueError for a tie at draw probability 0.
        """
        s1 = sigma1 * sigma1 + self._tau
        s2 = sigma2 * sigma2 + self._tau
        # What of the variance of the difference is not the first's skill, and not the second's.
        rest1, rest2 = s2 + self._luck, s1 + self._luck
        variance = s1 + rest1
        c = sqrt(variance)
        if drawn:
            self._parameters.admit_draws()
            v, left = moments_between((mu1 - mu2) / c, self._margin / c)
        else:
            v, left = moments_above((mu1 - mu2 - self._margin) / c)
        v /= c
        return (
            mu1 + s1 * v,
            sqrt(s1 * ((rest1 + s1 * left) / variance)),
            mu2 - s2 * v,
            sqrt(s2 * ((rest2 + s2 * left) / (rest2 + s2))),
        )

    def many(
        self, mus: Sequence[float], sigmas: Sequence[float], ranks: Sequence[int], order: Sequence[int]
    ) -> tuple[list[float], list[float]]:
        """The mus and sigmas after a board of two to eight sides, each in the order given.

        ranks       the rank of each side, the least is best, equal ranks tie; only their order matters
        order       a permutation of the sides' indices, in which tied sides enter the chain
        Raises ValueError as `chain` does, if a number of values is not that of the sides, and for a tie at draw
        probability 0.
        """
        sides = len(mus)
        if len(sigmas) != sides:
            raise ValueError(f"sigmas: {len(sigmas)} sigmas for {sides} sides")
        entry = chain(sides, ranks, order)
        ties = [ranks[left] == ranks[right] for left, right in pairwise(entry)]
        if True in ties:
            self._parameters.admit_draws()
        mu, sigma = list(mus), list(sigmas)
        if sides == 2:
            first, second = entry
            mu[first], sigma[first], mu[second], sigma[second] = self.two(
                mu[first], sigma[first], mu[second], sigma[second], ties[0]
            )
            return mu, sigma
        tau = self._tau
        skills = [sigma[side] * sigma[side] + tau for side in entry]
        gaps = [mu[left] - mu[right] for left, right in pairwise(entry)]
        for side, skill, (precision, pull) in zip(entry, skills, self._messages(skills, gaps, ties), strict=True):
            # The performance was seen with this precision, so the skill behind it with one of beta^2 more in variance.
            seen = 1.0 + (skill + self._performance) * precision
            mu[side] += skill * pull / seen
            sigma[side] = sqrt(skill * ((1.0 + self._performance * precision) / seen))
        return mu, sigma

    def _messages(self, skills: list[float], gaps: list[float], ties: list[bool]) -> list[tuple[float, float]]:
        """What the chain tells each performance: its precision, and that times the distance of its mean from mu.

        skills      s^2 of each side, best first; gaps: mu of each but the last less that of the next
        """
        margin, own = self._margin, [1.0 / (skill + self._performance) for skill in skills]
        last = len(gaps) - 1
        # What each performance was told by its comparison with the one before it, and with the one after it.
        before, before_pull = [0.0] * len(skills), [0.0] * len(skills)
        after, after_pull = [0.0] * len(skills), [0.0] * len(skills)
        # What each comparison last told its difference: precision, and that times the mean.
        told, told_pull = [0.0] * len(gaps), [0.0] * len(gaps)
        path = [*range(last + 1), *range(last - 1, 0, -1)]
        for _ in range(_SWEEPS):
            is_still = True
            for step, i in enumerate(path):
                j = i + 1
                a, b = 1.0 / (own[i] + before[i]), 1.0 / (own[j] + after[j])
                from_a, from_b = before_pull[i] * a, after_pull[j] * b
                variance = a + b
                d = sqrt(variance)
                gap = gaps[i] + from_a - from_b
                v, left = moments_between(gap / d, margin / d) if ties[i] else moments_above((gap - margin) / d)
                w, push = 1.0 - left, d * v
                scale = variance * left
                precision, pull = w / scale, (gap * w + push) / scale
                if abs(pull - told_pull[i]) > _LEAST_PULL or abs(precision - told[i]) > _LEAST_PRECISION:
                    is_still = False
                told[i], told_pull[i] = precision, pull
                if step <= last:
                    known = a + left * b
                    before[j], before_pull[j] = w / known, (w * from_b - push) / known
                if step >= last:
                    known = b + left * a
                    after[i], after_pull[i] = w / known, (w * from_a + push) / known
                if i == 0:
                    first = (w, scale, push, from_b)
            if is_still:
                break
        # The first comparison was made on the way forth; its second side has heard from the others since.
        w, scale, push, from_b = first
        b = 1.0 / (own[1] + after[1])
        known = scale + w * b
        after[0], after_pull[0] = w / known, (w * (after_pull[1] * b - from_b) + push) / known
        return [
            (precision + other, pull + other_pull)
            for precision, other, pull, other_pull in zip(before, after, before_pull, after_pull, strict=True)
        ]
