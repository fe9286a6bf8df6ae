"""The new sets that a hand can lay."""

from __future__ import annotations

from functools import lru_cache

from engines.rummy.actions import LAY
from engines.rummy.patterns import SET

_ONE_OF_EACH = sum(1 << 4 * rank for rank in range(13))
_FOURTH_BIT = 8 * _ONE_OF_EACH


def ranks_with(least: int, ranks: int) -> int:
    """The ranks of which at least ``least`` (1 to 8) cards are held: bit ``4 * rank + 3`` is set.

    ranks: how many cards of every rank, in four bits each, as ``Hand.ranks``.
    """
    return ranks + (8 - least) * _ONE_OF_EACH & _FOURTH_BIT


@lru_cache(maxsize=16_384)
def new_sets(rank: int, once: int, twice: int, jokers: int, long: bool, distinct: bool) -> tuple[int, ...]:
    """The actions LAY of all sets of ``rank`` that can be laid with these cards and up to three ``jokers``.

    once, twice: the suits held at least once, and twice, in four bits. Three or four cards, four if ``long``;
    ``distinct``: all of different suits. Ascending.
    """
    found = []
    for ones, twos, length, used, action in _OF_RANK[rank]:
        if used > jokers or ones & ~once or twos & ~twice or (long and length == 3) or (distinct and twos):
            continue
        found.append(action)
    return tuple(found)


def _of_rank(rank: int) -> list[tuple[int, int, int, int, int]]:
    """All sets of a rank: suits in it, suits twice in it, length, jokers, action; by action."""
    sets = []
    for (of, suits, length), number in SET.items():
        if of == rank:
            ones = sum(1 << suit for suit in set(suits))
            twos = sum(1 << suit for suit in set(suits) if suits.count(suit) == 2)
            sets.append((ones, twos, length, length - len(suits), LAY | number))
    return sorted(sets, key=lambda item: item[-1])


_OF_RANK = [_of_rank(rank) for rank in range(13)]
