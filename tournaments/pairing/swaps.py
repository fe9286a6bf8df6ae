"""Swaps between tables that lower repeated meetings, then the spread of scores; a deterministic local search."""

from collections.abc import Iterator, Mapping, Sequence
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
        self.tables, self.met, self.scores = tables, met, scores
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
            if self.places[other][0] != self.places[here][0] and (change := self._change((here, other))) < (0, 0):
                yield change, (here, other)

    def _cycles(self, here: int, others: Sequence[int]) -> Iterator[tuple[Cost, tuple[int, ...]]]:
        """Cycles of three that lower repeats."""
        for second, third in combinations(others, 2):
            if len({self.places[place][0] for place in (here, second, third)}) == 3:
                for cycle in ((here, second, third), (here, third, second)):
                    if (change := self._change(cycle))[0] < 0:
                        yield change, cycle

    def _change(self, cycle: Sequence[int]) -> Cost:
        """What the cost changes by if the entrants move along the cycle, each to the place before its own."""
        affected = {self.places[place][0] for place in cycle}
        before = [self._cost(table) for table in affected]
        self._cycle(cycle)
        after = [self._cost(table) for table in affected]
        self._cycle(cycle[::-1])
        return sum(c[0] for c in after) - sum(c[0] for c in before), sum(c[1] for c in after) - sum(
            c[1] for c in before
        )

    def _cycle(self, cycle: Sequence[int]) -> None:
        places = [self.places[place] for place in cycle]
        moved = [self.tables[table][seat] for table, seat in places]
        for (table, seat), entrant in zip(places, moved[1:] + moved[:1], strict=True):
            self.tables[table][seat] = entrant

    def _cost(self, table: int) -> Cost:
        times = spread = 0
        for a, b in combinations(self.tables[table], 2):
            times += self.met[a].get(b, 0)
            spread += (self.scores[a] - self.scores[b]) ** 2
        return times, spread
