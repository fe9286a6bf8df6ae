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


class Forecaster:
    """Forecasts boards of one pool, on plain floats: mu finite, sigma > 0, which is not checked.

    Performances are independent, N(mu, sigma^2 + tau^2 + beta^2); a tie is a difference within the pool's draw margin.
    Each probability is computed by itself, to full relative precision down to the least double, so a far outsider's
    chance is small and never negative.
    """

    __slots__ = ("_margin", "_noise")

    def __init__(self, parameters: Parameters) -> None:
        self._margin = draw_margin(parameters)
        self._noise = 2.0 * (parameters.tau * parameters.tau + parameters.beta * parameters.beta)

    def win(self, mu1: float, sigma1: float, mu2: float, sigma2: float) -> float:
        """The probability that the first of two sides wins."""
        return probability_below((mu1 - mu2 - self._margin) / sqrt(sigma1 * sigma1 + sigma2 * sigma2 + self._noise))

    def draw(self, mu1: float, sigma1: float, mu2: float, sigma2: float) -> float:
        """The probability that two sides tie."""
        c = sqrt(sigma1 * sigma1 + sigma2 * sigma2 + self._noise)
        return probability_between((mu1 - mu2) / c, self._margin / c)


def predict(a: Belief, b: Belief, parameters: Parameters) -> Forecast:
    """The outcome of the next board between `a` and `b`."""
    forecaster = Forecaster(parameters)
    one, other = (a.mu, a.sigma), (b.mu, b.sigma)
    return Forecast(forecaster.win(*one, *other), forecaster.draw(*one, *other), forecaster.win(*other, *one))
