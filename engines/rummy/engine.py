"""The engine of Rummy: deals, restores and samples, and reads and writes actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.cards import pack
from engines.rummy import actions, picture
from engines.rummy.hand import Hand
from engines.rummy.reading import restored
from engines.rummy.sampling import sampled
from engines.rummy.state import RummyState
from engines.rummy.terms import JOKERS, Terms
from plugins.chance import Chance
from plugins.contract import JSON, Action


class Rummy:
    """The rules of Rummy, without state."""

    def new(self, options: Mapping[str, Any], seats: int, chance: Chance) -> RummyState:
        """Shuffle and deal; seat 0 plays first. Raises plugins.options.InvalidOptions if the deck is too small."""
        terms = Terms(options, seats)
        size = terms.options["deck"]
        deck = pack(size // 52, JOKERS[size])
        chance.stream("deck").shuffle(deck)
        state = RummyState(terms)
        deal = terms.options["deal"]
        state.hands = []
        for _ in range(seats):
            state.hands.append(Hand(deck[-deal:]))
            del deck[-deal:]
        state.known = [[] for _ in range(seats)]
        state.opened = [False] * seats
        state.may_swap = [False] * seats
        state.open = [deck.pop()]
        state.closed = deck
        return state

    def restore(self, snapshot: JSON, chance: Chance) -> RummyState:
        """The state of a snapshot. Raises ValueError or KeyError if it has another shape than RULES.md says.

        A constructed position need not hold every card of the deck.
        """
        return restored(snapshot)

    def sample(self, observation: JSON, chance: Chance) -> RummyState:
        """A random one of the states that look like this. Raises ValueError or KeyError if there is none."""
        return sampled(observation, chance.stream("sample"))

    def encode(self, action: Action) -> JSON:
        """The action as a JSON object. Raises IllegalAction for what is no action of Rummy."""
        return actions.encode(action)

    def decode(self, data: JSON) -> Action:
        """The action of a JSON object; no key more, no other type. Raises IllegalAction."""
        return actions.decode(data)

    def text(self, observation: JSON) -> str:
        """The table for a terminal."""
        return picture.text(observation)

    def svg(self, observation: JSON) -> str:
        """The table as an SVG picture."""
        return picture.svg(observation)
