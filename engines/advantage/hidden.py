"""What may be in a hand that an observer of Advantage does not see.

A hand is not any hand. Who is to act can act; if he drew before, with the card that he drew and no other. Who ended
his round 3 had no pair left then, and draws two cards at most until he comes to it again. And who had a turn in round 1
while nobody moved in this cycle has nothing that he could lay, unless he drew it in round 2.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.advantage.masks import EXCHANGED_FOR, LAID_ON, ranks_of
from engines.advantage.state import LAYING, OVER, PAIRING, AdvantageState

MANY = 52  # no upper bound
HIGHEST = 2  # the greatest upper bound below that


class Demand(NamedTuple):
    """What must be true of a hand.

    unknown: how many of its cards are not seen. known: those that are.
    barred:  none of the unknown cards is one of these. fits: of these it has at least and at most ``fitting`` cards.
    doubles: at least and at most so many cards have a rank that another card, counted before, has too.
    apart:   the cards that fit are not counted among these.
    """

    unknown: int
    known: int
    barred: int
    fits: int
    fitting: tuple[int, int]
    doubles: tuple[int, int]
    apart: bool

    def counts(self, hand: int) -> tuple[int, int]:
        """How many cards of a hand, or of a part of it that is whole ranks, fit, and how many are doubles."""
        rest = hand & ~self.fits if self.apart else hand
        return (hand & self.fits).bit_count(), rest.bit_count() - ranks_of(rest).bit_count()

    def met(self, fitting: int, doubles: int) -> bool:
        """Whether a hand with these counts is allowed."""
        return self.fitting[0] <= fitting <= self.fitting[1] and self.doubles[0] <= doubles <= self.doubles[1]


def demand(state: AdvantageState, seat: int, unknown: int) -> Demand:
    """What the open part of ``state`` demands of the seat's hand, of which ``unknown`` cards are not seen."""
    tops = [pile[-1] for pile in state.piles]
    layable = LAID_ON[tops[0]] | LAID_ON[tops[1]] | LAID_ON[tops[2]]
    acts = state.phase != OVER and seat == state.player
    # The rounds of this cycle that the seat has had its turn of.
    done = min(state.phase + (seat == state.leader != state.player), 3)
    barred, fits, fitting, doubles = 0, 0, (0, MANY), (0, MANY)
    if done == 3:
        doubles = (0, 0)
    elif state.cycle > 1 and (done < 2 or not state.moved):
        doubles = (0, 0 if state.began_empty else done)
    if done == 1 and not state.moved:
        barred = layable
    elif done > 1 and not state.moved:
        fits, fitting = layable, (0, 0 if state.began_empty else 1)
    if acts and state.phase == PAIRING:
        doubles = (1, doubles[1])
    elif acts:
        fits = (
            layable
            if state.phase == LAYING
            else EXCHANGED_FOR[tops[0]] | EXCHANGED_FOR[tops[1]] | EXCHANGED_FOR[tops[2]]
        )
        fitting = (1, 1 if state.drew else MANY)
        if state.drew:
            barred &= ~fits
    return Demand(unknown, state.known[seat], barred, fits, fitting, doubles, acts and state.drew)
