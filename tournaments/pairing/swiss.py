"""Swiss for two seats: equal scores meet, nobody meets twice while that can be avoided."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import isqrt
from typing import Any, ClassVar

from tournaments.pairing.base import Field, Format, Pairings, Plan, Rest, Table
from tournaments.pairing.history import bye_order, last_met, seatings
from tournaments.pairing.matching import Edge, cheapest

# Fields of up to this size are searched whole; above, see `_reach`.
_WHOLE = 33
# Floats expected at first in the search for them.
_FLOATS = 8

Pair = tuple[int, int]
Met = Mapping[int, Mapping[int, int]]


class Swiss(Format):
    """The criteria, most important first; each is met as well as those before it allow.

    1. as few rematches as possible: none while any complete pairing without one exists
    2. the bye goes to the first in `history.bye_order`
    3. where rematches are forced, the longest ago (least sum of the rounds in which those paired met last)
    4. the sum of squared score differences is least: floats are as few and as near as possible
    5. floaters are the lowest of their group and meet the highest of the other
    6. in a score group upper half meets lower half, 1 v n/2 + 1: least sum of squared deviations from that distance
    """

    id: ClassVar[str] = "swiss"
    title: ClassVar[str] = "Swiss"
    seats: ClassVar[range] = range(2, 3)
    fixed_rounds: ClassVar[bool] = False

    def _plan(self, entrants: int, seats: int, options: Mapping[str, Any]) -> Plan:
        # With k rounds behind them (a dummy taking the byes) those who have not met form a regular graph. One of even
        # order n and degree >= n / 2 has a perfect matching (Dirac 1952); of degree n / 2 - 1 too unless it falls into
        # two complete graphs of odd order (Wallis 1981), which needs n = 2 mod 4.
        even = entrants + entrants % 2
        most = even // 2 + (even % 4 == 0)
        rounds = min((entrants - 1).bit_length(), most)
        return Plan(rounds, most, f"{rounds} rounds single out one of {entrants}; up to {most} never need a rematch")

    def _pair(self, field: Field) -> Pairings:
        met = last_met(field)
        order = sorted(field.present, key=lambda entrant: (-field.score(entrant), entrant))
        rests: tuple[Rest, ...] = ()
        if len(order) % 2:
            resting = _bye(order, bye_order(field), met)
            order.remove(resting)
            why = f"the number present is odd; on {field.score(resting)} points and next in turn for a bye"
            rests = (Rest(resting, field.win_points, why),)
        pairs = _pairs(order, field, met)
        place = {entrant: index for index, entrant in enumerate(order)}
        pairs.sort(key=lambda pair: (-field.score(pair[0]), -field.score(pair[1]), place[pair[0]]))
        had = seatings(field)
        return Pairings(tuple(Table(_seated(pair, had, field.round), _why(pair, field, met)) for pair in pairs), rests)


def _bye(order: Sequence[int], queue: Sequence[int], met: Met) -> int:
    """Who rests: the first of the queue without whom the others can be paired with the fewest rematches."""
    others, most = len(order) - 1, _most(order, met)
    if 2 * (others - 1 - most) >= others:  # Dirac 1952: the others can be paired, whoever rests
        return queue[0]
    dummy, turn = len(order), {entrant: index for index, entrant in enumerate(queue)}
    byes: list[Edge] = [(place, dummy, (0, turn[entrant])) for place, entrant in enumerate(order)]
    # One more than `_reach` alone, since the pairs reach over the one who rests.
    fresh = [(a, b, (0, 0)) for a, b in _near(order, _reach(order, met) + 1) if order[b] not in met[order[a]]]
    matching = cheapest(dummy + 1, fresh + byes)
    if matching is None:
        every = [(a, b, (int(order[b] in met[order[a]]), 0)) for a, b in _near(order, dummy)]
        matching = cheapest(dummy + 1, every + byes)
    assert matching is not None  # every graph with all pairs in it has a perfect matching
    return next(order[a] for a, b in matching if b == dummy)


def _pairs(order: Sequence[int], field: Field, met: Met) -> list[Pair]:
    """Pairs (the higher in the order first) of an even number of entrants, in order of score and seed."""
    groups = [list(group) for _, group in groupby(order, key=field.score)]
    most = _most(order, met)
    if any(len(group) % 2 or 2 * (len(group) - 1 - most) < len(group) for group in groups):
        matching = _floats(order, groups, field, met)
    else:
        return [pair for group in groups for pair in _halves(group, met)]
    floats = [(a, b) for a, b in matching if field.score(a) != field.score(b)]
    away = {entrant for pair in floats for entrant in pair}
    stay = [[entrant for entrant in group if entrant not in away] for group in groups]
    return floats + [pair for group in stay for pair in _halves(group, met)]


def _floats(order: Sequence[int], groups: Sequence[Sequence[int]], field: Field, met: Met) -> list[Pair]:
    """Criteria 1, 3, 4 and 5: pairs among the ends of the score groups, of which those across groups are the floats.

    Of a large group only both ends can float. Let nobody have met more than m others, and let a best pairing have at
    most f floats. Whoever floats from or to within a group may be replaced by one of its m + f nearest to that end: m
    are at most excluded by earlier meetings and f - 1 by other floats. Then criteria 4 and 5 are met as well or better,
    and what stays of the group, at least 2m + f, can be paired without a rematch (Dirac 1952). So the middle of
    groups may be left out, an even number of entrants. f is not known before, but the sum of squared differences
    divided by the least of them bounds it.
    """
    from_top = {entrant: index for group in groups for index, entrant in enumerate(group)}
    from_bottom = {entrant: index for group in groups for index, entrant in enumerate(reversed(group))}

    def cost(a: int, b: int) -> tuple[int, ...]:
        last = met[a].get(b, 0)
        gap = field.score(a) - field.score(b)
        return int(last > 0), last, gap * gap, from_bottom[a] + from_top[b] if gap else 0

    def matched(order: Sequence[int], reach: int, *, rematches: bool) -> list[Pair] | None:
        near = ((order[a], order[b], a, b) for a, b in _near(order, reach))
        edges = [(i, j, cost(a, b)) for a, b, i, j in near if rematches or b not in met[a]]
        matching = cheapest(len(order), edges)
        return None if matching is None else [(order[a], order[b]) for a, b in matching]

    most, reach = _most(order, met), _reach(order, met)
    scores = [field.score(group[0]) for group in groups]
    least = min(((high - low) ** 2 for high, low in pairwise(scores)), default=1)
    floats = _FLOATS
    while True:
        ends = [entrant for group in groups for entrant in _ends(group, most + floats)]
        pairs = matched(ends, reach, rematches=False)
        whole = len(ends) == len(order)
        if pairs is None and whole:
            break
        bound = sum((field.score(a) - field.score(b)) ** 2 for a, b in pairs) // least if pairs else 2 * floats
        if pairs is not None and (whole or bound <= floats):
            return pairs
        floats = bound
    pairs = matched(order, len(order), rematches=True)
    assert pairs is not None  # all pairs are in it
    return pairs


def _ends(group: Sequence[int], length: int) -> Sequence[int]:
    """The group without its middle, so many of either end, with one more if the middle would be odd."""
    if len(group) <= 2 * length + 1:
        return group
    return [*group[: length + len(group) % 2], *group[-length:]]


def _halves(group: Sequence[int], met: Met) -> list[Pair]:
    """Criteria 1, 3 and 6 for an even group in order of seed."""
    half = len(group) // 2
    if all(group[place + half] not in met[group[place]] for place in range(half)):
        return [(group[place], group[place + half]) for place in range(half)]
    width = 4
    while True:
        edges: list[Edge] = []
        for a in range(len(group)):
            for b in range(max(a + 1, a + half - width), min(len(group), a + half + width + 1)):
                if group[b] not in met[group[a]]:
                    edges.append((a, b, (0, 0, (b - a - half) ** 2)))
        matching = cheapest(len(group), edges)
        # No pair of the best matching deviates by more than the root of the least sum, nor of any sum found.
        enough = isqrt(sum((b - a - half) ** 2 for a, b in matching)) if matching else 2 * width
        if width >= (enough if matching else half):
            break
        width = enough
    if matching is None:
        every = [
            (a, b, (int(group[b] in met[group[a]]), met[group[a]].get(group[b], 0), (b - a - half) ** 2))
            for a, b in _near(group, len(group))
        ]
        matching = cheapest(len(group), every)
    return [(group[a], group[b]) for a, b in matching or ()]


def _near(order: Sequence[int], reach: int) -> Iterator[Pair]:
    """The pairs of places at most `reach` apart."""
    return ((a, b) for a in range(len(order)) for b in range(a + 1, min(len(order), a + reach + 1)))


def _most(order: Sequence[int], met: Met) -> int:
    """The greatest number of others that one has met."""
    return max((len(met[entrant]) for entrant in order), default=0)


def _reach(order: Sequence[int], met: Met) -> int:
    """How far apart in the order two need to be considered for a pair, without losing criteria 1 and 4.

    Let nobody have met more than m others, and let a and b be paired with more than 4m between them. Two pairs with
    one of a's or b's earlier opponents are at most 2m, so between a and b stands one of another pair, and the four can
    be paired first with second and third with fourth: no rematch, no greater sum of squared score differences, and a
    lesser sum of squared distances. So some best pairing has at most 4m between any two.
    """
    return max(_WHOLE, 4 * _most(order, met) + 1)


def _seated(pair: Pair, had: Mapping[int, Sequence[int]], round_: int) -> Pair:
    """The pair in seat order: the first seat goes to who has had it less often in balance with the second, then to who
    sat second when the two last sat differently, then to the higher if its seed and the round make an even sum.
    """
    a, b = pair
    balance = [sum(1 if seat == 0 else -1 for seat in had[entrant]) for entrant in pair]
    if balance[0] != balance[1]:
        return (a, b) if balance[0] < balance[1] else (b, a)
    for seat_a, seat_b in zip(reversed(had[a]), reversed(had[b]), strict=False):
        if seat_a != seat_b:
            return (a, b) if seat_a > seat_b else (b, a)
    return (a, b) if (a + round_) % 2 == 0 else (b, a)


def _why(pair: Pair, field: Field, met: Met) -> str:
    a, b = pair
    high, low = field.score(a), field.score(b)
    why = f"both on {high} points" if high == low else f"{a} on {high} points floats to {b} on {low}"
    if last := met[a].get(b):
        why += f"; REMATCH of round {last}, since no pairing of those present without a rematch exists"
    return why
