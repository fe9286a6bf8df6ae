"""The bots that come with Trash.

There are two choices in the game. *Where a jack goes* changes nobody's chances. A number is playable while its place is
face down or shows a jack, so a jack does not take its place's number away: when that number comes it goes there, the
jack moves on to a place still face down, and the layout is as if both had been put the other way round; and the cards
under any two face-down places are equally unknown. *Where to draw* matters: the discard, which may be taken only if it
fits, turns a place up for certain and gives another card to go on with; the stock's top card may end the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines import search
from engines.trash.state import OVER, STOCK, TAKE, TrashState
from plugins.chance import Stream
from plugins.contract import Action, View

ITERATIONS = 100
"""Playouts for one choice."""
DOUBT = 9
"""The discard is left for a stock that was better by three standard errors."""


class Random:
    """Any legal action, each as likely as the others."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, from the seat's own stream."""
        return view.chance.choice(view.legal)


class Greedy:
    """Takes the discard whenever it may; puts a jack on the lowest face-down place."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, without chance."""
        return decide(view.legal)


class Search:
    """Greedy, but that it plays the hand out with the discard and with the stock before it takes the discard."""

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self._iterations = iterations

    def choose(self, view: View) -> Action:
        """One of ``view.legal``. What is drawn in the playouts comes from the seat's own stream."""
        legal = view.legal
        if TAKE not in legal:
            return decide(legal)
        hand: int = view.observation["hand"]
        won: int = view.observation["won"][view.seat]

        def playout(state: TrashState, seat: int, stream: Stream) -> int:
            """1 if the seat wins the hand, all playing on greedily, else 0."""
            while state.hand == hand and state.phase != OVER:
                state.apply(state.player, decide(state.actions))
            return state.won[seat] - won

        return search.Search(self._iterations, playout, DOUBT).choose(view, (TAKE, STOCK))


def decide(legal: Sequence[Action]) -> Action:
    """What Greedy does."""
    return TAKE if TAKE in legal else legal[0]
