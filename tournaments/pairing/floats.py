"""Which entrants leave their score group, and whom they meet: as few and as near as possible, top groups first."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.forbidden import Bans
from tournaments.pairing.matching import Cost, Edge, cheapest

Pair = tuple[int, int]
Group = Sequence[int]
SeatCosts = Callable[[int, int], tuple[int, ...]]

# How many members beyond those that may be banned are looked at from either end of a large group.
_DEPTH = 8
# Entrants matched at once, outside large groups.
_WIDTH = 160
_WIDEST = 640
# A group of more is cut even if it is not certain that its middle can be paired.
_HUGE = 1000


def no_seats(a: int, b: int) -> tuple[int, ...]:
    """Seats do not matter."""
    return ()


@dataclass(frozen=True, slots=True)
class Places:
    """Where everyone stands: in the order of all, the number of its group, its place from either end of the group."""

    order: Mapping[int, int]
    group: Mapping[int, int]
    from_top: Mapping[int, int]
    from_bottom: Mapping[int, int]

    @classmethod
    def of(cls, groups: Sequence[Group]) -> "Places":
        return cls(
            {entrant: place for place, entrant in enumerate(entrant for group in groups for entrant in group)},
            {entrant: number for number, group in enumerate(groups) for entrant in group},
            {entrant: place for group in groups for place, entrant in enumerate(group)},
            {entrant: place for group in groups for place, entrant in enumerate(reversed(group))},
        )


def float_costs(a: int, b: int, place: Places, first: int, level: int) -> list[tuple[int, int]]:
    """What it costs that a, of the higher group, meets b of a lower. Two levels for each group from number `first` on,
    the first of them being `level`: its members who float down, and the squares of the numbers of groups passed over.
    """
    passed = place.group[b] - place.group[a] - 1
    at = level + 2 * (place.group[a] - first)
    return [(at, 1), (at + 1, passed * passed)] if passed else [(at, 1)]


def choice_costs(
    a: int, b: int, place: Places, seats: SeatCosts, span: tuple[int, int], level: int
) -> list[tuple[int, int]]:
    """What decides among floats as few and as near: seats, then the depth of the two in their groups; then, going down
    the order, two levels for everyone: that it floats down, that it is met by one who does; then, again going down, one
    level for the place of the opponent of everyone who floats down. `span`: the first place of the order, and the last.
    """
    first, last = span
    amounts = (*seats(a, b), place.from_bottom[a] + place.from_top[b])
    costs = [(at, amount) for at, amount in enumerate(amounts, level) if amount]
    level += len(amounts)
    high, low = place.order[a] - first, place.order[b] - first
    return [*costs, (level + 2 * high, 1), (level + 2 * low + 1, 1), (level + 2 * (last - first + 1) + high, low)]


def floats(groups: Sequence[Group], bans: Bans, seats: SeatCosts = no_seats) -> list[Pair] | None:
    """The pairs (higher, lower) across groups of the best pairing without a ban, or None if none was found.

    groups  an even number of entrants, the highest score first, in order of seed
    seats   what a float costs for the seats of the two, less important than all but who floats

    The best has, for the first group, the fewest members that float down; then the least sum of squares of the numbers
    of groups they pass over; then the same for the second group, and so on to the last; then the least costs of seats
    of floats; then the least sum of the places of floaters, counted from the low end of the group they leave and from
    the top of the group they go to; then, going down the order, everyone stays in its group
    rather than being met from above, and rather that than floating down; then, going down, everyone who floats meets
    the highest it may.

    Of a **large group** only the ends are looked at: `depth` members, and as many more as anyone present is banned from
    meeting there. The group is so large that what stays of it can be paired without a ban (Dirac 1952), whoever floats;
    so its members may be taken as free to stay, and the stretches of groups between large ones can be solved one by
    one. Nothing is lost by that. Suppose a better choice for a stretch exists that uses the middle of large groups. It
    differs from the one found by alternating paths and cycles, along which the costs add up; so one of these alone is
    an improvement. A path ends in at most two members of large groups that do not float yet. With t floats to or from
    the end of a group, the improved choice has at most t + 2 there, and each of those can be moved to the outermost
    members that it may meet and that are free, which costs nothing: these are among the first t + 2 that it may meet.
    So the choice is proved if t + 2 is at most `depth`; if not, the search is made again with more of it. And nobody
    passes over a large group: two of it that would meet may take up the two ends of such a float, which then is nearer.

    Stretches of more than `width` entrants, which only fields have in which scores hardly agree, are decided from
    above, half of `width` at a time, with an eye on the other half; the criteria then hold as far as that eye sees.
    Where the rest cannot be paired without a ban, all is tried again with twice the width; where costs are too many to
    be compared exactly, with half of it.
    """
    if not groups:
        return []
    place = Places.of(groups)
    banned_in = _most_banned(bans, place, len(groups))
    size = sum(map(len, groups))
    depth, width, narrowed = _DEPTH, _WIDTH, False
    while True:
        ends = [depth + banned for banned in banned_in]
        large = [len(group) > 2 * end + 1 for group, end in zip(groups, ends, strict=True)]
        for number, group in enumerate(groups):
            if not large[number] and len(group) > max(_HUGE, width):
                large[number], ends[number] = True, min(ends[number], len(group) // 2 - 1)
        search = _Search(groups, bans, place, seats, width)
        try:
            pairs = search.run(large, ends, depth)
        except OverflowError:
            width, narrowed = width // 2, True
            continue
        if pairs is not None:
            return pairs
        if narrowed or (width >= size and not any(large)) or width >= _WIDEST:
            return None
        depth, width = 2 * depth, 2 * width


def _most_banned(bans: Bans, place: Places, groups: int) -> list[int]:
    """For every group the greatest number of its members that one entrant is banned from meeting."""
    found = [0] * groups
    for entrant in place.group:
        for number, banned in Counter(place.group[other] for other in bans[entrant] if other in place.group).items():
            found[number] = max(found[number], banned)
    return found


@dataclass(frozen=True, slots=True)
class _Search:
    groups: Sequence[Group]
    bans: Bans
    place: Places
    seats: SeatCosts
    width: int

    def run(self, large: Sequence[bool], ends: Sequence[int], depth: int) -> list[Pair] | None:
        """All floats, stretch by stretch from the top; None if some stretch has none, or more than are proved."""
        found: list[Pair] = []
        between: list[Group] = []
        upper: int | None = None
        taken = 0  # of the large group above the stretch, from above
        for number in range(len(self.groups) + 1):
            last = number == len(self.groups)
            if not last and not large[number]:
                between.append(self.groups[number])
                continue
            rows = list(between)
            if upper is not None:
                # What is left out of the middle must be even, for it stays.
                end = ends[upper] + (len(self.groups[upper]) - taken - ends[upper]) % 2
                rows.insert(0, self.groups[upper][-end:])
            lower = () if last else self.groups[number][: ends[number]]
            pairs = self._stretch(rows, lower, free=upper is not None)
            if pairs is None:
                return None
            left = sum(self.place.group[a] == upper for a, _ in pairs)
            taken = sum(self.place.group[b] == number for _, b in pairs)
            if max(left, taken) + 2 > depth:
                return None
            found += pairs
            between, upper = [], number
        return found

    def _stretch(self, rows: Sequence[Group], lower: Group, *, free: bool) -> list[Pair] | None:
        """Floats out of these groups, the members of the first of which are free to stay if `free`, all of `lower`."""
        waiting = [group for group in (*rows, lower) if group]
        open_end = bool(lower)
        found: list[Pair] = []
        while len(waiting) > open_end:
            active: list[Group] = []
            count = 0
            whole = sum(map(len, waiting)) <= self.width
            limit = self.width if whole else self.width // 2
            while len(waiting) > open_end and (not active or count + len(waiting[0]) <= limit):
                active.append(waiting.pop(0))
                count += len(active[-1])
            ahead, room = [], self.width // 2
            for group in waiting:
                ahead.append(group if whole else group[:room])
                room = max(0, room - len(group))
            pairs = self._ideal(active, ahead, free=free)
            if pairs is None:
                pairs = self._best(active, ahead, free=free)
            if pairs is None:
                return None
            found += pairs
            free = False
            landed = {b for _, b in pairs}
            left = [[entrant for entrant in group if entrant not in landed] for group in waiting]
            waiting = [*filter(None, left[: len(left) - open_end]), *left[len(left) - open_end :]]
        return found

    def _ideal(self, rows: Sequence[Group], ahead: Sequence[Group], *, free: bool) -> list[Pair] | None:
        """The floats that odd numbers ask for, to the next group, if these are enough: then nothing can be better."""
        odd: list[bool] = []
        for group in rows:
            odd.append((len(group) - (odd[-1] if odd else 0)) % 2 == 1)
        if odd[-1] and not any(ahead):
            return None
        if free and len(rows) == 1 and not odd[0]:
            return []
        nodes, edges = self._stays(rows, ahead, free=free)
        number = {entrant: node for node, entrant in enumerate(nodes)}
        span = self._span(rows, ahead)
        following = [*rows[1:], next(filter(None, ahead), ())]
        for group, after, floats_down in zip(rows, following, odd, strict=True):
            if floats_down:
                edges += [
                    (number[a], number[b], ((0, 1), *choice_costs(a, b, self.place, self.seats, span, 1)))
                    for a in group
                    for b in after
                    if b not in self.bans[a]
                ]
        pairs = self._solved(nodes, edges, sum(map(len, rows)))
        return pairs if pairs is not None and len(pairs) == sum(odd) else None

    def _best(self, rows: Sequence[Group], ahead: Sequence[Group], *, free: bool) -> list[Pair] | None:
        nodes, edges = self._stays(rows, ahead, free=free)
        number = {entrant: node for node, entrant in enumerate(nodes)}
        first, last = self.place.group[rows[0][0]], self.place.group[rows[-1][0]]
        choice, span = 2 * (last - first + 1), self._span(rows, ahead)
        lower = [*rows, *ahead]
        for index, group in enumerate(rows):
            below = [entrant for after in lower[index + 1 :] for entrant in after]
            for a in group:
                edges += [
                    (
                        number[a],
                        number[b],
                        (
                            *float_costs(a, b, self.place, first, 0),
                            *choice_costs(a, b, self.place, self.seats, span, choice),
                        ),
                    )
                    for b in below
                    if b not in self.bans[a]
                ]
        return self._solved(nodes, edges, sum(map(len, rows)))

    def _span(self, rows: Sequence[Group], ahead: Sequence[Group]) -> tuple[int, int]:
        return self.place.order[rows[0][0]], self.place.order[[*rows, *filter(None, ahead)][-1][-1]]

    def _stays(self, rows: Sequence[Group], ahead: Sequence[Group], *, free: bool) -> tuple[list[int], list[Edge]]:
        """All entrants of a stretch, and the pairs in groups; one may be left over of an odd number if some are ahead:
        a dummy, 0, meets one of those.
        """
        pool = [entrant for group in ahead for entrant in group]
        nodes = [entrant for group in rows for entrant in group] + pool
        edges: list[Edge] = []
        start = 0
        for index, group in enumerate(rows):
            at_will = free and index == 0
            for i, a in enumerate(group):
                banned = self.bans[a]
                edges += [
                    (start + i, start + j, _FREE)
                    for j, b in enumerate(group[i + 1 :], i + 1)
                    if at_will or b not in banned
                ]
            start += len(group)
        edges += [(i, j, _FREE) for i in range(start, len(nodes)) for j in range(i + 1, len(nodes))]
        if len(nodes) % 2 and pool:
            edges += [(i, len(nodes), _FREE) for i in range(start, len(nodes))]
            nodes.append(0)
        return nodes, edges

    def _solved(self, nodes: Sequence[int], edges: Sequence[Edge], rows: int) -> list[Pair] | None:
        matching = cheapest(len(nodes), edges)
        if matching is None:
            return None
        pairs = [(nodes[a], nodes[b]) for a, b in matching if a < rows]
        return [(a, b) for a, b in pairs if self.place.group[a] != self.place.group[b]]


_FREE: Cost = ()


def stays(groups: Iterable[Group], floats: Iterable[Pair]) -> list[list[int]]:
    """The groups without those who float."""
    away = {entrant for pair in floats for entrant in pair}
    return [[entrant for entrant in group if entrant not in away] for group in groups]
