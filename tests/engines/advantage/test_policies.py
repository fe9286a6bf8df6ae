"""The bots of Advantage: legal, deterministic, each better than the one before."""

from types import SimpleNamespace

import pytest

from engines.advantage.greedy import decide
from engines.advantage.policies import CYCLES, Greedy, Random, Search, candidates, playout
from engines.advantage.state import LAYING, OVER, PAIRING
from plugins.chance import Chance
from plugins.contract import Policy
from tests.engines.advantage.games import random_game
from tests.engines.advantage.positions import ENGINE, actions, position


class View:
    """What a policy is shown, built when it is asked for."""

    engine = ENGINE

    def __init__(self, state, seat, chance):
        self.state, self.seat, self.chance = state, seat, chance

    @property
    def legal(self):
        return self.state.legal(self.seat)

    @property
    def observation(self):
        return self.state.observe(self.seat)


def game(seed: bytes, *players: Policy, lead: str = "fixed"):
    """One game to its end, every choice asked for, also where one action is legal."""
    chance = Chance(seed)
    state = ENGINE.new({"lead": lead}, 2, chance)
    views = [View(state, seat, chance.stream(f"seat:{seat}")) for seat in (0, 1)]
    while state.to_act():
        seat = state.player
        choice = players[seat].choose(views[seat])
        assert choice in state.legal(seat)
        state.apply(seat, choice)
    return state


def matches(one: type, two: type, deals: int) -> tuple[int, int]:
    """Of so many deals, each played from both seats, those in which ``one`` made more pairs, and fewer."""
    won = lost = 0
    for deal in range(deals):
        there, back = game(b"%d" % deal, one(), two()).result().scores, game(b"%d" % deal, two(), one()).result().scores
        lead = there[0] - there[1] + back[1] - back[0]
        won, lost = won + (lead > 0), lost + (lead < 0)
    return won, lost


@pytest.mark.parametrize("policy", [Random, Greedy, Search])
def test_they_are_policies(policy):
    assert isinstance(policy(), Policy)


def test_random_chooses_each_action_and_repeats_itself():
    def choices():
        view = SimpleNamespace(legal=(2, 4, 7), chance=Chance(b"r").stream("seat:0"))
        return [Random().choose(view) for _ in range(60)]

    assert choices() == choices()
    assert set(choices()) == {2, 4, 7}


@pytest.mark.parametrize("lead", ["fixed", "alternate"])
def test_greedy_beats_random(lead):
    """98 matches of 100 and more; 20 without a loss of 5 or more leave no doubt of 60 %."""
    won, lost = matches(Greedy, Random, 20)
    assert won >= 16
    assert lost <= 2


@pytest.mark.long
def test_search_beats_greedy():
    """On 72 of 100 decided deals, which makes 20 or more of 30 likely enough for a test whose deals never change."""
    won, lost = matches(Search, Greedy, 30)
    assert won >= 2 * lost - 3
    assert won + lost > 20


def test_search_plays_whole_games():
    """With few playouts: both leads, either seat, every choice legal."""
    assert game(b"whole", Search(12), Random()).phase == OVER
    assert game(b"whole", Greedy(), Search(12), lead="alternate").phase == OVER


def test_search_repeats_itself_and_follows_from_the_observation():
    """The same stream gives the same choice, in the real state and in another that looks the same."""
    for at, state in enumerate(random_game(b"repeat")):
        if at % 12 == 5 and state.to_act():
            seat = state.player
            alike = ENGINE.sample(state.observe(seat), Chance(b"another"))
            first, again, other = (
                Search().choose(View(one, seat, Chance(b"s").stream("seat"))) for one in (state, state, alike)
            )
            assert first == again == other


@pytest.mark.parametrize(
    ("hand", "tried"),
    [
        ("7C 7D KH", ["pair 7C 7D"]),
        ("7C 7D 7H KH", ["pair 7C 7D", "pair 7C 7H", "pair 7D 7H"]),
        ("7C 7D 7H 7S", ["pair 7C 7D"]),
        ("7C 7D KC KH KS", ["pair 7C 7D"]),
        ("7C 7D 7S KC KH KS", ["pair 7C 7D", "pair 7C 7S", "pair 7D 7S"]),
    ],
)
def test_search_tries_which_of_three_cards_to_keep(hand, tried):
    state = position(hand, "2C,2D,2H", other="3C", round=3)
    assert [actions(state)[state.legal(0).index(action)] for action in candidates(state, 0)] == tried


def test_search_tries_all_lays_and_exchanges_greedys_first():
    for state in random_game(b"candidates"):
        if state.to_act() and state.phase != PAIRING:
            tried = candidates(state, 3)
            assert tried[0] == decide(state, 3)
            assert sorted(tried) == list(state.legal(state.player))


def test_a_playout_ends_after_three_cycles_and_counts_cards():
    state = next(iter(random_game(b"playout")))
    worth = playout(state.clone(Chance(b"")), 1, Chance(b"").stream(""))
    assert playout(state, 0, Chance(b"").stream("")) == -worth
    assert (state.cycle, state.phase, state.player) == (1 + CYCLES, LAYING, 0)
    cards = [2 * len(state.pairs[seat]) + state.hands[seat].bit_count() for seat in (0, 1)]
    assert worth == cards[1] - cards[0]


def test_at_the_end_cards_in_hand_count_nothing():
    state = position("", "2D,4D,6D", other="8C 9C", pairs=[[["AC", "AD"]], []])
    assert state.phase == OVER
    assert playout(state, 0, Chance(b"").stream("")) == 2
