"""The modifiers of FIDE C.07, article 14: which contributions are cut, with the exception of article 16.5."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.standings.unplayed import Contribution


class Cut(NamedTuple):
    """The places, among the contributions, of those cut at the low and at the high end, in the order of cutting."""

    low: tuple[int, ...] = ()
    high: tuple[int, ...] = ()


def cut(parts: Sequence[Contribution], values: Sequence[int], *, low: int = 0, high: int = 0) -> Cut:
    """Cuts `low` of the least significant values, then `high` of the most significant ones.

    values   what the contributions count for: scores for Buchholz, products for Sonneborn-Berger

    The least significant value is that of the opponent of the lowest score, the lowest of those if there are several
    (14.1.2). If there are voluntary unplayed rounds, the lowest value of these is cut instead, unless it is lower than
    the least significant value (16.5.1).
    """
    if not low and not high:
        return Cut()
    scores = [part.score for part in parts]
    left = sorted(range(len(parts)), key=list(zip(scores, values, strict=True)).__getitem__)
    voluntary = [index for index in left if parts[index].voluntary]
    voluntary.sort(key=values.__getitem__)  # stable: of equal values the lower score first
    lows: list[int] = []
    while left and len(lows) < low:
        least = left[0]
        if voluntary and values[voluntary[0]] >= values[least]:
            least = voluntary[0]
        left.remove(least)
        if least in voluntary:
            voluntary.remove(least)
        lows.append(least)
    highs = left[: -high - 1 : -1] if high else []
    return Cut(tuple(lows), tuple(highs))
