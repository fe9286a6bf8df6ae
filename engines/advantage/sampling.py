"""Deals out what an observer of Advantage does not see: the unknown cards of one hand or two, and the stock.

Every state that looks like the observation and is allowed (hidden.py) is equally likely. Cards dealt at random are
tried first; where that keeps failing, the hands that are allowed are counted, rank by rank, and one of them is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from engines.advantage.hidden import HIGHEST, Demand, demand
from engines.advantage.masks import PACK, PAIR_MASKS, cards_of, mask_of
from engines.advantage.reading import seen
from engines.advantage.state import OVER, AdvantageState
from plugins.chance import Stream
from plugins.contract import JSON

TRIES = 20


def sampled(observation: JSON, stream: Stream) -> AdvantageState:
    """A uniformly random one of the states that look like this. Raises ValueError if there is none, or KeyError."""
    state, unknown = seen(observation)
    pool = _unseen(state)
    if len(pool) != sum(unknown) + observation["stock"]:
        raise ValueError("observation: the cards seen, unknown and in the stock are not a whole pack")
    seats = [seat for seat in (0, 1) if seat != observation["seat"]]
    demands = [demand(state, seat, unknown[seat]) for seat in seats]
    hands = dealt(demands, pool, stream) or counted(demands, pool, stream)
    for seat, cards in zip(seats, hands, strict=True):
        state.hands[seat] |= cards
    state.stock = _unseen(state)
    stream.shuffle(state.stock)
    if state.phase != OVER and state.stuck():
        raise ValueError(f"observation: seat {state.player} is to act, but can do nothing")
    return state


def dealt(demands: list[Demand], pool: list[int], stream: Stream) -> list[int] | None:
    """The unknown cards of every hand, as they are dealt out of ``pool``; None if TRIES deals were not allowed."""
    for _ in range(TRIES):
        stream.shuffle(pool)
        hands, begin = [], 0
        for wanted in demands:
            cards = mask_of(pool[begin : begin + wanted.unknown])
            if cards & wanted.barred or not wanted.met(*wanted.counts(wanted.known | cards)):
                break
            hands.append(cards)
            begin += wanted.unknown
        else:
            return hands
    return None


def counted(demands: list[Demand], pool: list[int], stream: Stream) -> list[int]:
    """The same, drawn from all that are allowed. Raises ValueError if there are none."""
    unseen = mask_of(pool)
    # Rank by rank, every way to give some of its unseen cards to the hands; with what that counts for either hand.
    givings = [list(_givings(demands, unseen & 15 << shift, shift)) for shift in range(0, 52, 4)]
    different = [Counter(gains for _, gains in ways).items() for ways in givings]

    @cache
    def ways(rank: int, totals: tuple[int, ...]) -> int:
        """In how many ways the ranks from ``rank`` on can be given, when those before have come to ``totals``."""
        cards, fitting, doubles = totals[::3], totals[1::3], totals[2::3]
        if any(total > wanted.unknown for wanted, total in zip(demands, cards, strict=True)):
            return 0
        if rank == 13:
            every = zip(demands, cards, fitting, doubles, strict=True)
            return all(total == wanted.unknown and wanted.met(fit, double) for wanted, total, fit, double in every)
        return sum([number * ways(rank + 1, _plus(totals, gains)) for gains, number in different[rank]])

    totals = (0, 0, 0) * len(demands)
    if not ways(0, totals):
        raise ValueError("observation: no hand that is not seen could have led to it")
    hands = [0] * len(demands)
    chosen = stream.below(ways(0, totals))
    for rank in range(13):
        for cards, gains in givings[rank]:
            after = _plus(totals, gains)
            if chosen < ways(rank + 1, after):
                totals = after
                hands = [hand | more for hand, more in zip(hands, cards, strict=True)]
                break
            chosen -= ways(rank + 1, after)
    return hands


def _givings(demands: list[Demand], unseen: int, shift: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The cards for every hand, and for every hand how many these are, and what Demand.counts says of the rank."""
    if not demands:
        yield (), ()
        return
    first, *others = demands
    cards = open_to = unseen & ~first.barred
    while True:
        counts = first.counts(first.known & 15 << shift | cards)
        for rest, gains in _givings(others, unseen & ~cards, shift):
            yield (cards, *rest), (cards.bit_count(), *counts, *gains)
        if not cards:
            return
        cards = cards - 1 & open_to  # the next smaller subset


def _plus(totals: tuple[int, ...], gains: tuple[int, ...]) -> tuple[int, ...]:
    """The sums; of cards that fit and of doubles no more than are needed to tell whether a bound is passed."""
    return tuple(
        [
            total + gain if at % 3 == 0 else min(total + gain, HIGHEST + 1)
            for at, (total, gain) in enumerate(zip(totals, gains, strict=True))
        ]
    )


def _unseen(state: AdvantageState) -> list[int]:
    """The cards that are in no hand and no pile and were not set aside, ascending."""
    lying = state.hands[0] | state.hands[1]
    for pile in state.piles:
        lying |= mask_of(pile)
    for pairs in state.pairs:
        for pair in pairs:
            lying |= PAIR_MASKS[pair]
    return cards_of(PACK & ~lying)
