"""Worlds in which the other players have played sensibly: what they could put down they have put down.

``Rummy.sample`` takes all hands for equally likely. But whoever has ended a turn has shown something: had he held a
layout, or a card that fits onto the table, he would most likely not hold it any more. Where he still does, he is nearer
to going out than he is known to be.
"""

from __future__ import annotations

from engines.rummy.engine import Rummy
from engines.rummy.hand import Hand, in_runs
from engines.rummy.legal import opening_plays
from engines.rummy.reading import without
from engines.rummy.sets import ranks_with
from engines.rummy.state import RummyState
from engines.rummy.table import Table
from plugins.chance import Chance, Stream
from plugins.contract import JSON

DEALS = 12
"""So often a hand is dealt anew at most; then the player is taken for one who bides his time."""

_BARE = Table()


class LikelyWorlds(Rummy):
    """The engine, but for what it samples when it is the observer's turn."""

    def sample(self, observation: JSON, chance: Chance) -> RummyState:
        """A likely one of the states that look like this. Raises ValueError or KeyError if there is none."""
        world = super().sample(observation, chance)
        redeal(world, chance.stream("redeal"))
        return world


def redeal(state: RummyState, stream: Stream) -> None:
    """Deal those hands anew, from themselves and the closed pile, that could have put cards down in their last turn.

    Changes ``state``; what the player to move sees of it stays as it is.
    """
    previous = (state.player - 1) % len(state.hands)
    for seat in range(len(state.hands)):
        # Who has had no turn has shown nothing; seat 0 has had one from turn 2 on.
        if seat == state.player or state.turn < seat + 2:
            continue
        # What others put down after his turn he had no occasion to lay off onto.
        fits = state.table.fits if seat == previous and state.opened[seat] and not state.points else 0
        for _ in range(DEALS):
            if not could_put_down(state, seat, fits):
                break
            _deal_anew(state, seat, fits, stream)


def could_put_down(state: RummyState, seat: int, fits: int) -> bool:
    """Whether the seat holds natural cards that are a layout or in ``fits``; not opened: enough to open by layouts.

    Layouts with jokers do not count, which may be kept for better ones, but for opening they do.
    """
    hand, terms = state.hands[seat], state.terms
    if terms.threshold and not state.opened[seat]:
        return opening_plays(hand, _BARE, terms, terms.long_opening, terms.threshold, False)[0] < 0
    if hand.once & fits or in_runs(hand.once):
        return True
    if terms.distinct:
        return any((hand.once >> 4 * rank & 15).bit_count() >= 3 for rank in range(13))
    return ranks_with(3, hand.ranks) > 0


def _deal_anew(state: RummyState, seat: int, fits: int, stream: Stream) -> None:
    """Exchange the cards that are not known; the seat gets those in ``fits`` only if there are too few others."""
    known, cut = state.known[seat], state.closed_known
    hidden = without(state.hands[seat].cards, known)
    pool = hidden + state.closed[cut:]
    stream.shuffle(pool)
    if fits:
        pool.sort(key=lambda card: fits >> card & 1)
    rest = pool[len(hidden) :]
    if fits:
        stream.shuffle(rest)
    state.hands[seat] = Hand(known + pool[: len(hidden)])
    state.closed[cut:] = rest
