"""The best Swiss pairing by trying all: the criteria of docs/pairing.md spelled out once more, the slow way."""

from collections.abc import Sequence
from itertools import groupby

from tournaments.pairing.base import Field, Missed, Pairings

Vector = tuple[int, ...]
Pair = tuple[int, int]


class Oracle:
    """Judges pairings of one field; the less the better. `balance`: seats have a say."""

    def __init__(self, field: Field, *, balance: bool = False) -> None:
        self.field, self.balance = field, balance
        self.last: dict[frozenset[int], int] = {}
        self.had = dict.fromkeys(field.present, 0)
        self.missed = dict.fromkeys(field.present, 0)
        self.sat: dict[int, list[int]] = {entrant: [] for entrant in field.entrants}
        for meeting in sorted(field.meetings, key=lambda meeting: meeting.round):
            if meeting.forfeit:
                for entrant, points in zip(meeting.entrants, meeting.points, strict=True):
                    if entrant in self.had:
                        self.missed[entrant] += 1
                        self.had[entrant] += points > 0
                continue
            self.last[frozenset(meeting.entrants)] = meeting.round
            for seat, entrant in enumerate(meeting.entrants):
                self.sat[entrant].append(seat)
        for bye in field.byes:
            if bye.entrant in self.had:
                self.missed[bye.entrant] += 1
                self.had[bye.entrant] += bye.kind is Missed.PAIRING or bye.points > 0

    def groups(self, resting: int | None) -> list[list[int]]:
        here = sorted(self.field.present - {resting}, key=lambda e: (-self.field.pairing_score(e), e))
        return [list(group) for _, group in groupby(here, key=self.field.pairing_score)]

    def rest(self, entrant: int) -> Vector:
        """Criteria 2 and 4 of a bye."""
        return self.had[entrant], self.field.score(entrant), self.missed[entrant], 1000 - entrant

    def seats(self, a: int, b: int) -> Vector:
        """Third time running, its seat more than two times oftener, not as preferred: the better order of the two."""

        def costs(*order: int) -> Vector:
            running = beyond = displeased = 0
            for seat, entrant in enumerate(order):
                sat = self.sat[entrant]
                running += sat[-2:] == [seat, seat]
                counts = [sat.count(0), sat.count(1)]
                wish = None if not sat else 1 - sat[-1] if counts[0] == counts[1] else counts.index(min(counts))
                displeased += wish not in (None, seat)
                counts[seat] += 1
                beyond += counts[seat] - counts[1 - seat] > 2
            return running, beyond, displeased

        return min(costs(a, b), costs(b, a))

    def quality(self, pairs: Sequence[Pair], resting: int | None) -> tuple[Vector, ...]:
        groups = self.groups(resting)
        number = {entrant: index for index, group in enumerate(groups) for entrant in group}
        pairs = [pair if number[pair[0]] <= number[pair[1]] else pair[::-1] for pair in pairs]
        barred = again = rounds = depth = 0
        rows = [[0, 0] for _ in groups]
        across, within = [0, 0, 0], [0, 0, 0]
        floating: set[int] = set()
        below: dict[int, int] = {}
        for a, b in pairs:
            last = self.last.get(frozenset((a, b)), 0)
            bar = (min(a, b), max(a, b)) in self.field.barred
            barred, again, rounds = barred + bar, again + (last > 0 and not bar), rounds + last
            if number[a] != number[b]:
                floating |= {a, b}
                below[a] = b
                rows[number[a]][0] += 1
                rows[number[a]][1] += (number[b] - number[a] - 1) ** 2
                high, low = groups[number[a]], groups[number[b]]
                depth += len(high) - 1 - high.index(a) + low.index(b)
            if self.balance:
                into = across if number[a] != number[b] else within
                into[:] = map(sum, zip(into, self.seats(a, b), strict=True))
        deviation = 0
        for group in groups:
            stay = [entrant for entrant in group if entrant not in floating]
            for a, b in pairs:
                if a in stay:
                    deviation += (abs(stay.index(a) - stay.index(b)) - len(stay) // 2) ** 2
        order = [entrant for group in groups for entrant in group]
        byes, *turn = self.rest(resting) if resting is not None else (0, 0)
        return (
            (barred, byes, again, *turn, rounds),
            tuple(value for row in rows for value in row),
            (*across, depth),
            tuple(flag for entrant in order for flag in (entrant in below, entrant in floating)),
            tuple(order.index(below[entrant]) for entrant in order if entrant in below),
            (*within, deviation),
        )

    def of(self, pairings: Pairings) -> tuple[Vector, ...]:
        resting = pairings.byes[0].entrant if pairings.byes else None
        return self.quality([(table.entrants[0], table.entrants[1]) for table in pairings.tables], resting)

    def best(self) -> tuple[Vector, ...]:
        present = sorted(self.field.present)
        if len(present) % 2 == 0:
            return self._best(present, None)
        return min(self._best([e for e in present if e != resting], resting) for resting in present)

    def _best(self, paired: list[int], resting: int | None) -> tuple[Vector, ...]:
        """Over all perfect matchings; those are left out whose pairs so far cost more already in what adds up."""
        single = {(a, b): self.quality_of_one(a, b, resting) for a in paired for b in paired if a < b}
        best: list[tuple[Vector, ...]] = []
        bound: list[Vector] = []

        def extend(left: list[int], pairs: list[Pair], so_far: Vector) -> None:
            if bound and so_far > bound[0]:
                return
            if not left:
                found = self.quality(pairs, resting)
                if not best or found < best[0]:
                    best[:], bound[:] = [found], [so_far]
                return
            first, *others = left
            for other in sorted(others, key=lambda other: single[first, other]):
                cost = tuple(map(sum, zip(so_far, single[first, other], strict=True)))
                extend([entrant for entrant in others if entrant != other], [*pairs, (first, other)], cost)

        extend(paired, [], (0,) * len(next(iter(single.values()))))
        return best[0]

    def quality_of_one(self, a: int, b: int, resting: int | None) -> Vector:
        """What a pair adds to barred, rematches, rounds, floats, their seats and depth: all but what stays."""
        groups = self.groups(resting)
        number = {entrant: index for index, group in enumerate(groups) for entrant in group}
        high, low = sorted((a, b), key=lambda entrant: (number[entrant], entrant))
        last = self.last.get(frozenset((a, b)), 0)
        bar = (a, b) in self.field.barred
        rows = [0] * 2 * len(groups)
        tail = (0, 0, 0, 0)
        if number[high] != number[low]:
            rows[2 * number[high]] = 1
            rows[2 * number[high] + 1] = (number[low] - number[high] - 1) ** 2
            seats = self.seats(a, b) if self.balance else (0, 0, 0)
            own, other = groups[number[high]], groups[number[low]]
            tail = (*seats, len(own) - 1 - own.index(high) + other.index(low))
        return (int(bar), int(last > 0 and not bar), last, *rows, *tail)
