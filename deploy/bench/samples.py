"""What random games were measured to take: a sample a round, and what all rounds together say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Protocol

CALLS_PART = 0.1  # of the time of a sample, for clones; as much again for observations
POSITIONS = 32  # from the middle of as many games, to be cloned and observed


@dataclass(frozen=True)
class Sample:
    """Some games one after the other.

    lengths: decisions of each game. seconds: processor time of all of them. clone, observe: microseconds, None where
    it was not measured.
    """

    lengths: Sequence[int]
    seconds: float
    clone: float | None = None
    observe: float | None = None

    @property
    def decisions_per_second(self) -> float:
        return sum(self.lengths) / self.seconds


class Contender(Protocol):
    """Whatever plays random games."""

    @property
    def name(self) -> str: ...

    def measure(self, seconds: float) -> Sample:
        """Play for so many processor seconds."""


class Series:
    """The samples of one contender, a round each. Of rates and times the median counts."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.samples = samples
        self.lengths = [length for sample in samples for length in sample.lengths]

    @property
    def decisions_per_second(self) -> float:
        return median(sample.decisions_per_second for sample in self.samples)

    @property
    def games_per_second(self) -> float:
        return median(len(sample.lengths) / sample.seconds for sample in self.samples)

    @property
    def clone(self) -> float | None:
        return _median([sample.clone for sample in self.samples])

    @property
    def observe(self) -> float | None:
        return _median([sample.observe for sample in self.samples])


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None
