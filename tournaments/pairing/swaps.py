"""Swaps between tables that lower repeated meetings, then the spread of scores; a deterministic local search."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

# How many places to either side a swap looks first; it looks at all where none of these helps.
_NEAR = 24

Cost = tuple[int, int]
Times = Mapping[int, Mapping[int, int]]


def fewer_repeats(tables: Sequence[Sequence[int]], met: Times, scores: Mapping[int, int]) -> list[list[int]]:
    """These tables after swaps of those who would meet again, each time the best swap there is, until none helps.

    tables  entrants by table, in order of score
    met     how often two have met before
    scores  of everyone

    A swap helps if it lowers the sum over tables of (times that pairs there have met; squared score differences of
    pairs there), compared in this order. Sizes of tables stay. Where swaps of two are stuck with repeats left, swaps
    around three tables are tried among neighbours. The search ends, since every step lowers the cost.
    """
    search = _Search([list(table) for table in tables], met, scores)
    search.run()
    return search.tables


class _Search:
    def __init__(self, tables: list[list[int]], met: Times, scores: Mapping[int, int]) -> None:
        self.tables, self.met = tables, met
        self._met = _Sums(lambda a, b: met[a].get(b, 0), tables)
        self._gaps = _Sums(lambda a, b: (scores[a] - scores[b]) ** 2, tables)
        self.places = [(table, seat) for table, entrants in enumerate(tables) for seat in range(len(entrants))]

    def run(self) -> None:
        improved = True
        while improved:
            improved = False
            for table in range(len(self.tables)):
                while repeating := self._repeating(table):
                    if not any(self._move(table, seat) for seat in repeating):
                        break
                    improved = True

    def _repeating(self, table: int) -> list[int]:
        """Seats of those at the table that meet someone there again, the lowest placed first."""
        entrants = self.tables[table]
        return [
            seat
            for seat in reversed(range(len(entrants)))
            if any(other in self.met[entrants[seat]] for other in entrants)
        ]

    def _move(self, table: int, seat: int) -> bool:
        """Makes the best swap for this entrant, if one helps."""
        here = next(index for index, place in enumerate(self.places) if place == (table, seat))
        near = self._ring(here, 0, _NEAR)
        far = self._ring(here, _NEAR, len(self.places))
        best = min(self._swaps(here, near), default=None) or min(self._swaps(here, far), default=None)
        best = best or next(self._cycles(here, near), None)
        if best is None:
            return False
        self._cycle(best[1])
        return True

    def _ring(self, here: int, inner: int, outer: int) -> tuple[int, ...]:
        """Places more than `inner` and at most `outer` from here, nearest first."""
        reach = range(inner + 1, outer + 1)
        return tuple(i for d in reach for i in (here + d, here - d) if 0 <= i < len(self.places))

    def _swaps(self, here: int, others: Sequence[int]) -> Iterator[tuple[Cost, tuple[int, ...]]]:
        """Swaps of two that help: (change of cost, places)."""
        for other in others:
            if self.places[other][0] != self.places[here][0] and (times := self._change((here, other), self._met)) <= 0:
                change = times, self._change((here, other), self._gaps)
                if change < (0, 0):
                    yield change, (here, other)

    def _cycles(self, here: int, others: Sequence[int]) -> Iterator[tuple[Cost, tuple[int, ...]]]:
        """Cycles of three tables that lower repeats."""
        for second, third in combinations(others, 2):
            if len({self.places[place][0] for place in (here, second, third)}) == 3:
                for cycle in ((here, second, third), (here, third, second)):
                    if (times := self._change(cycle, self._met)) < 0:
                        yield (times, 0), cycle

    def _change(self, cycle: tuple[int, ...], sums: "_Sums") -> int:
        """What a sum over pairs changes by if the entrants move along the cycle, each to the place before its own."""
        change = 0
        coming = cycle[1:] + cycle[:1]
        for place, source in zip(cycle, coming, strict=True):
            table, seat = self.places[place]
            from_table, from_seat = self.places[source]
            leaver, comer = self.tables[table][seat], self.tables[from_table][from_seat]
            change += sums.with_table(comer, table) - sums.pair(comer, leaver) - sums.with_table(leaver, table)
        return change

    def _cycle(self, cycle: Sequence[int]) -> None:
        places = [self.places[place] for place in cycle]
        moved = [self.tables[table][seat] for table, seat in places]
        for (table, seat), entrant in zip(places, moved[1:] + moved[:1], strict=True):
            self.tables[table][seat] = entrant
        self._met.known.clear()
        self._gaps.known.clear()


class _Sums:
    """Sums of a value of pairs over those at a table, kept until someone moves."""

    def __init__(self, pair: Callable[[int, int], int], tables: Sequence[Sequence[int]]) -> None:
        self.pair, self.tables = pair, tables
        self.known: dict[tuple[int, int], int] = {}

    def with_table(self, entrant: int, table: int) -> int:
        """The sum over the entrant and each of the others at the table."""
        if (entrant, table) not in self.known:
            others = (other for other in self.tables[table] if other != entrant)
            self.known[entrant, table] = sum(self.pair(entrant, other) for other in others)
        return self.known[entrant, table]
