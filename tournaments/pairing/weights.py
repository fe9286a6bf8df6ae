"""What tables of three to six cost: meetings that should not be, places at short tables, differences of score."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What a search lowers, in this order, each summed over all tables.

    meetings  by two entrants (both ways) who should not meet, what it costs if they do; greater than 0
    short     by entrant, what it costs that it sits at a table smaller than the greatest
    scores    of all entrants; squared differences of those at a table are summed
    """

    meetings: Mapping[int, Mapping[int, int]]
    short: Mapping[int, int]
    scores: Mapping[int, int]
