"""The bot ``search`` of Construction: plays a few candidates on over the next cards, and compares what both have left.

A playout is a race: for some cards both go their own ways and hinder nobody, which is quick and lets a bar show what
it costs. Then the rest of both tours is reckoned, up and home again. Most decisions have one candidate alone and are
not searched at all.
"""

from __future__ import annotations

from engines.construction.moves import DISCARD, PLACE
from engines.construction.network import KING, LOWEST, PLACES, RANK, START
from engines.construction.policies import HIGH, advance, as_seen, barred_after, decide, hinder, home_of, winning
from engines.construction.reading import read
from engines.construction.routes import route
from engines.construction.state import TOP, ConstructionState
from engines.search import Search, play_on
from plugins.chance import Chance, Stream
from plugins.contract import Action, View

ITERATIONS = 16
"""Playouts for one choice."""
HORIZON = 8
"""Cards that a playout opens, both players' together."""
DOUBT = 4
"""The preferred candidate is left for one that was better by two standard errors."""
CANDIDATES = 3
"""At most so many are compared; with more, too few worlds would be seen of each."""
WON = 100_000
"""What a game decided is worth, in thousandths of a card: more than there is between two tours."""

_NO_CHANCE = Chance(b"")  # candidates follow from what is seen


class Searcher:
    """The best of a few candidates by playouts; see engines/search.py."""

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self._search = Search(iterations, playout, DOUBT)

    def choose(self, view: View) -> Action:
        """One of ``view.legal``. What is drawn comes from the seat's own stream."""
        return self._search.choose(view, candidates(read(view.observation, _NO_CHANCE)))


def candidates(state: ConstructionState) -> list[int]:
    """At most CANDIDATES legal actions of the seat to act, the preferred one first; a winning one alone.

    They follow from what all see. Preferred is greedy's choice; but instead of a discard a small chip comes nearer to
    where it may hinder. The others are what advances most, what hinders most, and what brings a chip near.
    """
    first = decide(state)
    if state.must_place():
        walked = as_seen(state, state.placings()[1:])
        ordered = [first, approach(state, walked), *walked[-1:], PLACE]
    elif first == winning(state):
        return [first]
    else:
        moves = as_seen(state, state.small_moves())
        near = approach(state, moves)
        if first == DISCARD and near is not None:
            first = near
        lay = HIGH <= RANK[state.opened] != KING
        hindering = [hinder(state, chips, high, DISCARD, 0) for chips, high in (([], lay), (moves, False))]
        ordered = [first, advance(state)[0], *[action for action in hindering if action != DISCARD], near]
    return list(dict.fromkeys([action for action in ordered if action is not None]))[:CANDIDATES]


def approach(state: ConstructionState, moves: list[int]) -> int | None:
    """Of ``moves``, by which a small chip of the player walks or is placed, what brings one most steps nearer.

    Nearer, over cards laid and whatever their ranks, to the cards laid on the other's way; but no move that makes this
    way cheaper. None if none does so.
    """
    seat, network = state.player, state.network
    other = 1 - seat
    start, home, ranks = state.big[other], home_of(state, other), network.ranks
    cost, way = route(network, other, start, home, state.barred(other), ranks)
    steps = _steps(state, [place for place in way if place in ranks])
    best, most = None, 0
    for move in moves:
        gone, to = move // PLACES % PLACES or START[seat], move % PLACES
        # What the one does not reach, the other does not either: they are joined by the walk.
        nearer = steps[gone] - steps[to] if gone in steps and to in steps else 0
        if nearer > most and route(network, other, start, home, barred_after(state, move), ranks)[0] >= cost:
            best, most = move, nearer
    return best


def _steps(state: ConstructionState, goals: list[int]) -> dict[int, int]:
    """How many steps the nearest of ``goals`` is away for chips of the player, from every card that leads to one."""
    near, barred = state.network.near, state.barred(state.player)
    steps = dict.fromkeys(goals, 0)
    queue = goals[:]
    for place in queue:  # it grows
        for to in near[place]:
            if to not in steps and to not in barred:
                steps[to] = steps[place] + 1
                queue.append(to)
    return steps


def playout(state: ConstructionState, seat: int, stream: Stream) -> int:
    """Race on for HORIZON cards; by how much the seat is then ahead, in thousandths of a card. A win is WON."""
    play_on(state, _race, stream, HORIZON)
    if state.over:
        ranks = state.result().ranks
        return (ranks[1 - seat] - ranks[seat]) * WON
    return tour(state, 1 - seat) - tour(state, seat)


def _race(state: ConstructionState, seat: int, stream: Stream) -> int:
    return PLACE if state.must_place() else advance(state)[0]


def tour(state: ConstructionState, seat: int) -> int:
    """What the seat's tour still costs, in thousandths of a card: up to the turn-round, if it is not made, and home.

    The way home is over the network as it will be, with low cards where the way up has missing ones.
    """
    network, big, barred = state.network, state.big[seat], state.barred(seat)
    ranks = network.ranks
    if state.best[seat] == TOP:
        return route(network, seat, big, START[seat], barred, ranks)[0]
    up, way = route(network, seat, big, None, barred, ranks)
    down, _ = route(network, seat, way[-1], START[seat], barred, {**dict.fromkeys(way, LOWEST), **ranks})
    return up + down
