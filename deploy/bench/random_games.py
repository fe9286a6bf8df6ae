"""Random games of an engine: played, brought to the middle to be cloned and observed, and looked into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from deploy.bench.samples import CALLS_PART, POSITIONS, Sample
from deploy.bench.stopwatch import draws, microseconds, play_for
from plugins import registry
from plugins.chance import Chance
from plugins.contract import State
from plugins.registry import InvalidOptions


@dataclass(frozen=True)
class Setting:
    """An engine, a variant of it, a number of seats."""

    engine_id: str
    variant: str
    seats: int

    @property
    def name(self) -> str:
        return f"{self.engine_id} {self.variant}, {self.seats} seats"


def settings(engine_ids: Iterable[str]) -> Iterator[Setting]:
    """Every variant of these engines with every number of seats that it can be dealt to."""
    for engine_id in engine_ids:
        info = registry.info(engine_id)
        for variant in info.variants:
            for seats in info.seats:
                try:
                    registry.check_deal(engine_id, registry.complete_options(info, {}, variant), seats)
                except InvalidOptions:
                    continue
                yield Setting(engine_id, variant, seats)


class RandomGames:
    """One game after the other; the n-th is always dealt alike, and unlike any other, since engines may keep things."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.name = setting.name
        self._engine = registry.engine(setting.engine_id)
        self._options = registry.complete_options(registry.info(setting.engine_id), {}, setting.variant)
        self._numbers = count(1)
        self._draw = draws()
        self._middles: list[State] = []

    def measure(self, seconds: float) -> Sample:
        """Games for so many processor seconds, and clones and observations for a tenth of that each."""
        if not self._middles:
            self._middles = [self._middle(-number) for number in range(1, POSITIONS + 1)]
        lengths, taken = play_for(seconds, self.play)
        chance = Chance(b"clones")
        clones = [partial(state.clone, chance) for state in self._middles]
        observations = [partial(state.observe, state.to_act()[0]) for state in self._middles]
        part = seconds * CALLS_PART
        return Sample(lengths, taken, microseconds(part, clones), microseconds(part, observations))

    def play(self) -> int:
        """The next game to its end; how many decisions it took."""
        return self._run(self._deal(next(self._numbers)))

    def _deal(self, number: int) -> State:
        return self._engine.new(dict(self._options), self.setting.seats, Chance(f"{self.name}: {number}".encode()))

    def _run(self, state: State, most: int = -1) -> int:
        """Random actions up to the end, or at most so many (-1: no end of them)."""
        draw = self._draw
        decisions = 0
        while (seats := state.to_act()) and decisions != most:
            seat = seats[0]
            legal = state.legal(seat)
            state.apply(seat, legal[draw() % len(legal)])
            decisions += 1
        return decisions

    def _middle(self, number: int) -> State:
        """A position after half as many decisions as the game took when it was played once before."""
        half = self._run(self._deal(number)) // 2
        state = self._deal(number)
        while self._run(state, half) and not state.to_act():
            # Other choices may end it sooner.
            half //= 2
            state = self._deal(number)
        return state
