"""Swaps between tables that lower repeated meetings, then the spread of scores; a deterministic local search."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.pairing.exhaustive import MOST, best_tables
from tournaments.pairing.weights import Weights

# How many tables to either side a swap looks at first; it looks at all where none of these helps.
_NEAR = 8
# Tables to either side in the search past a dead end, and its steps in a row without a gain.
_WIDE = 40
_PATIENCE = 80
# For how many steps an entrant does not go back to the table it left.
_TABU = 7

Cost = tuple[int, int, int]


def bettered(tables: Sequence[Sequence[int]], weights: Weights) -> list[list[int]]:
    """These tables after swaps of two that lower the cost, sizes kept.

    tables   entrants by table, in order of score
    weights  the cost, see there

    Everyone who meets someone it should not is swapped with whom that lowers the cost most, among the tables near its
    own, else among all, until no such swap is left. If there are still such meetings, the search goes on from there
    (tabu search: the best swap even if it raises the cost, nobody going back at once) and keeps the best it came by.
    Fields of up to 12 are searched whole instead. Without such meetings nothing moves.
    """
    search = _Search(tables, weights)
    if not search.clashing():
        return search.tables
    search.descend()
    if len(search.at) <= MOST:
        return best_tables(search.tables, weights)
    if len(tables) > 1 and search.clashing():
        search = _Search(search.explored(), weights)
        search.descend()
    return search.tables


class _Search:
    def __init__(self, tables: Iterable[Sequence[int]], weights: Weights) -> None:
        self.meetings, self.short, self.scores = weights.meetings, weights.short, weights.scores
        self.tables = [list(table) for table in tables]
        full = max(map(len, self.tables))
        self.is_short = [len(table) < full for table in self.tables]
        self.at = {entrant: table for table, entrants in enumerate(self.tables) for entrant in entrants}
        # By entrant, what its meetings at its table cost; by table, the sum of scores.
        self.costs = {entrant: self._meeting(entrant, table) for entrant, table in self.at.items()}
        self.sums = [self._sum(table) for table in self.tables]

    def clashing(self) -> list[int]:
        """Those who meet someone at their table that they should not, by table, the lowest placed first."""
        costs = self.costs
        return [entrant for table in self.tables for entrant in reversed(table) if costs[entrant]]

    def descend(self) -> None:
        """Swaps while one lowers the cost."""
        improved = True
        while improved:
            improved = False
            for entrant in self.clashing():
                while self.costs[entrant] and (self._improve(entrant, _NEAR) or self._improve(entrant, len(self.at))):
                    improved = True

    def explored(self) -> list[list[int]]:
        """The best tables on a way past the dead end."""
        best = [list(table) for table in self.tables]
        total = lowest = (0, 0, 0)
        left: dict[tuple[int, int], int] = {}
        step = since = 0
        while since < _PATIENCE and (clashing := self.clashing()):
            entrant = clashing[step % len(clashing)]
            found = self._best(entrant, _WIDE, left, step)
            if found is not None:
                change, other = found
                for mover in (entrant, other):
                    left[mover, self.at[mover]] = step + _TABU
                self._swap(entrant, other)
                total = (total[0] + change[0], total[1] + change[1], total[2] + change[2])
            step, since = step + 1, since + 1
            if total < lowest:
                best, lowest, since = [list(table) for table in self.tables], total, 0
        return best

    def _improve(self, entrant: int, reach: int) -> bool:
        """Makes the best swap for this entrant within so many tables, if it lowers the cost."""
        found = self._best(entrant, reach)
        if found is None or found[0] >= (0, 0, 0):
            return False
        self._swap(entrant, found[1])
        return True

    def _best(
        self, entrant: int, reach: int, left: Mapping[tuple[int, int], int] | None = None, step: int = 0
    ) -> tuple[Cost, int] | None:
        """The swap for this entrant that costs least: (change of cost, the other); the nearest table among equals.

        left  by (entrant, table), the step before which it must not come back
        """
        here = self.at[entrant]
        table, clashes = self.tables[here], self.meetings[entrant]
        best: tuple[Cost, int] | None = None
        bound: int | None = None if left is not None else 0
        for distance in range(1, min(reach, len(self.tables)) + 1):
            for there in (here + distance, here - distance):
                if not 0 <= there < len(self.tables) or (left and left.get((entrant, there), 0) > step):
                    continue
                others = self.tables[there]
                gain = sum([clashes[other] for other in others if other in clashes]) - self.costs[entrant]
                for other in others:
                    theirs = self.meetings[other]
                    change = gain - self.costs[other] - 2 * clashes.get(other, 0)
                    if bound is not None and change > bound:
                        continue
                    change += sum([theirs[one] for one in table if one in theirs])
                    if (bound is not None and change > bound) or (left and left.get((other, here), 0) > step):
                        continue
                    cost = (change, self._shorter(entrant, other), self._closer(entrant, other))
                    if best is None or cost < best[0]:
                        best, bound = (cost, other), change
        return best

    def _shorter(self, entrant: int, other: int) -> int:
        """What a swap changes the cost of short tables by."""
        here, there = self.is_short[self.at[entrant]], self.is_short[self.at[other]]
        return (here - there) * (self.short[other] - self.short[entrant])

    def _closer(self, entrant: int, other: int) -> int:
        """What a swap changes the sum of squared score differences by."""
        # Over a table of n with the sums S of scores and Q of their squares it is n Q - S S.
        x, y = self.scores[entrant], self.scores[other]
        here, there = self.at[entrant], self.at[other]
        change = 0
        for table, leaver, comer in ((here, x, y), (there, y, x)):
            total = self.sums[table]
            after = total + comer - leaver
            change += len(self.tables[table]) * (comer * comer - leaver * leaver) + total * total - after * after
        return change

    def _swap(self, entrant: int, other: int) -> None:
        here, there = self.at[entrant], self.at[other]
        table, others = self.tables[here], self.tables[there]
        table[table.index(entrant)], others[others.index(other)] = other, entrant
        self.at[entrant], self.at[other] = there, here
        for moved in (here, there):
            self.sums[moved] = self._sum(self.tables[moved])
            for one in self.tables[moved]:
                self.costs[one] = self._meeting(one, moved)

    def _meeting(self, entrant: int, table: int) -> int:
        clashes = self.meetings[entrant]
        return sum([clashes[other] for other in self.tables[table] if other in clashes])

    def _sum(self, table: Sequence[int]) -> int:
        return sum([self.scores[entrant] for entrant in table])
