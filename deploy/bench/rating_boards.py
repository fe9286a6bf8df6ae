"""The boards that raters are measured with: the same for ours and for the peers'.

The standard library alone, for the scratch environment of the peers imports it too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

COUNT = 256


class Board(NamedTuple):
    """What is believed of each side, and how they came in: the least rank is best, equal ranks tie."""

    mus: list[float]
    sigmas: list[float]
    ranks: list[int]


def boards(sides: int, draw: Callable[[], int]) -> list[Board]:
    """Boards of so many sides, best first: mu 10 to 40, sigma 1 to 8, and of ten neighbours in rank one ties.

    draw    gives an integer of many bits a call, as `stopwatch.draws` does
    """
    found = []
    for _ in range(COUNT):
        mus = [10.0 + draw() % 30_000 / 1000.0 for _ in range(sides)]
        sigmas = [1.0 + draw() % 7_000 / 1000.0 for _ in range(sides)]
        ranks = [0]
        for _ in range(sides - 1):
            ranks.append(ranks[-1] + (draw() % 10 > 0))
        found.append(Board(mus, sigmas, ranks))
    return found
