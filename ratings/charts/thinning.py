"""Leaving out points of a line that nobody could see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

# More columns than a chart is wide on most screens, once a point of ink is as wide as its line.
COLUMNS = 500


def thin(across: Sequence[float], up: Sequence[float], *, columns: int = COLUMNS) -> list[int]:
    """The points that draw the same line on so many columns of dots, by index, in order.

    across  shares of the width, never falling; up: heights
    Of each column the first and the last point stay, and the lowest and the highest: at most four times `columns`
    (Jugel, Jerzak, Hackenbroich, Markl: M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014).
    """
    kept: list[int] = []
    for _, column in groupby(range(len(across)), key=lambda index: int(across[index] * columns)):
        found = list(column)
        kept += sorted({found[0], min(found, key=up.__getitem__), max(found, key=up.__getitem__), found[-1]})
    return kept
