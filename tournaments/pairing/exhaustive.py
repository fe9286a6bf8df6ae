"""The best tables of a small field, found by branch and bound over all ways to seat it."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.weights import Weights

# So many sit in 15,400 ways at most (four tables of three).
MOST = 12


def best_tables(known: Sequence[Sequence[int]], weights: Weights) -> list[list[int]]:
    """The tables of these sizes that cost least, or `known` itself if none cost less.

    known    tables of at most MOST entrants in all, the greater tables first; the cheaper, the faster
    weights  the cost: its three sums, compared in their order
    """
    search = _Search(known, weights)
    search.seat(search.entrants, sorted(map(len, known), reverse=True), 0)
    return search.best


class _Search:
    def __init__(self, known: Sequence[Sequence[int]], weights: Weights) -> None:
        self.entrants = [entrant for table in known for entrant in table]
        self.full = max(map(len, known))
        self.best = [list(table) for table in known]
        # One whole number for a pair or a short seat, in which a lesser sum never outweighs a greater one.
        gaps = {(a, b): (weights.scores[a] - weights.scores[b]) ** 2 for a, b in combinations(self.entrants, 2)}
        short = sum(gaps.values()) + 1
        meeting = short * (sum(weights.short[entrant] for entrant in self.entrants) + 1)
        self.pairs: dict[int, dict[int, int]] = {entrant: {} for entrant in self.entrants}
        for (a, b), gap in gaps.items():
            self.pairs[a][b] = self.pairs[b][a] = meeting * weights.meetings[a].get(b, 0) + gap
        self.short = {entrant: short * weights.short[entrant] for entrant in self.entrants}
        self.bound = sum(map(self._cost, self.best))
        self.tables: list[list[int]] = []

    def _cost(self, table: Sequence[int]) -> int:
        cost = sum(self.pairs[a][b] for a, b in combinations(table, 2))
        return cost + (sum(self.short[entrant] for entrant in table) if len(table) < self.full else 0)

    def seat(self, left: list[int], sizes: list[int], cost: int) -> None:
        """Tables for those left, the first of them at a table of each of the sizes left."""
        if not left:
            self.bound = cost
            self.best = sorted(([*table] for table in self.tables), key=len, reverse=True)
            return
        for size in sorted(set(sizes), reverse=True):
            others = sizes.copy()
            others.remove(size)
            short = self.short[left[0]] if size < self.full else 0
            self._fill([left[0]], left, 1, size, others, cost + short)

    def _fill(self, table: list[int], left: list[int], start: int, size: int, sizes: list[int], cost: int) -> None:
        """This table with each choice of those left, from `start` on; then the others."""
        if len(table) == size:
            self.tables.append(table)
            self.seat([entrant for entrant in left if entrant not in table], sizes, cost)
            self.tables.pop()
            return
        for place in range(start, len(left) - size + len(table) + 1):
            entrant = left[place]
            more = cost + sum([self.pairs[entrant][other] for other in table])
            if size < self.full:
                more += self.short[entrant]
            if more < self.bound:
                self._fill([*table, entrant], left, place + 1, size, sizes, more)
