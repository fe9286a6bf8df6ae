"""Who is measured at rating boards: our core, the trueskill package and openskill, in updates per second."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Protocol

import trueskill

from deploy.bench.rating_boards import boards
from deploy.bench.scratch import PeerProcess
from deploy.bench.stopwatch import draws, play_for
from ratings.skill import Parameters, Rater

PINS = ("openskill==6.2.0",)
PROGRAM = Path(__file__).with_name("peer_ratings.py")
# The defaults of the package.
PARAMETERS = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 6, tau=25 / 300, draw_probability=0.1)


class Contestant(Protocol):
    """Whoever rates boards."""

    @property
    def name(self) -> str: ...

    def measure(self, sides: int, seconds: float) -> float:
        """Updates per processor second of boards of so many sides, over at least so many seconds."""


class Local:
    """Somebody in this process."""

    def __init__(self, name: str, prepare: Callable[[int], Callable[[], int]]) -> None:
        """prepare    gives for a number of sides what rates all boards of so many, and says how many they were."""
        self.name = name
        self._prepare = cache(prepare)

    def measure(self, sides: int, seconds: float) -> float:
        """See ``Contestant``."""
        done, taken = play_for(seconds, self._prepare(sides))
        return sum(done) / taken


def core(sides: int) -> Callable[[], int]:
    """Ours: `Rater.two` and `Rater.many`."""
    rater, order = Rater(PARAMETERS), range(sides)
    prepared = boards(sides, draws())
    if sides == 2:
        pairs = [(mus[0], sigmas[0], mus[1], sigmas[1], ranks[0] == ranks[1]) for mus, sigmas, ranks in prepared]

        def rate_pairs() -> int:
            two = rater.two
            for mu1, sigma1, mu2, sigma2, drawn in pairs:
                two(mu1, sigma1, mu2, sigma2, drawn)
            return len(pairs)

        return rate_pairs

    def rate_all() -> int:
        many = rater.many
        for mus, sigmas, ranks in prepared:
            many(mus, sigmas, ranks, order)
        return len(prepared)

    return rate_all


def package(sides: int) -> Callable[[], int]:
    """The trueskill package on its default backend: `rate_1vs1` and `rate`."""
    environment = trueskill.TrueSkill(draw_probability=PARAMETERS.draw_probability)
    prepared = [
        ([(environment.create_rating(mu, sigma),) for mu, sigma in zip(mus, sigmas, strict=True)], ranks)
        for mus, sigmas, ranks in boards(sides, draws())
    ]
    if sides == 2:
        pairs = [(first, second, ranks[0] == ranks[1]) for ((first,), (second,)), ranks in prepared]

        def rate_pairs() -> int:
            rate_1vs1 = trueskill.rate_1vs1
            for first, second, drawn in pairs:
                rate_1vs1(first, second, drawn, env=environment)
            return len(pairs)

        return rate_pairs

    def rate_all() -> int:
        rate = environment.rate
        for groups, ranks in prepared:
            rate(groups, ranks)
        return len(prepared)

    return rate_all


CORE, PACKAGE = Local("core", core), Local("trueskill", package)


class OpenSkill:
    """openskill's Plackett-Luce in its scratch environment: `rate`."""

    name = "openskill"

    def __init__(self, process: PeerProcess) -> None:
        self._process = process

    def measure(self, sides: int, seconds: float) -> float:
        """Raises ServiceError if its program has failed."""
        return float(self._process.ask({"sides": sides, "seconds": seconds}))
