"""What is believed of a skill, and the constants by which a pool believes it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, isfinite

# A normal variable lies within so many standard deviations of its mean with probability 0.95.
Z95 = 1.959963984540054


def _number(name: str, value: float, *, above: float = -inf, least: float = -inf, below: float = inf) -> None:
    """Refuse what is no finite number in the bounds; ValueError names it and what would be right."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError(f"{name}: {value!r} is not a finite number")
    if value <= above:
        raise ValueError(f"{name}: {value!r} is not greater than {above:g}")
    if value < least:
        raise ValueError(f"{name}: {value!r} is less than {least:g}")
    if value >= below:
        raise ValueError(f"{name}: {value!r} is not less than {below:g}")


@dataclass(frozen=True, slots=True)
class Belief:
    """A skill as a normal distribution: mean `mu`, standard deviation `sigma` > 0, in the pool's skill units.

    Raises ValueError if a value is not finite or sigma is not positive.
    """

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        _number("mu", self.mu)
        _number("sigma", self.sigma, above=0.0)

    @property
    def score(self) -> float:
        """What leaderboards sort by: mu - 3 sigma, the skill that is exceeded with probability 0.9987."""
        return self.mu - 3.0 * self.sigma

    @property
    def interval(self) -> tuple[float, float]:
        """The central interval that holds the skill with probability 0.95."""
        return self.mu - Z95 * self.sigma, self.mu + Z95 * self.sigma


def inherited(predecessor: Belief, delta: float, sigma0: float) -> Belief:
    """What is believed of a new version before its first board.

    Its mean is its predecessor's; it is less well known, by what a version may change (standard deviation `delta`),
    but not less than a newcomer.
    """
    return Belief(predecessor.mu, min(sigma0, hypot(predecessor.sigma, delta)))


@dataclass(frozen=True, slots=True)
class Parameters:
    """The constants of a pool, in its skill units.

    mu0, sigma0       the belief about a newcomer
    beta              standard deviation of one performance around the skill: the luck of one board
    tau               standard deviation by which a skill may have drifted since its last board; 0 for none
    draw_probability  chance that two equal neighbours in the ranking of a board tie, 0 <= p < 1
    delta             standard deviation by which a bot's new version may differ from its predecessor; 0 for none

    The model is that of Herbrich, Minka, Graepel: TrueSkill(TM): A Bayesian Skill Rating System (NIPS 2006).
    Raises ValueError naming the constant that is out of bounds.
    """

    mu0: float
    sigma0: float
    beta: float
    tau: float
    draw_probability: float
    delta: float = 0.0

    def __post_init__(self) -> None:
        _number("mu0", self.mu0)
        _number("sigma0", self.sigma0, above=0.0)
        _number("beta", self.beta, above=0.0)
        _number("tau", self.tau, least=0.0)
        _number("draw_probability", self.draw_probability, least=0.0, below=1.0)
        _number("delta", self.delta, least=0.0)

    @property
    def newcomer(self) -> Belief:
        """The belief about a side that has not been rated."""
        return Belief(self.mu0, self.sigma0)

    def successor(self, predecessor: Belief) -> Belief:
        """The belief about a bot's new version, of which nothing is known but its predecessor."""
        return inherited(predecessor, self.delta, self.sigma0)

    def admit_draws(self) -> Parameters:
        """Themselves, if a tie is possible under them; else ValueError: a pool must be able to rate any board."""
        if self.draw_probability == 0.0:
            raise ValueError("draw_probability: 0 leaves no room for a tie on a board; it must be greater than 0")
        return self
