"""Random games of Advantage: states before every action, and at the end."""

from collections.abc import Iterator
from itertools import islice

from hypothesis import strategies as st

from engines.advantage.state import PASS, AdvantageState
from plugins.chance import Chance
from tests.engines.advantage.positions import ENGINE


def random_game(seed: bytes, lead: str = "fixed", declining: int = 3) -> Iterator[AdvantageState]:
    """One state, played on between one yield and the next. An exchange is declined ``declining`` times in ten."""
    chance = Chance(seed)
    state, stream = ENGINE.new({"lead": lead}, 2, chance), chance.stream("choices")
    while state.to_act():
        yield state
        actions = state.legal(state.player)
        if actions[-1] == PASS:
            actions = actions[-1:] if stream.below(10) < declining else actions[:-1]
        state.apply(state.player, stream.choice(actions))
    yield state


@st.composite
def positions(draw) -> AdvantageState:
    """Some way into a random game, or its end."""
    seed, most, declining = draw(st.binary(min_size=1, max_size=4)), draw(st.integers(0, 130)), draw(st.integers(0, 9))
    game = random_game(seed, draw(st.sampled_from(["fixed", "alternate"])), declining)
    *_, state = islice(game, most + 1)
    return state
