"""The bots that come with Trash.

There are two choices in the game. *Where a jack goes* changes nobody's chances. A number is playable while its place is
face down or shows a jack, so a jack does not take its place's number away: when that number comes it goes there, the
jack moves on to a place still face down, and the layout is as if both had been put the other way round; and the cards
under any two face-down places are equally unknown. *Where to draw* matters: the discard, which may be taken only if it
fits, turns a place up for certain and gives another card to go on with; the stock's top card may end the turn.
"""

from __future__ import annotations

from engines.trash.state import TAKE
from plugins.contract import Action, View


class Random:
    """Any legal action, each as likely as the others."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, from the seat's own stream."""
        return view.chance.choice(view.legal)


class Greedy:
    """Takes the discard whenever it may; puts a jack on the lowest face-down place."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, without chance."""
        legal = view.legal
        return TAKE if TAKE in legal else legal[0]
