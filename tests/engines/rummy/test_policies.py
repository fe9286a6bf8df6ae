"""The bots of Rummy: legal, deterministic, and greedy clearly better than random."""

from types import SimpleNamespace

import pytest

from engines.rummy import INFO
from engines.rummy.policies import Greedy, Random, greedy_action
from plugins.chance import Chance
from plugins.contract import Policy
from plugins.options import complete_options
from tests.engines.rummy.positions import DRAW, RUMMY, discard, lay, off, play, position, swap, take_on


def game(seed: bytes, variant: str, *policies: Policy):
    """One game to its end, every choice asked for, also where one action is legal."""
    chance = Chance(seed)
    state = RUMMY.new(complete_options(INFO, {}, variant), len(policies), chance)
    streams = [chance.stream(f"seat:{seat}") for seat in range(len(policies))]
    while state.to_act():
        seat = state.player
        view = SimpleNamespace(
            legal=state.legal(seat), observation=state.observe(seat), engine=RUMMY, seat=seat, chance=streams[seat]
        )
        state.apply(seat, policies[seat].choose(view))
    return state


def chosen(state) -> dict:
    view = SimpleNamespace(legal=state.legal(0), observation=state.observe(0))
    action = Greedy().choose(view)
    assert action == greedy_action(state)
    return RUMMY.encode(action)


def test_they_are_policies():
    assert isinstance(Greedy(), Policy)
    assert isinstance(Random(), Policy)


@pytest.mark.parametrize("variant", sorted(INFO.variants))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_they_play_at_every_table(variant, seats):
    policies = [Greedy() if seat % 2 else Random() for seat in range(seats)]
    state = game(b"table", variant, *policies)
    assert state.to_act() == ()


@pytest.mark.parametrize("variant", sorted(INFO.variants))
def test_an_observation_tells_greedy_as_much_as_the_state(variant):
    chance = Chance(b"both")
    state = RUMMY.new(complete_options(INFO, {}, variant), 3, chance)
    for _ in range(120):
        if state.to_act():
            seat = state.player
            view = SimpleNamespace(legal=state.legal(seat), observation=state.observe(seat))
            action = Greedy().choose(view)
            assert action == greedy_action(state)
            state.apply(seat, action)


def test_random_chooses_each_action_and_repeats_itself():
    def choices():
        view = SimpleNamespace(legal=(2, 4, 7), chance=Chance(b"r").stream("seat:0"))
        return [Random().choose(view) for _ in range(60)]

    assert choices() == choices()
    assert set(choices()) == {2, 4, 7}


REST = "2D 3D"


def test_greedy_takes_what_fits_and_draws_otherwise():
    assert chosen(position(["KC 9D", REST], layouts=["5H 6H 7H"], opened=True, phase="draw", open="8H")) == take_on(
        0, "8H"
    )
    assert chosen(position(["KC 9D", REST], layouts=["5H 6H 7H"], opened=True, phase="draw", open="9H")) == DRAW
    # It would break up a run for a set that is worth less.
    assert chosen(position(["7C 8C 9C TC 8D 2S", REST], opened=True, phase="draw", open="8H")) == DRAW


def test_greedy_goes_out():
    assert chosen(position(["JK 4C", REST], layouts=["5H 6H 7H"], opened=True))["t"] == "off"
    state = position(["8S KC", REST], layouts=["7S JK=8S 9S"], opened=True)
    assert chosen(state) == swap("8S", 0)
    assert chosen(play(state, swap("8S", 0)))["t"] == "off"
    # The natural card first, since the joker fits anywhere.
    assert chosen(position(["8H JK 4C", REST], layouts=["5H 6H 7H"], opened=True)) == off("8H", 0)


def test_greedy_keeps_a_joker_for_a_better_layout():
    hand = "2C 3C JK 7D 9H JS KD QH"
    assert chosen(position([hand, REST], opened=True))["t"] == "discard"
    assert "JK" in chosen(position([hand, REST], "d", opened=True))["cards"]
    assert chosen(position(["KC KD JK 7D 9H JS 2D QH", REST], opened=True)) == lay("KC KD JK")


def test_greedy_discards_what_is_dear_and_useless():
    assert chosen(position(["2C 3C 9D KH", REST], opened=True)) == discard("KH")
    assert chosen(position(["2C KC QC 9D", REST], opened=True)) == discard("9D")
    assert chosen(position(["2C KD KC 9D", REST], opened=True)) == discard("9D")
    # The king fits onto the table, and the other has opened.
    hand, layouts = ["2C 3C 9D KH JK", REST], ["TH JH QH"]
    state = position(hand, layouts=layouts, opened=[False, True])
    assert chosen(state) == discard("9D")
    assert chosen(position(hand, layouts=layouts)) == discard("KH")
    assert chosen(position(["2C JK", REST], opened=False)) == discard("2C")


@pytest.mark.parametrize("variant", sorted(INFO.variants))
def test_greedy_beats_random(variant):
    """Nearly all games; the goal of 85 % of decided pairs is more than three standard deviations away."""
    won = 0
    for deal in range(10):
        won += game(b"deal %d" % deal, variant, Greedy(), Random()).result().ranks[0] == 0
        won += game(b"deal %d" % deal, variant, Random(), Greedy()).result().ranks[1] == 0
    assert won >= 15


@pytest.mark.parametrize("variant", sorted(INFO.variants))
def test_games_of_greedy_end_of_themselves(variant):
    ended = sum(
        any(not hand.cards for hand in game(b"%d" % deal, variant, Greedy(), Greedy()).hands) for deal in range(8)
    )
    assert ended >= 7
