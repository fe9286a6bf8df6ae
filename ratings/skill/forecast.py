"""What is to be expected of a board between two sides."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from ratings.skill.beliefs import Belief, Parameters
from ratings.skill.core import draw_margin
from ratings.skill.truncated import probability_below, probability_between


@dataclass(frozen=True, slots=True)
class Forecast:
    """Probabilities that the first of two sides wins, that they tie, and that it loses. They sum to 1 within 1e-12."""

    win: float
    draw: float
    loss: float


def predict(a: Belief, b: Belief, parameters: Parameters) -> Forecast:
    """The outcome of the next board between `a` and `b`.

    Performances are independent, N(mu, sigma^2 + tau^2 + beta^2); a tie is a difference within the pool's draw margin.
    Each probability is computed by itself, to full relative precision down to the least double, so a far outsider's
    chance is small and never negative.
    """
    drift, luck = parameters.tau * parameters.tau, parameters.beta * parameters.beta
    c = sqrt(a.sigma * a.sigma + b.sigma * b.sigma + 2.0 * (drift + luck))
    t, margin = (a.mu - b.mu) / c, draw_margin(parameters) / c
    return Forecast(probability_below(t - margin), probability_between(t, margin), probability_below(-t - margin))
