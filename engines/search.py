"""Information-set Monte-Carlo search: tries actions in worlds that the player cannot tell apart, and takes the best.

A world is a state that ``Engine.sample`` makes of the player's observation, so a search knows nothing that its seat
does not. In every world all candidates are tried under the same future chance (common random numbers), which leaves
their differences, not the luck of the deal, to be seen. The budget is dealt out by sequential halving: all candidates
share the first part, the better half of them the next, and so on (Karnin, Koren and Somekh, "Almost optimal
exploration in multi-armed bandits", ICML 2013). Everything is counted in integers and follows from the observation and
the seat's own stream: the same position gives the same choice on every machine, however slow it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plugins.chance import Chance, Stream
from plugins.contract import Action, View

Playout = Callable[[Any, int, Stream], int]
"""Plays a state on, as it likes, and says what that was worth to the seat: any integer scale, more is better."""

Chooser = Callable[[Any, int, Stream], Action]
"""An action of the seat to move, chosen from the state itself; how a playout is informed."""


@dataclass(frozen=True, slots=True)
class Search:
    """How a policy searches.

    iterations: playouts for one choice, all candidates together; an upper bound.
    playout:    what a candidate is worth once it is played, in one world.
    doubt:      the first candidate is given up only for one that was better by more than the square root of so many
                standard errors of their difference; 0 takes whatever was better at all.
    """

    iterations: int
    playout: Playout
    doubt: int = 0

    def choose(self, view: View, candidates: Sequence[Action]) -> Action:
        """One of ``candidates``: some of ``view.legal``, the one to prefer in doubt first. Raises ValueError if none.

        With one candidate, or a budget that does not reach for one world, it is the first.
        """
        if not candidates:
            raise ValueError("candidates: there is none; they are some of the legal actions, the preferred one first")
        alive = list(range(len(candidates)))
        trials = _Trials(self, view, candidates)
        left = self.iterations
        while len(alive) > 1:
            stages = (len(alive) - 1).bit_length()
            worlds = left // (stages * len(alive))
            for _ in range(worlds):
                trials.try_all(alive)
            left -= worlds * len(alive)
            # The first is kept to the end: it is what the others are measured by.
            better = sorted(alive[1:], key=lambda index: (-trials.leads[index], index))
            alive = [0, *better[: (len(alive) + 1) // 2 - 1]] if len(alive) > 2 else self._settled(trials, alive)
        return candidates[alive[0]]

    def _settled(self, trials: _Trials, pair: list[int]) -> list[int]:
        """The last but one candidate in place of the first, if it was better beyond doubt."""
        first, other = pair
        lead, square, worlds = trials.leads[other], trials.squares[other], trials.worlds
        # lead / worlds > sqrt(doubt) * the standard error of that mean, in integers.
        sure = not self.doubt or lead * lead * (worlds - 1) > self.doubt * (worlds * square - lead * lead)
        return [other if lead > 0 and sure else first]


class _Trials:
    """What the candidates were worth so far.

    worlds: worlds seen. leads, squares: for every candidate the sum, and the sum of squares, of what it was worth more
    than the first in the same world.
    """

    __slots__ = ("_candidates", "_chance", "_search", "_view", "leads", "squares", "worlds")

    def __init__(self, search: Search, view: View, candidates: Sequence[Action]) -> None:
        self._search = search
        self._view = view
        self._candidates = candidates
        self._chance = Chance(view.chance.below(1 << 256).to_bytes(32, "big"))
        self.worlds = 0
        self.leads = [0] * len(candidates)
        self.squares = [0] * len(candidates)

    def try_all(self, alive: Sequence[int]) -> None:
        """Play every one of ``alive`` in the next world; the first of them is candidate 0."""
        chance = self._chance.derive(f"world:{self.worlds}")
        world = self._view.engine.sample(self._view.observation, chance)
        seat, playout = self._view.seat, self._search.playout
        first = 0
        for index in alive:
            state = world.clone(chance)
            state.apply(seat, self._candidates[index])
            worth = playout(state, seat, chance.stream("playout"))
            if index == 0:
                first = worth
            else:
                lead = worth - first
                self.leads[index] += lead
                self.squares[index] += lead * lead
        self.worlds += 1


def play_on(state: Any, choose: Chooser, stream: Stream, decisions: int) -> None:
    """Play ``state`` on by ``choose`` until the game is over, at most so many decisions, forced ones included."""
    for _ in range(decisions):
        to_act = state.to_act()
        if not to_act:
            return
        seat = to_act[0]
        state.apply(seat, choose(state, seat, stream))
