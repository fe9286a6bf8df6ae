"""The bots that come with Construction.

``greedy`` weighs what the opened card is worth at once, in thousandths of a card (see routes.py): how much cheaper it
makes the player's own way, or how much dearer that of the other. Low cards are laid on the own way, high ones carry the
big chip along it; what is of no use there bars the other's way, as a high card or by a small chip. A way that is barred
is built around, and what bars it then is worth nothing any more, so that games do not end in a siege. Coming home at
once goes before all; and of equal choices either seat takes the one that the other would take on its own side.
"""

from __future__ import annotations

from engines.construction.moves import BIG, DISCARD, PLACE
from engines.construction.network import AS_SEEN, CROSSING_V, KING, PLACES, RANK, START
from engines.construction.reading import read
from engines.construction.routes import ENTRY, SUPPORT, UNLAID, route
from engines.construction.state import TOP, ConstructionState
from plugins.chance import Chance
from plugins.contract import Action, View

HINDRANCE = 500
"""What hindering the other must be worth at least; for less, chips stay where they may be worth more later."""
HIGH = 10
"""The lowest rank that is laid in the other's way."""

_NO_CHANCE = Chance(b"")  # the decision follows from what is seen


class Random:
    """Any legal action, each as likely as the others."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, from the seat's own stream."""
        return view.chance.choice(view.legal)


class Greedy:
    """The action that gains most at once, for its own way or against the other's."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, without chance."""
        return decide(read(view.observation, _NO_CHANCE))


def decide(state: ConstructionState) -> int:
    """A legal action of the seat to act. It follows from what all see: the closed pack may be missing."""
    if state.must_place():
        walked = as_seen(state, state.placings()[1:])
        # Where none bars the other's way, the last: far over on the other's side, to be near it later.
        return hinder(state, walked, False, walked[-1], 0) if walked else PLACE
    home = winning(state)
    if home is not None:
        return home
    action, gain = advance(state)
    moves = as_seen(state, state.small_moves())
    high = HIGH <= RANK[state.opened] != KING
    if moves or high:
        return hinder(state, moves, high, action, max(gain, HINDRANCE))
    return action


def winning(state: ConstructionState) -> int | None:
    """The action that wins at once, or None."""
    seat = state.player
    home = BIG + START[seat]
    comes_home = state.best[seat] == TOP and not state.must_place() and home in state.big_moves()
    return home if comes_home else None


def as_seen(state: ConstructionState, moves: list[int]) -> list[int]:
    """Moves of a small chip, ascending as the player sees their places: seat 1 from the other side."""
    seen = AS_SEEN[state.player] * (PLACES + 1)  # of both places
    return sorted(moves, key=seen.__xor__)


def advance(state: ConstructionState) -> tuple[int, int]:
    """What brings the player's big chip forward most, and what that is worth.

    If nothing does, that is to discard, and worth nothing. Not for a king that must place a chip.
    """
    seat, network = state.player, state.network
    ranks, rank = network.ranks, RANK[state.opened]
    barred = state.barred(seat)
    _, way = route(network, seat, state.big[seat], home_of(state, seat), barred, ranks)
    action, gain = DISCARD, 0
    first = way[0]
    if first in ranks and ranks[first] <= state.strength() and first not in barred:
        action, gain = BIG + first, ENTRY[ranks[first]]
    if rank != KING:
        # The next card that is missing: laid, or if it is a V that no H touches yet, that H; its rank does not matter.
        missing = next((place for place in way if place not in ranks), 0)
        if network.may_lay(missing):
            if UNLAID - ENTRY[rank] > gain:
                action, gain = missing, UNLAID - ENTRY[rank]
        elif missing and gain < SUPPORT:
            supports = [missing + step for step in CROSSING_V if network.may_lay(missing + step)]
            if supports:
                action, gain = min(supports, key=AS_SEEN[seat].__xor__), SUPPORT
    return action, gain


def hinder(state: ConstructionState, chips: list[int], lay: bool, action: int, gain: int) -> int:
    """Whatever of these makes the other's way dearest, if by more than ``gain``; else ``action``.

    ``chips`` are actions that end with a small chip on their destination; of equal ones the first is taken. ``lay``:
    whether the opened card may be laid where the other would lay his next.
    """
    network, other = state.network, 1 - state.player
    start, home, ranks = state.big[other], home_of(state, other), network.ranks
    barred = state.barred(other)
    cost, way = route(network, other, start, home, barred, ranks)
    least = cost + gain
    if lay:
        missing = next((place for place in way if place not in ranks), 0)
        if network.may_lay(missing):
            after, _ = route(network, other, start, home, barred, {**ranks, missing: RANK[state.opened]})
            if after > least:
                action, least = missing, after
    for move in chips:
        to = move % PLACES
        if to in way:
            after, _ = route(network, other, start, home, barred_after(state, move), ranks)
            if after > least:
                action, least = move, after
    return action


def barred_after(state: ConstructionState, move: int) -> frozenset[int]:
    """Where the other's chips may not go after ``move``, an action that ends with a small chip on its destination."""
    seat = state.player
    stand = [START[seat], state.big[seat], move % PLACES, *state.small[seat]]
    left = move // PLACES % PLACES
    if left:
        stand.remove(left)
    return frozenset(stand)


def home_of(state: ConstructionState, seat: int) -> int | None:
    """Where the seat's big chip is going once its turn-round is made."""
    return START[seat] if state.best[seat] == TOP else None
