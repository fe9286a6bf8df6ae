"""What ``greedy`` does, from what a seat knows: its hand, the table, the open card, what is legal.

It puts down what rids it of most, counting what can still be put down afterwards, and opens as soon as it can; keeps a
joker for a layout that is worth it, unless jokers double what a hand counts or it can go out; takes the open card if
that costs it no better layout; and discards the dearest card that goes with no other, rather not one that fits onto the
table where another player may lay it off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from engines.cards import JOKER
from engines.rummy.actions import DRAW, LAY, OFF, REST, SWAP, TAKE, TAKE_ON, off_parts
from engines.rummy.hand import BIT, VALUES, Hand, in_runs, points
from engines.rummy.packing import without
from engines.rummy.patterns import PATTERNS
from engines.rummy.sets import ranks_with
from engines.rummy.table import Table

_OUT = 500.0  # for going out in this turn
_LATER = 0.9  # what a card counts that can be put down later, against one that is put down
_JOKER = 12.0  # what a joker in hand is worth
_SAVED = 3.0  # what it is worth not to draw a card
_LAYS = 24  # so many new layouts are looked at
_COMPANY = 3.0  # points that a card may count for every other card that it goes with
_IN_LAYOUT = 20.0
_FITS = 8.0

# What each new layout takes out of a hand: points of natural cards, how many of every rank (see Hand.ranks).
_NATURALS = [points(pattern.once) + points(pattern.twice) for pattern in PATTERNS]
_RANKS = [sum(1 << card // 4 * 4 for card in pattern.cards if card != JOKER) for pattern in PATTERNS]
_JOKERS = [pattern.jokers for pattern in PATTERNS]


class Known(NamedTuple):
    """What a seat knows that matters here.

    top: the open card, or None. double: whether every joker doubles what a hand counts. distinct: sets are of different
    suits. watched: another player has opened.
    """

    hand: Hand
    table: Table
    top: int | None
    double: bool
    distinct: bool
    watched: bool


def decide(legal: Sequence[int], known: Known) -> int:
    """One of ``legal``."""
    if len(legal) == 1:
        return legal[0]
    hand, table = known.hand, known.table
    joker = 0.0 if known.double else _JOKER
    later = _LATER * _later(hand.once, hand.twice, hand.ranks, table)[0]
    if legal[0] == DRAW:
        assert known.top is not None
        with_top = hand.copy()
        with_top.add(known.top)
        # The card that is taken rids the hand of nothing.
        price = joker if known.top == JOKER else -float(VALUES[known.top // 4])
        action, gain = _best(_promising(legal[1:], TAKE, joker), with_top, table, joker)
        return action if gain + price + _SAVED > later else DRAW
    first = bisect_left(legal, 0)
    if first:
        action, gain = _best(_promising(legal[:first], LAY, joker), hand, table, joker)
        if gain > later or first == len(legal):
            return action
    return _discard(legal[first:], known)


def _promising(actions: Sequence[int], new: int, joker: float) -> list[int]:
    """The new layouts (of the kind ``new``) that rid a hand of most, and all other actions."""
    end = bisect_left(actions, new + REST + 1)
    lays = list(actions[:end])
    if end > _LAYS:
        lays.sort(key=lambda lay: joker * _JOKERS[lay & REST] - _NATURALS[lay & REST])
        del lays[_LAYS:]
    return lays + list(actions[end:])


def _best(actions: Sequence[int], hand: Hand, table: Table, joker: float) -> tuple[int, float]:
    """The action that rids the hand of most, now and later, and how much that is."""
    best, found = -1e9, actions[0]
    for action in actions:
        gain = _gain(action, hand, table, joker)
        if gain > best:
            best, found = gain, action
    return found, best


def _gain(action: int, hand: Hand, table: Table, joker: float) -> float:
    once, twice, ranks, jokers, left = hand.once, hand.twice, hand.ranks, hand.jokers, len(hand.cards)
    rest = action & REST
    kind = action - rest
    if kind in (LAY, TAKE):
        pattern = PATTERNS[rest]
        once, twice = without(once, twice, pattern.once, pattern.twice)
        ranks -= _RANKS[rest]
        jokers -= pattern.jokers
        left -= len(pattern.cards)
        gain = _NATURALS[rest] - joker * pattern.jokers
    else:
        if kind == OFF:
            _, card, role = off_parts(action)
        elif kind == TAKE_ON:
            role = rest & 127
            card = role  # a joker only if it is none that the hand has
            if role > JOKER or not once & BIT[role]:
                card = JOKER
        else:
            card = role = rest & 63
        if card == JOKER:
            jokers -= 1
            gain = -joker
        else:
            once, twice = without(once, twice, BIT[card], 0)
            ranks -= 1 << card // 4 * 4
            gain = float(VALUES[card // 4])
        if kind == SWAP:
            jokers += 1
        else:
            left -= 1
    later, number = _later(once, twice, ranks, table)
    gain += _LATER * later
    if left - number - jokers <= 1:
        # The rest goes as well, now or with the discard. Fewer jokers: for what can be laid off, natural cards first.
        gain += _OUT - left
    return gain


def _later(once: int, twice: int, ranks: int, table: Table) -> tuple[int, int]:
    """Points and number of the natural cards that lie in a run or set or fit onto the table."""
    runs = in_runs(once)
    runs |= runs << 4 | runs << 8
    sets = ranks_with(3, ranks)
    sets |= sets >> 1 | sets >> 2 | sets >> 3
    cards = (runs >> 4 | (runs & 15) << 48 | sets | table.fits) & once
    total, number = points(cards), cards.bit_count()
    if cards & twice:
        total += points(cards & twice)
        number += (cards & twice).bit_count()
    return total, number


def _discard(cards: Sequence[int], known: Known) -> int:
    """The dearest card that is of no use."""
    hand, table = known.hand, known.table
    once, twice, ranks = hand.once, hand.twice, hand.ranks
    line = once << 4 | once >> 48
    runs = in_runs(once)
    runs |= runs << 4 | runs << 8
    in_run = runs >> 4 | (runs & 15) << 48
    best, found = -1e9, cards[0]
    for card in cards:
        if card == JOKER:
            continue
        bit = BIT[card]
        rank = card >> 2
        number = (once >> 4 * rank & 15).bit_count() if known.distinct else ranks >> 4 * rank & 15
        mates = number - 1
        company = float(mates)
        for position in (rank + 1, 0) if rank == 12 else (rank + 1,):
            near = line >> 4 * position + (card & 3)
            company += (near >> 4 & 1) + 0.6 * (near >> 8 & 1)
            below = line << 8 >> 4 * position + (card & 3)
            company += (below >> 4 & 1) + 0.6 * (below & 1)
        if twice & bit and known.distinct:
            company = 0.0
        worth = _COMPANY * company
        if (in_run & bit or mates >= 2) and not twice & bit:
            worth += _IN_LAYOUT
        if table.fits & bit and known.watched:
            worth += _FITS
        score = (1 if known.double else VALUES[rank]) - worth
        if score > best:
            best, found = score, card
    return found
