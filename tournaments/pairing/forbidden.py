"""Who should not meet: barred pairs, and those who have met before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.pairing.base import Field
from tournaments.pairing.history import last_met


class Ban(NamedTuple):
    """Why two should not meet: they are barred, or they last met in a round (0: never)."""

    barred: bool
    met: int


_BARRED = Ban(True, 0)

Bans = Mapping[int, Mapping[int, Ban]]
"""For everyone present those also present that it should not meet."""


def bans(field: Field) -> Bans:
    """Barred pairs and rematches among those present; the same both ways."""
    found = {
        entrant: {other: Ban(False, last) for other, last in met.items()} for entrant, met in last_met(field).items()
    }
    for a, b in sorted(field.barred):
        if a in found and b in found:
            before = found[a].get(b)
            found[a][b] = found[b][a] = Ban(True, before.met) if before else _BARRED
    return found


def most(bans: Bans, order: Iterable[int]) -> int:
    """The greatest number of others that one of these should not meet."""
    return max((len(bans[entrant]) for entrant in order), default=0)


def always_pairable(bans: Bans, order: Sequence[int]) -> bool:
    """Whether an even number can surely be paired without a ban: everyone may meet at least half of them (Dirac 1952).
    False is no proof of the contrary.
    """
    return 2 * (len(order) - 1 - most(bans, order)) >= len(order)
