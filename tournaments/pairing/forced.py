"""Pairs where some must meet who should not: as few as possible, and those that met longest ago."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.pairing.floats import Group, Pair, Places, SeatCosts, choice_costs, float_costs
from tournaments.pairing.forbidden import Ban, Bans, always_pairable
from tournaments.pairing.halves import deviation
from tournaments.pairing.matching import Edge, cheapest, largest

# All pairs of so many are looked at; of more, those with the nearest whom everyone may meet.
_WHOLE = 300
_NEAREST = 12
_NEAREST_BANNED = 4
# All pairs of so many are looked at for whether they can be paired at all without a ban.
_DECIDABLE = 2000

BAN_LEVELS = 3


def ban_costs(ban: Ban | None) -> list[tuple[int, int]]:
    """Levels 0 to 2: barred, met before (if not barred), in which round."""
    if ban is None:
        return []
    amounts = (int(ban.barred), int(ban.met > 0 and not ban.barred), ban.met)
    return [(level, amount) for level, amount in enumerate(amounts) if amount]


def forced(groups: Sequence[Group], bans: Bans, seats: SeatCosts) -> list[Pair]:
    """All pairs (the higher first) of an even number of entrants: fewest barred pairs, then fewest rematches, then the
    least sum of the rounds in which rematches were last played, then floats as `floats` has them. How those who stay in
    a group are paired is left open.

    Of very many score groups the floats of the lowest may go by no rule, where their costs cannot be compared exactly.
    With more than 300 entrants only pairs of near ones are looked at, but enough of others to have as few bans as
    possible, if those are all of one kind and there are no more than 2,000 entrants.
    """
    order = [entrant for group in groups for entrant in group]
    place = Places.of(groups)
    choice = BAN_LEVELS + 2 * len(groups)
    edges: list[Edge] = []
    for i, j in sorted(_candidates(order, bans)):
        a, b = order[i], order[j]
        cost = ban_costs(bans[a].get(b))
        if place.group[a] != place.group[b]:
            cost += float_costs(a, b, place, 0, BAN_LEVELS)
            cost += choice_costs(a, b, place, seats, (0, len(order) - 1), choice)
        edges.append((i, j, tuple(cost)))
    matching = cheapest(len(order), edges, strict=False)
    assert matching is not None  # the candidates hold a perfect matching
    return [(order[a], order[b]) for a, b in matching]


def pairable(order: Sequence[int], bans: Bans) -> bool:
    """Whether these, an even number, can be paired without a ban; of more than 2,000, whether that is seen."""
    return always_pairable(bans, order) or 2 * len(most_pairs(order, bans)) == len(order)


def most_pairs(order: Sequence[int], bans: Bans) -> list[Pair]:
    """As many pairs of places without a ban as there can be; of more than 2,000 entrants, as are seen."""
    for nearest in (_NEAREST, 4 * _NEAREST, len(order)):
        pairs = largest(len(order), sorted({*_allowed(order, bans, nearest), *_spread(order, bans, nearest)}))
        if _proved(order, bans, pairs) or (len(order) > _DECIDABLE and nearest > _NEAREST):
            break
    return pairs


def _proved(order: Sequence[int], bans: Bans, pairs: Sequence[Pair]) -> bool:
    """Whether it is plain that there is no larger matching: those left over belong to a set of entrants all banned from
    each other, so many that they find no more partners outside.
    """
    paired = {place for pair in pairs for place in pair}
    left = [entrant for place, entrant in enumerate(order) if place not in paired]
    if not left:
        return True
    among = {*left[:1], *bans[left[0]]}.intersection(order)
    clique: list[int] = []
    for entrant in [*left, *order]:
        if entrant in among:
            clique.append(entrant)
            among = among.intersection(bans[entrant])
    return 2 * len(clique) - len(order) == len(left)


def _allowed(order: Sequence[int], bans: Bans, nearest: int) -> Iterator[tuple[int, int]]:
    """Places of pairs without a ban: of everyone with so many below it."""
    for a, entrant in enumerate(order):
        banned, left = bans[entrant], nearest
        for b in range(a + 1, len(order)):
            if order[b] not in banned:
                yield a, b
                left -= 1
                if not left:
                    break


def _spread(order: Sequence[int], bans: Bans, count: int) -> Iterator[Pair]:
    """Places of pairs without a ban: of everyone with so many from all over the order."""
    size = len(order)
    for a, entrant in enumerate(order):
        banned = bans[entrant]
        for step in range(1, min(count, size)):
            b = (a + step * size // count) % size
            if b != a and order[b] not in banned:
                yield min(a, b), max(a, b)


def _candidates(order: Sequence[int], bans: Bans) -> set[tuple[int, int]]:
    size = len(order)
    if size <= _WHOLE:
        return set(combinations(range(size), 2))
    most = most_pairs(order, bans)
    paired = {place for pair in most for place in pair}
    # Those left are all banned from each other.
    left = [place for place in range(size) if place not in paired]
    found = {*most, *zip(left[::2], left[1::2], strict=True), *_allowed(order, bans, _NEAREST)}
    for a in range(size):
        found.update((a, b) for b in range(a + 1, min(size, a + 1 + _NEAREST_BANNED)))
    if len(left) ** 2 < _WHOLE**2:
        found.update(combinations(left, 2))
    return found


def forced_halves(group: Sequence[int], bans: Bans, seats: SeatCosts) -> list[Pair]:
    """An even group in order of seed as `halves` has it, but with as few bans as possible, as `forced` counts them."""
    half, size = len(group) // 2, len(group)
    edges: list[Edge] = []
    for i, j in combinations(range(size), 2):
        a, b = group[i], group[j]
        amounts = (*seats(a, b), deviation(i, j, half))
        cost = ban_costs(bans[a].get(b)) + [(n, amount) for n, amount in enumerate(amounts, BAN_LEVELS) if amount]
        edges.append((i, j, tuple(cost)))
    matching = cheapest(size, edges)
    assert matching is not None  # all pairs are in it
    return [(group[i], group[j]) for i, j in matching]
