"""The bot ``search`` of Rummy: tries what greedy would think of in worlds that look alike, and plays them out.

Greedy says which few actions are worth a trial, and plays every trial on for all seats: deals are short, so nearly all
of them are played to their end. Where greedy is wrong is mostly where it lays off a card for which it could take a
joker, where it opens or lays out early what it had better kept for a while, and what it discards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.cards import parse
from engines.rummy.actions import DRAW, LAY, TAKE, TAKE_ON, off
from engines.rummy.engine import Rummy
from engines.rummy.greedy import Known, decide
from engines.rummy.hand import Hand
from engines.rummy.likelihood import redeal
from engines.rummy.policies import greedy_action, seen
from engines.rummy.reading import read_open
from engines.rummy.state import OVER, RummyState
from engines.search import Search, play_on
from plugins.chance import Chance, Stream
from plugins.contract import JSON, Action, Engine, View

ITERATIONS = 64
"""Playouts for one choice."""
HORIZON = 80
"""Decisions of all seats after which a playout is broken off; most deals have half as many from beginning to end."""
DOUBT = 1
"""Greedy's choice is left for one that was better by a standard error."""
DOWN, DISCARDS = 4, 6
"""At most so many ways to put cards down, taking the open card or not, and so many discards are tried."""
WON = 100
"""What winning a deal is worth, in points of a hand: these say little of who wins a match, but something of how near
it was. Less weighs too little what counts, more hides differences that few playouts could show."""

_NO_CHANCE = Chance(b"")  # a turn is played on from what is seen


class LikelyWorlds(Rummy):
    """Samples only what others would hold had they played sensibly; see likelihood.py."""

    def sample(self, observation: JSON, chance: Chance) -> RummyState:
        """A state that looks like this to the player to move. Raises ValueError or KeyError if there is none."""
        world = super().sample(observation, chance)
        redeal(world, chance.stream("redeal"))
        return world


@dataclass(frozen=True, slots=True)
class _LikelyView:
    legal: Sequence[Action]
    observation: JSON
    engine: Engine
    seat: int
    chance: Stream


class Searcher:
    """The best of a few candidates by playouts; see engines/search.py."""

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self._search = Search(iterations, playout, DOUBT)

    def choose(self, view: View) -> Action:
        """One of ``view.legal``. Which worlds are seen comes from the seat's own stream."""
        legal = [action for action in view.legal if isinstance(action, int)]
        likely = _LikelyView(legal, view.observation, LikelyWorlds(), view.seat, view.chance)
        return self._search.choose(likely, candidates(legal, view.observation))


def candidates(legal: Sequence[int], observation: JSON) -> list[int]:
    """At most DOWN + DISCARDS + 1 of ``legal``, greedy's choice first; one that leads to going out now, alone.

    The others are what greedy would do without those before them: put cards down, then discard; or draw, then take.
    """
    known = seen(observation)
    first = decide(legal, known)
    if len(legal) == 1:
        return [first]
    if legal[0] == DRAW:
        found = [first, DRAW, *_best(_puts(legal[1:], known), DOWN, _with_top(known))]
    else:
        downs = [action for action in legal if action < 0]
        found = [first, *_best(_same(downs), DOWN, known), *_best(_same(legal[len(downs) :]), DISCARDS, known)]
    found = list(dict.fromkeys(found))
    own = _own(observation)
    return next(([action] for action in found if action != DRAW and _goes_out(own, action)), found)


def _best(actions: Mapping[int, int], number: int, known: Known) -> list[int]:
    """At most ``number`` of the values, in the order in which greedy would choose the keys, all of one phase."""
    left = dict(actions)
    best: list[int] = []
    while left and len(best) < number:
        best.append(left.pop(decide(list(left), known)))
    return best


def _same(actions: Sequence[int]) -> dict[int, int]:
    return dict(zip(actions, actions, strict=True))


def _puts(takes: Sequence[int], known: Known) -> dict[int, int]:
    """What the player would do with the open card if he had it in hand -> the action that takes it for this."""
    top = known.top
    assert top is not None
    return {take - TAKE + LAY if take < TAKE_ON else off(take - TAKE_ON >> 7, top, take & 127): take for take in takes}


def _with_top(known: Known) -> Known:
    """The same with the open card in hand."""
    assert known.top is not None
    hand = known.hand.copy()
    hand.add(known.top)
    return known._replace(hand=hand)


def _own(observation: JSON) -> RummyState:
    """What the player to move sees, as a state in which he can play on, but for a draw; others hold nothing."""
    state = read_open(observation)
    state.hands = [Hand() for _ in state.opened]
    state.hands[state.player] = Hand(map(parse, observation["hand"]))
    state.known = [[] for _ in state.opened]
    state.closed = []
    return state


def _goes_out(own: RummyState, action: int) -> bool:
    """Whether ``action`` and then greedy's choices rid the player of every card in this turn."""
    # Hands of the others do not matter for that. Without a closed pile the deal may stop after the turn instead.
    state = own.clone(_NO_CHANCE)
    player, turn = state.player, state.turn
    state.play(action)
    while state.turn == turn and state.phase != OVER:
        state.play(greedy_action(state))
    return not state.hands[player].cards


def playout(state: RummyState, seat: int, stream: Stream) -> int:
    """Play on as greedy; how much less the seat then holds than the best other, more by WON if it won."""
    play_on(state, _greedy, stream, HORIZON)
    penalties = state.penalties()
    own = penalties.pop(seat)
    lead = min(penalties) - own
    if state.phase == OVER and lead:
        lead += WON if lead > 0 else -WON
    return lead


def _greedy(state: RummyState, seat: int, stream: Stream) -> int:
    return greedy_action(state)
