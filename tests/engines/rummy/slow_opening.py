"""How many points an unopened player can still put down this turn: two searches that know no bound.

Both answer for cards in hand, the layouts on the table, the sizes of new layouts and the cards that must be kept. The
first tries every sequence of put-downs. The second, for hands too large for that, uses that the order of put-downs does
not matter: first new layouts in the order of one list, then for one layout after the other what is laid off onto it.
"""

from collections import Counter
from functools import lru_cache
from itertools import product

from tests.engines.rummy.slow_layouts import (
    RUN_OF_RANKS,
    SUITS,
    counts,
    ends,
    holds,
    in_pack_order,
    laid_off,
    lay_offs,
    layout,
    new_layouts_by_choosing,
    new_layouts_by_listing,
    without,
)


def frozen(one: dict) -> tuple:
    return one["kind"], tuple(one["cards"]), tuple(one["as"])


def most_by_sequences(hand, table: list[dict], smallest: int, longest_run: int, sets: str, keep: int) -> int:
    """The most points of any sequence of new layouts and lay-offs, none included, that leaves ``keep`` cards."""
    return _most(tuple(in_pack_order(hand)), tuple(sorted(map(frozen, table))), smallest, longest_run, sets, keep)


@lru_cache(maxsize=400_000)
def _most(hand: tuple, table: tuple, smallest: int, longest_run: int, sets: str, keep: int) -> int:
    def then(left, after) -> int:
        return _most(tuple(left), tuple(sorted(after)), smallest, longest_run, sets, keep)

    best = 0
    for one in _chosen(hand, smallest, longest_run, sets):
        left = without(hand, one["cards"])
        if len(left) >= keep:
            best = max(best, sum(map(counts, one["as"])) + then(left, [*table, frozen(one)]))
    for place, lying in enumerate(table):
        for card, stands_for in lay_offs(layout(*lying), hand, sets):
            if len(hand) > keep:
                after = [*table[:place], frozen(laid_off(layout(*lying), card, stands_for)), *table[place + 1 :]]
                best = max(best, counts(stands_for) + then(without(hand, [card]), after))
    return best


@lru_cache(maxsize=100_000)
def _chosen(hand: tuple, smallest: int, longest_run: int, sets: str) -> list[dict]:
    return new_layouts_by_choosing(hand, smallest, longest_run, sets)


def reaches_in_order(
    needed: int, hand, table: list[dict], smallest: int, longest_run: int, sets: str, keep: int
) -> bool:
    """Whether the points of some new layouts, then lay-offs, are ``needed`` at least, with ``keep`` cards left."""
    candidates = new_layouts_by_listing(hand, smallest, longest_run, sets)

    def lay(hand: list[str], open_ended: list[tuple], needed: int, candidates: list[dict]) -> bool:
        if len(hand) < keep:
            return False
        if needed <= 0 or most_laid_off(tuple(in_pack_order(hand)), tuple(sorted(open_ended)), keep) >= needed:
            return True
        while candidates:
            one = candidates[0]
            left = without(hand, one["cards"])
            next_ones = [other for other in candidates if holds(left, other["cards"])]
            if lay(left, [*open_ended, growing(one, sets)], needed - sum(map(counts, one["as"])), next_ones):
                return True
            candidates = candidates[1:]
        return False

    return lay(list(hand), [growing(one, sets) for one in table], needed, candidates)


def growing(one: dict, sets: str) -> tuple:
    """What matters for lay-offs: a run's suit and ends; a set's rank, how many more it takes, of which suits."""
    if one["kind"] == "run":
        return ("run", one["as"][0][1], *ends(one))
    if sets == "any":
        return "any", one["as"][0][0], 1000, SUITS
    return (
        "distinct",
        one["as"][0][0],
        4 - len(one["cards"]),
        "".join(s for s in SUITS if one["as"][0][0] + s not in one["cards"]),
    )


@lru_cache(maxsize=400_000)
def most_laid_off(hand: tuple, table: tuple, keep: int) -> int:
    """The most points that can be laid off onto these layouts, the first of them first."""
    if not table:
        return 0
    best = 0
    for cards, points in _growths(hand, table[0]):
        if len(hand) - len(cards) >= keep:
            best = max(best, points + most_laid_off(tuple(without(hand, cards)), table[1:], keep))
    return best


def _growths(hand: tuple, one: tuple) -> list[tuple[list[str], int]]:
    """All cards that can be laid off onto this one layout, and what they count, nothing first."""
    held = Counter(hand)
    found = []
    if one[0] == "run":
        _, suit, first, last = one
        for down, up in product(range(first + 1), range(14 - last)):
            if first - down == 0 and last + up == 13:
                continue  # the ace is low or high, never both
            if down + up > len(hand):
                continue
            places = [RUN_OF_RANKS[at] + suit for at in (*range(first - down, first), *range(last + 1, last + up + 1))]
            natural = [card for card in places if card in held]
            if len(places) - len(natural) > held["JK"]:
                continue
            for cards in product(*([card, "JK"] for card in places)):
                if Counter(cards) <= held:
                    found.append((list(cards), sum(map(counts, places))))
        return found
    kind, rank, most, suits = one
    of_rank = [rank + suit for suit in suits]
    numbers = [range(min(held[card], 1 if kind == "distinct" else 1000) + 1) for card in of_rank]
    for taken in product(*numbers, range(held["JK"] + 1)):
        if sum(taken) <= most:
            cards = list(Counter(dict(zip([*of_rank, "JK"], taken, strict=True))).elements())
            found.append((cards, counts(of_rank[0] if of_rank else rank + "*") * len(cards)))
    return found
