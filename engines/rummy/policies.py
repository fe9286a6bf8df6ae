"""The bots that come with Rummy: ``random``, and ``greedy``, whose decisions are those of greedy.py."""

from __future__ import annotations

from engines.cards import parse
from engines.rummy.greedy import Known, decide
from engines.rummy.hand import Hand
from engines.rummy.reading import read_open
from engines.rummy.state import RummyState
from plugins.contract import JSON, Action, View


class Random:
    """Any legal action, each as likely as the others."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, from the seat's own stream."""
        return view.chance.choice(view.legal)


class Greedy:
    """Puts down what it can, discards what is dear and useless; without chance."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``."""
        if len(view.legal) == 1:
            return view.legal[0]
        legal = [action for action in view.legal if isinstance(action, int)]
        return decide(legal, seen(view.observation))


def seen(observation: JSON) -> Known:
    """What greedy goes by, from an observation of the player to move."""
    state = read_open(observation)
    return _known(state, Hand(map(parse, observation["hand"])))


def greedy_action(state: RummyState) -> int:
    """What greedy does in a state, quicker than by an observation: it goes by nothing that the player cannot see."""
    return decide(state.legal(state.player), _known(state, state.hands[state.player]))


def _known(state: RummyState, hand: Hand) -> Known:
    terms = state.terms
    watched = any(opened for seat, opened in enumerate(state.opened) if seat != state.player)
    top = state.open[-1] if state.open else None
    return Known(hand, state.table, top, terms.by_cards, terms.distinct, watched)
