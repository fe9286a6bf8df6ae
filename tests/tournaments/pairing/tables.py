"""Tables for the tests: every way to seat a field, and meetings among those at a table."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

Met = dict[int, dict[int, int]]


def every_seating(entrants: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to seat these at tables of these sizes, which they fill."""
    if not sizes:
        yield ()
        return
    for size in sorted(set(sizes)):
        others = list(sizes)
        others.remove(size)
        for rest in combinations(entrants[1:], size - 1):
            table = (entrants[0], *rest)
            for tables in every_seating([one for one in entrants if one not in table], others):
                yield (table, *tables)


def times(pairs: Iterable[tuple[int, int]], entrants: int) -> Met:
    """How often those of 1 to `entrants` have met, by these meetings."""
    met: Met = {entrant: {} for entrant in range(1, entrants + 1)}
    for a, b in pairs:
        met[a][b] = met[b][a] = met[a].get(b, 0) + 1
    return met


def repeats(tables: Iterable[Sequence[int]], met: Met) -> int:
    """How often those at one table have met before."""
    return sum(met[a].get(b, 0) for table in tables for a, b in combinations(table, 2))
