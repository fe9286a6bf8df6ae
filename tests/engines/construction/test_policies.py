"""The bots of Construction: legal, deterministic, and greedy far better than random."""

from types import SimpleNamespace

import pytest

from engines.construction.network import START
from engines.construction.policies import Greedy, Random, decide
from engines.construction.routes import CHIP, route
from engines.construction.state import TOP, ConstructionState
from plugins.chance import Chance
from plugins.contract import Policy
from tests.engines.construction.mirror import mirrored, mirrored_action
from tests.engines.construction.positions import ENGINE, actions, column, position
from tests.engines.construction.test_state import random_game


class Seen:
    """What a policy is shown: the actions, and the observation of the seat to act."""

    def __init__(self, state: ConstructionState) -> None:
        self.engine, self.seat = ENGINE, state.player
        self.legal, self.observation = state.legal(state.player), state.observe(state.player)


def decided(state: ConstructionState) -> str:
    """Greedy's choice in short; from the state and from what is seen of it, it is the same and legal."""
    action = decide(state)
    assert Greedy().choose(Seen(state)) == action
    return actions(state)[state.legal(state.player).index(action)]


def play(seed: bytes, *choosers) -> ConstructionState:
    """One game to its end; a chooser takes the state and a stream."""
    chance = Chance(seed)
    state = ENGINE.new({"adjudicate": True}, 2, chance)
    streams = [chance.stream("seat:0"), chance.stream("seat:1")]
    while state.to_act():
        seat = state.player
        state.apply(seat, choosers[seat](state, streams[seat]))
    return state


def greedy(state, stream):
    return decide(state)


def at_random(state, stream):
    return stream.choice(state.legal(state.player))


def games(number: int, opened: int) -> list[ConstructionState]:
    """Every so many-th position of some games of greedy against itself: whole packs, all stages of a game."""
    seen = []
    for game in range(number):
        chance = Chance(b"stage %d" % game)
        state = ENGINE.new({"adjudicate": True}, 2, chance)
        while state.to_act():
            if state.turn % opened == 0:
                seen.append(state.clone(chance))
            state.apply(state.player, decide(state))
    return seen


def is_home(state: ConstructionState) -> bool:
    """Whether the game was won, not stopped."""
    return any(state.progress(seat) == 2 * TOP for seat in (0, 1))


def test_they_are_policies():
    assert isinstance(Greedy(), Policy)
    assert isinstance(Random(), Policy)


def test_random_chooses_each_action_and_repeats_itself():
    def choices():
        view = SimpleNamespace(legal=(2, 4, 7), chance=Chance(b"r").stream("seat:0"))
        return [Random().choose(view) for _ in range(60)]

    assert choices() == choices()
    assert set(choices()) == {2, 4, 7}


@pytest.mark.parametrize("moving", [False, True])
def test_greedy_decides_legally_and_alike_from_state_and_observation(moving):
    for number, state in enumerate(random_game(b"decide", moving=moving)):
        if state.to_act() and number % 5 == 0:
            decided(state)


def test_greedy_does_not_look_at_the_closed_pack():
    for number, state in enumerate(random_game(b"closed", 60)):
        if number % 4 == 0:
            snapshot = state.snapshot()
            snapshot["closed"].reverse()
            assert decide(ENGINE.restore(snapshot, Chance(b""))) == decide(state)


def test_greedy_decides_without_chance_and_changes_nothing():
    for number, state in enumerate(random_game(b"still", 90)):
        if number % 9 == 0:
            before = state.snapshot()
            assert decide(state) == decide(state)
            assert state.snapshot() == before


HIGH_UP = f"{column('222')} H1,0:2C"


@pytest.mark.parametrize(
    ("card", "big", "best", "choice"),
    [
        # Nothing is laid yet: any card is good enough for an H that no chip has to enter.
        ("2S", "V0,0 V1,0", 0, "build"),
        # Up, where the card lets it; and home after the turn-round.
        ("9S", "V0,1 V1,0", 1, "big V0,2"),
        ("9S", "V0,1 V1,0", 10, "big V0,0"),
        # A low card is laid where the way ends; an ace where red would have laid a low one.
        ("3S", "V0,3 V1,0", 3, "build H"),
        ("AS", "V0,3 V1,0", 3, "build V1,1"),
    ],
)
def test_greedy_builds_up_and_goes_home(card, big, best, choice):
    table = "" if big == "V0,0 V1,0" else HIGH_UP
    assert decided(position(table, opened=card, big=big, best=[best, 0])).startswith(choice)


def test_greedy_steps_round_a_card_that_is_too_high():
    """Over the queen on V(0,2) it would wait for four cards; V(1,2) costs two, and a 3 does for it."""
    table = "H0,1:2C V0,1:2C H0,2:2C V0,2:QC V1,1:2C H1,0:2C"
    assert decided(position(table, opened="3S", big="V0,1 V1,0")) == "build V1,2"


def others_way(state: ConstructionState, seat: int) -> int:
    """What its way costs the seat."""
    home = START[seat] if state.best[seat] == TOP else None
    return route(state.network, seat, state.big[seat], home, state.barred(seat), state.network.ranks)[0]


@pytest.mark.parametrize("moving", [False, True])
def test_a_kings_chip_goes_where_it_costs_the_other_most(moving):
    met = 0
    for state in random_game(b"kings", moving=moving):
        if state.to_act() and state.must_place():
            other, costs = 1 - state.player, {}
            for action in state.legal(state.player):
                after = state.clone(Chance(b""))
                after.apply(state.player, action)
                costs[action] = others_way(after, other)
            met += max(costs.values()) > others_way(state, other)
            assert costs[decide(state)] == max(costs.values())
    assert met >= 3


def test_a_chip_in_the_way_for_good_is_waited_for():
    """Every card beside the black joker but one is taken by red: the way home leads over that one, or nowhere."""
    ring = "H0,0:2C H0,1:2C H-1,0:2C H-1,1:2C V0,1:2C V0,-1:2C"
    small = ("", "H0,0 H0,1 H-1,0 H-1,1 V0,-1")
    state = position(f"{ring} H0,2:2C", big="H0,2 V1,0", small=small, best=[10, 0])
    assert decided(position(f"{ring} H0,2:2C", opened="2S", big="H0,2 V1,0", small=small, best=[10, 0])) == "big V0,1"
    assert others_way(state, 0) == 2000
    shut = position(f"{ring} H0,2:2C", big="H0,2 V1,0", small=("", f"{small[1]} V0,1"), best=[10, 0])
    assert others_way(shut, 0) == 2000 + CHIP


@pytest.mark.parametrize(
    ("table", "big", "small"),
    [
        # A bar would cost red more thousandths of a card than coming home gains.
        (
            "H0,1:2C V0,1:2C V0,2:2C H0,2:2C V1,1:2C V1,2:2C H0,3:2C V0,3:2C V1,3:2C H1,3:2D",
            "V0,1 V1,2",
            "V0,2",
        ),
        ("H0,1:2C V0,1:2C H0,2:2C V0,2:2C H0,3:2C V0,3:2C V1,1:QC", "V0,1 V0,3", "V0,0"),
    ],
)
def test_it_wins_where_it_can_at_once(table, big, small):
    assert decided(position(table, opened="9S", big=big, small=(small, ""), best=[10, 10])) == "big V0,0"
    # Where the turn-round is not made, that bar is what it does; and a king that must place wins nothing.
    assert decided(position(table, opened="9S", big=big, small=(small, ""), best=[5, 10])).startswith("small")
    assert decided(position(table, opened="KS", big=big, small=(small, ""), best=[10, 10])).startswith("king")


def test_it_wins_where_it_can_in_whole_games():
    """Wherever a legal action wins, it is the choice; so after some way home in every game."""
    won = 0
    for seed in range(8):
        chance = Chance(b"home %d" % seed)
        state = ENGINE.new({"adjudicate": True}, 2, chance)
        while state.to_act():
            choice, winning = decide(state), []
            if state.best[state.player] == TOP:
                for action in state.legal(state.player):
                    after = state.clone(chance)
                    after.apply(state.player, action)
                    winning += [action] if after.progress(state.player) == 2 * TOP and after.over else []
            assert not winning or [choice] == winning
            won += bool(winning)
            state.apply(state.player, choice)
    assert won == 8


@pytest.mark.parametrize("moving", [False, True])
def test_greedy_plays_either_seat_alike(moving):
    """Ties too are broken the same way: what one seat does, the other would do on the other side."""
    for state in [*random_game(b"sides", moving=moving), *games(1, 2)]:
        if state.to_act():
            choice = ENGINE.encode(decide(state))
            assert ENGINE.encode(decide(mirrored(state))) == mirrored_action(choice)


def test_greedy_wins_at_random_tables():
    for seed in range(4):
        one, two = play(b"table %d" % seed, greedy, at_random), play(b"table %d" % seed, at_random, greedy)
        assert (one.result().ranks, two.result().ranks) == ((0, 1), (1, 0))
        assert is_home(one)
        assert is_home(two)


def test_greedy_against_itself_comes_home():
    ends = [play(b"itself %d" % seed, greedy, greedy) for seed in range(6)]
    assert all(map(is_home, ends))
    # Neither seat has the game for itself.
    assert {end.result().ranks for end in ends} == {(0, 1), (1, 0)}


@pytest.mark.long
def test_greedy_wins_nearly_every_match_of_two_seats():
    """Of 200 deals played from both seats; and nine games in ten against itself end at home."""
    won = lost = 0
    for deal in range(200):
        seed = b"match %d" % deal
        ranks = play(seed, greedy, at_random).result().ranks[0], play(seed, at_random, greedy).result().ranks[1]
        won += sum(ranks) == 0
        lost += sum(ranks) == 2
    assert won >= 0.95 * (won + lost)
    assert won > 150
    assert sum(is_home(play(b"match %d" % deal, greedy, greedy)) for deal in range(100)) >= 90
