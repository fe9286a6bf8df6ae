"""The bots that come with Advantage."""

from __future__ import annotations

from engines import search
from engines.advantage.greedy import decide
from engines.advantage.reading import seen
from engines.advantage.state import OVER, PAIR, PAIRING, AdvantageState
from plugins.chance import Stream
from plugins.contract import Action, View

ITERATIONS = 100
"""Playouts for one choice."""
CYCLES = 3
"""Cycles that a playout goes through, the one in progress included."""
DOUBT = 0
"""Whatever was better at all is taken: greedy's choice is no better founded."""


class Random:
    """Any legal action, each as likely as the others."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, from the seat's own stream."""
        return view.chance.choice(view.legal)


class Greedy:
    """The action by which its hand gains most in this cycle, and the other's least; see greedy.py."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, without chance."""
        state, unknown = seen(view.observation)
        return decide(state, unknown[1 - view.seat])


class Search:
    """Tries what may be done in worlds that could be the real one, both seats playing greedily for a few cycles."""

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self._search = search.Search(iterations, playout, DOUBT)

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, greedy's if nothing is better. The worlds come from the seat's own stream."""
        state, unknown = seen(view.observation)
        return self._search.choose(view, candidates(state, unknown[1 - view.seat]))


def candidates(state: AdvantageState, unknown: int) -> list[int]:
    """The legal actions that differ from each other, greedy's first."""
    legal = state.legal(state.player)
    if state.phase == PAIRING:
        # Pairs of other ranks will be set aside as well; it matters which one of three cards is left, and that alone.
        alike = [action for action in legal if (action - PAIR) // 6 == (legal[0] - PAIR) // 6]
        return alike if len(alike) == 3 else alike[:1]
    first = decide(state, unknown)
    return [first, *[action for action in legal if action != first]]


def playout(state: AdvantageState, seat: int, stream: Stream) -> int:
    """Play on greedily, to the end of the game at most; what the seat has more than the other, in cards.

    A card in hand counts as much as one set aside: half a pair.
    """
    beyond = state.cycle + CYCLES
    while state.phase != OVER and state.cycle < beyond:
        player = state.player
        other = 1 - player
        state.apply(player, decide(state, (state.hands[other] & ~state.known[other]).bit_count()))
    return _cards(state, seat) - _cards(state, 1 - seat)


def _cards(state: AdvantageState, seat: int) -> int:
    held = 0 if state.phase == OVER else state.hands[seat].bit_count()
    return 2 * len(state.pairs[seat]) + held
