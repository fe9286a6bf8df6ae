"""Estimating a pool's luck from its ledger: the beta and draw probability by which live ratings foretell it best.

The other parameters stay. Both are sought on a grid, 41 by 41: beta in steps of an eighth of an octave from a quarter
to eight times sigma0, the draw probability from 0.01 to 0.9 in equal steps of its log odds. A replay of the ledger for
every node would take too long, so every eighth node of either direction is tried, then the neighbours of the best at
half the distance, moving on while one is better, and so on down to the grid itself. The log-loss is smooth and has one
valley as far as it was seen, so this finds the grid's best; the tests compare with all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import exp, log, sqrt

from ratings.skill.beliefs import Parameters
from ratings.skill.calibration import Calibration, calibrate
from ratings.skill.prequential import log_losses, pairs, win_forecasts
from ratings.skill.record import Record

_LAST = 40  # the greatest index of a node in either direction
_STRIDES = (8, 4, 2, 1)
BETAS = tuple(2.0 ** (-2.0 + node / 8.0) for node in range(_LAST + 1))  # in units of sigma0
_LOW, _HIGH = log(0.01 / 0.99), log(0.9 / 0.1)
DRAWS = tuple(1.0 / (1.0 + exp(-_LOW - (_HIGH - _LOW) * node / _LAST)) for node in range(_LAST + 1))
# Boards that follow each other are not independent: they are the same sides', and their ratings' errors persist. So the
# standard error is that of the means of so many stretches of the ledger (batch means).
_STRETCHES = 30
# As many standard errors as a gain must have to be called one.
_CLEAR = 2.0

# Called after every replay with how many there were, and how many there will be at least.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Foretelling:
    """How well parameters foretold a ledger: the mean log-loss of all pairs, in nats, and forecasts of wins in bins."""

    parameters: Parameters
    log_loss: float
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found.

    before     the whole ledger under the pool's present parameters
    after      the same under the best parameters; `before` itself if nothing is better
    error      standard error of the gain; None where the ledger has fewer than two boards
    at_edge    those of `beta`, `draw_probability` that lie at an end of the grid: the best may lie beyond
    replays    how many parameters were tried
    """

    before: Foretelling
    after: Foretelling
    error: float | None
    at_edge: tuple[str, ...]
    replays: int

    @property
    def gain(self) -> float:
        """By how much the mean log-loss falls, in nats a pair; never negative."""
        return self.before.log_loss - self.after.log_loss

    @property
    def is_clear(self) -> bool:
        """Whether the gain is more than two standard errors. If not, the ledger is too small to tell."""
        return self.error is not None and self.gain > _CLEAR * self.error


def fit(record: Record, parameters: Parameters, progress: Progress | None = None) -> Fit:
    """The beta and draw probability of least prequential log-loss; all boards are rated by one edition.

    parameters: the pool's present ones, to compare with, and to take the rest from
    The record is replayed some seventy times. Nothing is drawn: the same record gives the same answer.
    """
    search = _Search(record, parameters, progress)
    beta, draw = search.best()
    found = replace(parameters, beta=BETAS[beta] * parameters.sigma0, draw_probability=DRAWS[draw])
    losses_before, losses_after = search.losses(parameters), search.losses(found)
    is_better = sum(losses_after) < sum(losses_before)
    before = _foretelling(record, parameters, losses_before)
    after = _foretelling(record, found, losses_after) if is_better else before
    nodes = {"beta": beta, "draw_probability": draw}
    return Fit(
        before=before,
        after=after,
        error=standard_error([a - b for a, b in zip(losses_before, losses_after, strict=True)], pairs(record)),
        at_edge=tuple(name for name, node in nodes.items() if node in (0, _LAST)) if is_better else (),
        replays=search.replays,
    )


def standard_error(differences: list[float], count: int) -> float | None:
    """The standard error of sum(differences) / count, from the means of consecutive stretches; None for less than two.

    differences: by board, in ledger order; count: the pairs on all of them
    """
    boards = len(differences)
    stretches = min(_STRETCHES, boards)
    if stretches < 2:
        return None
    ends = [boards * number // stretches for number in range(stretches + 1)]
    means = [sum(differences[a:b]) / (b - a) for a, b in pairwise(ends)]
    centre = sum(means) / stretches
    variance = sum((mean - centre) ** 2 for mean in means) / (stretches - 1)
    return sqrt(variance / stretches) * boards / count


def _foretelling(record: Record, parameters: Parameters, losses: list[float]) -> Foretelling:
    calibration = calibrate(win_forecasts(record, [parameters] * len(record.editions)))
    return Foretelling(parameters, sum(losses) / max(pairs(record), 1), calibration)


class _Search:
    """Looks for the grid's best node; every node is tried once."""

    def __init__(self, record: Record, parameters: Parameters, progress: Progress | None) -> None:
        self._record, self._parameters, self._progress = record, parameters, progress
        self._sums: dict[tuple[int, int], float] = {}
        self._coming = 0
        self.replays = 0

    def losses(self, parameters: Parameters) -> list[float]:
        """By board; one replay."""
        found = log_losses(self._record, [parameters] * len(self._record.editions))
        self.replays += 1
        if self._progress is not None:
            self._progress(self.replays, max(self.replays, self._coming))
        return found

    def best(self) -> tuple[int, int]:
        """Indices of the best beta and draw probability; of equals the least."""
        first, *finer = _STRIDES
        coarse = [(beta, draw) for beta in range(0, _LAST + 1, first) for draw in range(0, _LAST + 1, first)]
        # Each finer stride tries at least the neighbours; and at the end two replays are compared.
        self._coming = len(coarse) + 8 * len(finer) + 2
        at = min(coarse, key=self._key)
        for stride in finer:
            while (better := min(_neighbours(at, stride), key=self._key)) != at:
                at = better
        return at

    def _key(self, node: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        if node not in self._sums:
            beta, draw = node
            parameters = replace(
                self._parameters, beta=BETAS[beta] * self._parameters.sigma0, draw_probability=DRAWS[draw]
            )
            self._sums[node] = sum(self.losses(parameters))
        return self._sums[node], node


def _neighbours(node: tuple[int, int], stride: int) -> list[tuple[int, int]]:
    """The node and those around it, within the grid."""
    beta, draw = node
    return [
        (x, y)
        for x in (beta - stride, beta, beta + stride)
        for y in (draw - stride, draw, draw + stride)
        if 0 <= x <= _LAST and 0 <= y <= _LAST
    ]
