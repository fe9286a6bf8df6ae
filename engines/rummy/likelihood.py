"""Worlds in which the other players have played sensibly: what they can put down they have put down.

``Rummy.sample`` takes all hands for equally likely. But whoever has ended a turn has shown something: had he held a
layout, or a card that fits onto the table, he would most likely have put it down. Worlds in which he holds one look
more urgent than the game is.
"""

from __future__ import annotations

from engines.rummy.hand import Hand, in_runs
from engines.rummy.legal import opening_plays
from engines.rummy.reading import without
from engines.rummy.sets import ranks_with
from engines.rummy.state import RummyState
from engines.rummy.table import Table
from plugins.chance import Stream

DEALS = 12
"""So often a hand is dealt anew at most; then what would be unlikely is taken for a player who bides his time."""

_NO_TABLE = Table()


def redeal(state: RummyState, stream: Stream) -> None:
    """Deal those hands anew, from the closed pile, that could have put cards down when their last turn ended.

    Changes ``state``, in which it is the turn of whoever looks; what this player sees stays as it is.
    """
    seats = len(state.hands)
    previous = (state.player - 1) % seats
    for seat in range(seats):
        # A player without a turn so far has shown nothing.
        if seat == state.player or state.turn <= seat + 1:
            continue
        # What was put down since his turn he had no occasion to lay off onto.
        fits = state.table.fits if seat == previous and not state.points and state.opened[seat] else 0
        for _ in range(DEALS):
            if not idle(state, seat, fits):
                break
            _exchange(state, seat, fits, stream)


def idle(state: RummyState, seat: int, fits: int) -> bool:
    """Whether the seat holds what it would have put down: opened, natural cards that are a layout or in ``fits``.

    Not opened: enough to open by new layouts alone.
    """
    hand, terms = state.hands[seat], state.terms
    if terms.threshold and not state.opened[seat]:
        return opening_plays(hand, _NO_TABLE, terms, terms.long_opening, terms.threshold, False)[0] < 0
    if hand.once & fits or in_runs(hand.once):
        return True
    if not terms.distinct:
        return ranks_with(3, hand.ranks) > 0
    return any((hand.once >> 4 * rank & 15).bit_count() >= 3 for rank in range(13))


def _exchange(state: RummyState, seat: int, fits: int, stream: Stream) -> None:
    """Deal the hand anew but for the cards known, from itself and the closed pile, if possible none in ``fits``."""
    known, cut = state.known[seat], state.closed_known
    hidden = without(state.hands[seat].cards, known)
    pool = hidden + state.closed[cut:]
    stream.shuffle(pool)
    chosen = [place for place, card in enumerate(pool) if not fits >> card & 1][: len(hidden)]
    chosen += [place for place, card in enumerate(pool) if fits >> card & 1][: len(hidden) - len(chosen)]
    state.hands[seat] = Hand([*known, *[pool[place] for place in chosen]])
    state.closed[cut:] = [card for place, card in enumerate(pool) if place not in chosen]
