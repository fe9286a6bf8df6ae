"""The whole schedule of a round robin at tables of three to six: a design where there is one, else a local search."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from plugins.chance import Chance, Stream
from tournaments.pairing.designs import resolvable, transversal

# Above this the schedule is not worth its time: so many entrants do not meet each other in any number of rounds.
MOST_ENTRANTS = 200
# Where a search ends: work in steps of about a tenth of a microsecond, shakes of a round in a row without a gain.
_WORK = 10_000_000
_STALLED = 3_000

Tables = list[list[int]]


@dataclass(frozen=True)
class Schedule:
    """Rounds of tables of numbers 0 to entrants - 1, in no order of seats; who is at no table of a round rests.

    squares   the sum over all pairs of (times they meet) ** 2
    bound     the least that sum could be with so many meetings, if they were spread evenly over all pairs
    meets     how many pairs meet 0, 1, 2, ... times
    """

    entrants: int
    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    squares: int
    bound: int
    meets: tuple[int, ...]

    @property
    def repeats(self) -> int:
        """Meetings of two who had met before."""
        return sum(pairs * (times - 1) for times, pairs in enumerate(self.meets) if times)


def sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Table sizes of every round, the greater first: as few tables as can be, as equal as can be, none below three.

    Who has no place at them rests: at three seats what is left over, at four seats the fifth of five.
    """
    tables = -(-entrants // seats)
    if entrants < 3 * tables:
        tables, entrants = entrants // seats, entrants // seats * seats
    return tuple((entrants + tables - 1 - index) // tables for index in range(tables))


def natural_rounds(entrants: int, seats: int) -> int:
    """Rounds in which everyone can meet everyone, if every table were always of such as have not met."""
    in_a_round = sum(size * (size - 1) // 2 for size in sizes(entrants, seats))
    return -(-(entrants * (entrants - 1) // 2) // in_a_round)


@lru_cache(maxsize=64)
def schedule(entrants: int, seats: int, rounds: int) -> Schedule:
    """The schedule of so many rounds; it follows from these three numbers alone.

    Up to `certain_rounds` nobody meets anyone twice, and a schedule is the beginning of a longer one. Beyond, where
    there is a design, its rounds in turn; else a search for the least sum of squares, see `_Search`. Raises ValueError
    for fewer than three entrants or more than MOST_ENTRANTS.
    """
    if not 3 <= entrants <= MOST_ENTRANTS:
        raise ValueError(f"entrants: {entrants} are not 3 to {MOST_ENTRANTS}")
    known = _without_repeat(entrants, seats)
    if rounds <= len(known):
        return _measured(entrants, known[:rounds])
    if design := _design(entrants, sizes(entrants, seats)[0]):
        return _measured(entrants, [design[index % len(design)] for index in range(rounds)])
    search = _Search(entrants, sizes(entrants, seats))
    search.begin(known)
    while len(search.rounds) < rounds:
        search.add()
    search.run()
    return _measured(entrants, search.rounds)


def certain_rounds(entrants: int, seats: int) -> int:
    """How many rounds the schedule can have without anyone meeting anyone twice: at least 1."""
    return len(_without_repeat(entrants, seats))


@lru_cache(maxsize=64)
def _without_repeat(entrants: int, seats: int) -> Sequence[Tables]:
    """As many rounds without a repeat as are known here: those of a design, or round by round while the search finds
    one more.
    """
    tables = sizes(entrants, seats)
    if design := _design(entrants, tables[0]):
        return design
    search = _Search(entrants, tables)
    found: Sequence[Tables] = []
    while search.squares == search.meetings and len(found) < (entrants - 1) // (min(tables) - 1):
        found = [[list(table) for table in round_] for round_ in search.rounds]
        search.add()
        search.run(first=len(found))
    return found


def _design(entrants: int, size: int) -> list[list[list[int]]] | None:
    """A resolvable design for these, or one of a point more without that point."""
    for points in (entrants, entrants + 1):
        # Without a point some tables have one seat less: three at least.
        if (points == entrants or size > 3) and (design := resolvable(points, size)):
            return [[[point for point in table if point < entrants] for table in round_] for round_ in design]
    return None


def _measured(entrants: int, rounds: Sequence[Sequence[Sequence[int]]]) -> Schedule:
    times = dict.fromkeys(combinations(range(entrants), 2), 0)
    for round_ in rounds:
        for table in round_:
            for pair in combinations(sorted(table), 2):
                times[pair] += 1
    counts = list(times.values())
    meets = tuple(counts.count(number) for number in range(max(counts) + 1))
    squares = sum(pairs * number * number for number, pairs in enumerate(meets))
    return Schedule(
        entrants,
        tuple(tuple(tuple(sorted(table)) for table in round_) for round_ in rounds),
        squares,
        least_squares(sum(counts), len(counts)),
        meets,
    )


def least_squares(total: int, parts: int) -> int:
    """The least sum of squares of `parts` whole numbers that sum to `total`."""
    each, more = divmod(total, parts)
    return more * (each + 1) ** 2 + (parts - more) * each**2


class _Search:
    """Rounds that are bettered one at a time, the others held.

    One more meeting of two who meet m times elsewhere adds 2m + 1 to the sum of squares; so a round is best when the
    sum of m over its tables is least. An empty seat counts as an entrant to be met as evenly as the others, so that
    short tables are shared out. A round begins as in a transversal design and is bettered by swaps of two; then rounds
    are shaken and bettered again, and stay so if that made nothing worse, until the sum is the least possible or a
    fixed amount of work is done.
    """

    def __init__(self, entrants: int, sizes: Sequence[int]) -> None:
        self.entrants, self.sizes = entrants, sizes
        self.empty_seats = [sizes[0] - size for size in sizes]
        self.met = [[0] * entrants for _ in range(entrants)]
        self.short = [0] * entrants
        self.rounds: list[Tables] = []
        self.squares = 0

    @property
    def meetings(self) -> int:
        return len(self.rounds) * sum(size * (size - 1) // 2 for size in self.sizes)

    def begin(self, rounds: Sequence[Tables]) -> None:
        """Takes over these rounds."""
        for tables in rounds:
            self._append([list(table) for table in tables])

    def add(self) -> None:
        """One more round: those who do not rest, spread over the tables as a transversal design does."""
        index, tables, resting = len(self.rounds), len(self.sizes), self.entrants - sum(self.sizes)
        rest = {(index * resting + extra) % self.entrants for extra in range(resting)}
        playing = [entrant for entrant in range(self.entrants) if entrant not in rest]
        design = transversal(self.sizes[0], tables)[index % tables]
        start = [[playing[point] for point in table if point < len(playing)] for table in design]
        self._append(sorted(start, key=lambda table: (-len(table), table)))

    def _append(self, tables: Tables) -> None:
        self.squares += 2 * self._cost(tables)[0] + sum(size * (size - 1) // 2 for size in self.sizes)
        self._count(tables, 1)
        self.rounds.append(tables)

    def run(self, first: int = 0) -> None:
        """Betters the rounds from this on in turn, then shakes and betters them all one by one."""
        least = least_squares(self.meetings, self.entrants * (self.entrants - 1) // 2)
        stream = Chance(b"croupier pod round robin").stream(f"{self.entrants}:{self.sizes}:{len(self.rounds)}")
        turn, since, self.work = first, 0, 0
        while self.squares > least and self.work < _WORK and since < _STALLED and len(self.sizes) > 1:
            index = turn if turn < len(self.rounds) else stream.below(len(self.rounds))
            before = self.rounds[index]
            # Over the other rounds: what a round adds to the squares is twice its cost, and a constant.
            self._count(before, -1)
            old, old_short = self._cost(before)
            after = [list(table) for table in before]
            if turn >= len(self.rounds):
                self._shake(after, stream)
            self._better(after)
            new, new_short = self._cost(after)
            change = new + new_short - old - old_short
            if change <= 0:
                self.rounds[index] = after
                self.squares += 2 * (new - old)
            self._count(self.rounds[index], 1)
            since = since + 1 if change >= 0 else 0
            turn += 1

    def _count(self, tables: Tables, change: int) -> None:
        """Adds the meetings of the tables to those known, or with -1 takes them away."""
        for table, empty in zip(tables, self.empty_seats, strict=True):
            for entrant in table:
                row = self.met[entrant]
                for other in table:
                    row[other] += change
                row[entrant] -= change
                self.short[entrant] += change * empty

    def _cost(self, tables: Tables) -> tuple[int, int]:
        """Sums over these tables of how often their pairs, and their entrants and empty seats, meet elsewhere."""
        met = sum(self.met[a][b] for table in tables for a, b in combinations(table, 2))
        empty = zip(tables, self.empty_seats, strict=True)
        return met, sum(seats * self.short[entrant] for table, seats in empty if seats for entrant in table)

    @staticmethod
    def _shake(tables: Tables, stream: Stream) -> None:
        """A few swaps by chance."""
        for _ in range(1 + stream.below(3)):
            here, there = stream.choice(tables), stream.choice(tables)
            x, y = stream.below(len(here)), stream.below(len(there))
            here[x], there[y] = there[y], here[x]

    def _better(self, tables: Tables) -> None:
        """Swaps two of the round, always the best swap of an entrant, until none lowers the cost."""
        # By table: how often its entrants, and its empty seats, meet each entrant elsewhere.
        sums: list[list[int]] = []
        for table, empty in zip(tables, self.empty_seats, strict=True):
            rows = [self.met[entrant] for entrant in table] + [self.short] * empty
            sums.append(list(map(sum, zip(*rows, strict=True))))
        self.work += self.entrants * (self.entrants + 40)
        improved = True
        while improved:
            improved = False
            for here, table in enumerate(tables):
                for seat in range(len(table)):
                    improved |= self._swap(tables, sums, here, seat)

    def _swap(self, tables: Tables, sums: list[list[int]], here: int, seat: int) -> bool:
        """Makes the best swap for this entrant, if one lowers the cost."""
        x, mine = tables[here][seat], sums[here]
        row, now = self.met[x], mine[x]
        if not now:
            return False
        self.work += 2 * self.entrants
        best, place = 0, (0, 0)
        for there, table in enumerate(tables):
            if there != here:
                theirs = sums[there]
                gain = theirs[x] - now
                for other, y in enumerate(table):
                    change = gain - 2 * row[y] + mine[y] - theirs[y]
                    if change < best:
                        best, place = change, (there, other)
        if best == 0:
            return False
        there, other = place
        y = tables[there][other]
        tables[here][seat], tables[there][other] = y, x
        for moved, sign in ((here, 1), (there, -1)):
            steps = zip(sums[moved], row, self.met[y], strict=True)
            sums[moved] = [known + sign * (after - before) for known, before, after in steps]
        return True
