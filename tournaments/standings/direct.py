"""Direct encounter: the tied ranked by what they scored against each other (FIDE C.07, article 6)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import lcm

from tournaments.standings.cells import Cell, Kind
from tournaments.standings.measure import Line
from tournaments.standings.results import Results


@dataclass(frozen=True)
class DirectEncounter:
    """What ranks a group of tied entrants.

    forfeits   whether forfeits count as games played (6.1.1). Where all pairings were fixed at the start, they always
               do (15.2).

    With three to six seats those at one table have met each other; one ranked above brings 2, a tie 1.
    """

    forfeits: bool = False

    def values(self, results: Results, tied: Sequence[int]) -> dict[int, int]:
        """For each of the tied how many of them it is ranked above; more is better, equals stay tied."""
        below = len(tied)
        found = {}
        for tier in self._tiers(results, sorted(tied)):
            below -= len(tier)
            found.update(dict.fromkeys(tier, below))
        return found

    def lines(self, results: Results, tied: Sequence[int], entrant: int) -> list[Line]:
        """One line for each of the others tied, 1 for whom the entrant is ranked above."""
        values = self.values(results, tied)
        return [
            Line(
                None,
                other,
                int(above := values[entrant] > values[other]),
                True,
                f"{self._met(results, entrant, other)}: ranked {'above' if above else 'not above'} it",
            )
            for other in sorted(tied)
            if other != entrant
        ]

    def _met(self, results: Results, entrant: int, other: int) -> str:
        met = [
            f"{cell.against[cell.opponents.index(other)]} in round {cell.round}"
            for cell in results.cells[entrant]
            if self._counts(results, cell) and other in cell.opponents
        ]
        return ", ".join(met) or "not met"

    def _counts(self, results: Results, cell: Cell) -> bool:
        return cell.kind is Kind.PLAYED or self.forfeits or results.regular

    def _tiers(self, results: Results, group: list[int]) -> list[list[int]]:
        """The group, best first, those together that direct encounter cannot tell apart."""
        if len(group) == 1:
            return [group]
        among = self._among(results, group)
        if among.all_met:
            # 6.2: the separate standings rank them, and article 6 again those still tied.
            tiers = [list(tier) for _, tier in groupby(among.order, key=among.least.__getitem__)]
            if len(tiers) == 1:
                return tiers
            return [part for tier in tiers for part in self._tiers(results, sorted(tier))]
        # 6.3: first whoever is alone at the top whatever the games that are missing bring, and so on.
        certain = among.certain
        if not certain:
            return [group]
        ranked = [[entrant] for entrant in among.order[:certain]]
        if certain == len(group):
            return ranked
        return ranked + self._tiers(results, sorted(among.order[certain:]))

    def _among(self, results: Results, group: list[int]) -> "_Among":
        members = set(group)
        sums: Counter[tuple[int, int]] = Counter()
        games: Counter[tuple[int, int]] = Counter()
        for entrant in group:
            for cell in results.cells[entrant]:
                if self._counts(results, cell):
                    for other, against in zip(cell.opponents, cell.against, strict=True):
                        if other in members:
                            sums[entrant, other] += against
                            games[entrant, other] += 1
        # 6.1.2: of several games of two the mean counts. All is multiplied so that means are integers.
        scale = lcm(*games.values())
        least = dict.fromkeys(group, 0)
        met = dict.fromkeys(group, 0)
        for (entrant, other), scored in sums.items():
            least[entrant] += scored * scale // games[entrant, other]
            met[entrant] += 1
        win = scale * (results.win_points if results.seats == 2 else 2)
        most = {entrant: least[entrant] + (len(group) - 1 - met[entrant]) * win for entrant in group}
        return _Among(least, most)


@dataclass(frozen=True)
class _Among:
    """The separate standings of a group: what each has, and could have if it won all games that are missing."""

    least: dict[int, int]
    most: dict[int, int]

    @property
    def all_met(self) -> bool:
        return self.least == self.most

    @cached_property
    def order(self) -> list[int]:
        return sorted(self.least, key=lambda entrant: (-self.least[entrant], entrant))

    @cached_property
    def certain(self) -> int:
        """How many from the top are each alone above all the rest, whatever the games that are missing bring."""
        rest = 0
        best_rest = []
        for entrant in reversed(self.order):
            best_rest.append(rest)
            rest = max(rest, self.most[entrant])
        best_rest.reverse()
        count = 0
        for entrant, best in zip(self.order[:-1], best_rest[:-1], strict=True):
            if self.least[entrant] <= best:
                return count
            count += 1
        return count + 1
