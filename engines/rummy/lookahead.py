"""The bot ``search`` of Rummy: tries what greedy would think of in worlds that look alike, and plays them out.

Greedy says which few actions are worth a trial, and plays every trial on for all seats: deals are short, so nearly all
of them are played to their end. Where greedy is wrong is mostly where it lays off a card for which it could take a
joker, where it puts down at once what is better kept for a turn, and in what it discards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.cards import parse
from engines.rummy.actions import DRAW, LAY, TAKE, TAKE_ON, off
from engines.rummy.greedy import Known, decide
from engines.rummy.hand import Hand
from engines.rummy.likelihood import LikelyWorlds
from engines.rummy.policies import greedy_action, seen
from engines.rummy.reading import read_open
from engines.rummy.state import OVER, RummyState
from engines.search import Search, play_on
from plugins.chance import Chance, Stream
from plugins.contract import JSON, Action, Engine, View

ITERATIONS = 96
"""Playouts for one choice."""
HORIZON = 80
"""Decisions of all seats after which a playout is broken off; most deals have half as many from beginning to end."""
DOUBT = 2
"""Greedy's choice is left for one that was better by 1.4 standard errors."""
DOWN, DISCARDS = 4, 6
"""At most so many ways to put cards down, with the open card or without, and so many discards are tried."""
WON = 100
"""What winning a deal is worth, in points of a hand.

Ranks alone win a match, but points say how near a deal was: where they count nothing, as many playouts show less.
"""

_NO_CHANCE = Chance(b"")  # nothing of what is seen is random


class Searcher:
    """The best of a few candidates by playouts; see engines/search.py."""

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self._search = Search(iterations, playout, DOUBT)

    def choose(self, view: View) -> Action:
        """One of ``view.legal``. Which worlds are seen comes from the seat's own stream."""
        legal = [action for action in view.legal if isinstance(action, int)]
        if len(legal) == 1:
            return legal[0]
        likely = _Likely(legal, view.observation, LikelyWorlds(), view.seat, view.chance)
        return self._search.choose(likely, candidates(legal, view.observation))


@dataclass(frozen=True, slots=True)
class _Likely:
    """A view with an engine that samples likely worlds."""

    legal: Sequence[Action]
    observation: JSON
    engine: Engine
    seat: int
    chance: Stream


def candidates(legal: Sequence[int], observation: JSON) -> list[int]:
    """At most DOWN + DISCARDS + 1 of ``legal``, greedy's choice first; one that leads to going out now, alone.

    The others are what greedy would do without those before them: put cards down, then discard; or draw, then take.
    """
    known = seen(observation)
    found = [decide(legal, known)]
    if legal[0] == DRAW:
        found += [DRAW, *_best(_with_top_in_hand(legal[1:], known), DOWN, _holding_top(known))]
    else:
        downs, discards = ([action for action in legal if (action < 0) is down] for down in (True, False))
        found += _best(dict(zip(downs, downs, strict=True)), DOWN, known)
        found += _best(dict(zip(discards, discards, strict=True)), DISCARDS, known)
    found = list(dict.fromkeys(found))
    own = _own(observation)
    return next(([action] for action in found if action != DRAW and _goes_out(own, action)), found)


def _best(actions: Mapping[int, int], number: int, known: Known) -> list[int]:
    """At most ``number`` of the values, in the order in which greedy would choose their keys, all of one phase."""
    left = dict(actions)
    best: list[int] = []
    while left and len(best) < number:
        best.append(left.pop(decide(list(left), known)))
    return best


def _with_top_in_hand(takes: Sequence[int], known: Known) -> dict[int, int]:
    """What the player could do with the open card, were it in his hand -> the action that takes it for this."""
    if not takes:
        return {}
    assert known.top is not None
    top = known.top
    return {take - TAKE + LAY if take < TAKE_ON else off(take - TAKE_ON >> 7, top, take & 127): take for take in takes}


def _holding_top(known: Known) -> Known:
    """The same with the open card, if there is one, in hand."""
    hand = known.hand.copy()
    if known.top is not None:
        hand.add(known.top)
    return known._replace(hand=hand)


def _own(observation: JSON) -> RummyState:
    """What the player to move sees, as a state in which he can end his turn unless he draws; others have no cards."""
    state = read_open(observation)
    state.hands = [Hand() for _ in state.opened]
    state.hands[state.player] = Hand(map(parse, observation["hand"]))
    state.known = [[] for _ in state.opened]
    state.closed = []
    return state


def _goes_out(own: RummyState, action: int) -> bool:
    """Whether ``action``, and greedy after it, rid the player of every card in this turn."""
    state = own.clone(_NO_CHANCE)
    player, turn = state.player, state.turn
    state.play(action)
    while state.turn == turn and state.phase != OVER:
        state.play(greedy_action(state))
    return not state.hands[player].cards


def playout(state: RummyState, seat: int, stream: Stream) -> int:
    """Play on as greedy; by how much the seat then holds less than the best other, and WON for a deal that is over."""
    play_on(state, _greedy, stream, HORIZON)
    penalties = state.penalties()
    own = penalties.pop(seat)
    lead = min(penalties) - own
    if state.phase == OVER and lead:
        lead += WON if lead > 0 else -WON
    return lead


def _greedy(state: RummyState, seat: int, stream: Stream) -> int:
    return greedy_action(state)
