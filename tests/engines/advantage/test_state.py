"""What holds in every position of Advantage, over random games."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.advantage import INFO
from engines.advantage.state import ACTIONS, PASS
from engines.cards import NAMES
from plugins.chance import Chance
from plugins.contract import IllegalAction
from tests.engines.advantage.games import positions, random_game
from tests.engines.advantage.positions import ENGINE
from tests.hashing import printed

GARBAGE = (None, True, False, 1.0, "pass", "", (), {"t": "pass"}, [], -1, ACTIONS, 10**400, float("nan"), object())


def cards(snapshot) -> Counter:
    aside = [card for pairs in snapshot["pairs"] for pair in pairs for card in pair]
    lying = [card for heap in (*snapshot["hands"], *snapshot["piles"]) for card in heap]
    return Counter(aside + lying + snapshot["stock"])


@pytest.mark.parametrize("lead", ["fixed", "alternate"])
@pytest.mark.parametrize("declining", [0, 3, 10])
def test_invariants_of_whole_games(lead, declining):
    for game in range(5):
        decisions, stocked, ended_dry = 0, set(), 0
        for state in random_game(b"invariants %d" % game, lead, declining):
            snapshot, seen, result = state.snapshot(), [state.observe(seat) for seat in (0, 1, None)], state.result()
            assert cards(snapshot) == Counter(NAMES[:52])
            assert result.scores == tuple(len(pairs) for pairs in snapshot["pairs"])
            assert result.ranks == tuple(sum(other > score for other in result.scores) for score in result.scores)
            for seat in (0, 1):
                assert bool(state.legal(seat)) == (seat in state.to_act())
                assert set(snapshot["known"][seat]) <= set(snapshot["hands"][seat])
                assert seen[seat] == seen[2] | {"seat": seat, "hand": snapshot["hands"][seat]}
                # A turn that can be passed in silence is: whoever is asked can do something.
                assert not state.legal(seat) or state.legal(seat)[0] != PASS
            assert json.loads(json.dumps([snapshot, *seen])) == [snapshot, *seen]
            # What the bound on decisions is made of.
            if not snapshot["began_empty"]:
                stocked.add(snapshot["cycle"])
            ended_dry = max(ended_dry, snapshot["dry_cycles"])
            decisions += bool(state.to_act())
        assert state.to_act() == ()
        assert decisions <= INFO.max_decisions
        assert len(stocked) <= 22
        assert sum(result.scores) <= 24
        assert ended_dry <= 3


def test_the_bound_on_decisions():
    """43 cards, two drawn in every cycle; 24 pairs, each after two cycles without; two lays, two exchanges."""
    stocked, pairs = -(-43 // 2), (52 - 3) // 2
    assert INFO.max_decisions == 4 * (stocked + pairs * 3 + 3) + pairs


@given(positions(), st.binary(max_size=4))
def test_sample_cannot_be_told_from_the_real_one(state, seed):
    for seat in (0, 1, None):
        observation = state.observe(seat)
        sampled = ENGINE.sample(json.loads(json.dumps(observation)), Chance(seed))
        assert sampled.observe(seat) == observation
        assert cards(sampled.snapshot()) == cards(state.snapshot())
        assert seat is None or sampled.legal(seat) == state.legal(seat)
        assert sampled.to_act() == state.to_act()
        assert sampled.result() == state.result()


@given(positions(), st.binary(max_size=4))
def test_hidden_cards_are_not_observed(state, seed):
    """Deal the hidden cards anew in the host's own snapshot: nobody but their holder sees another thing."""
    snapshot = state.snapshot()
    for seat in (0, 1, None):
        others = [other for other in (0, 1) if other != seat]
        unknown = {
            other: [c for c in snapshot["hands"][other] if c not in snapshot["known"][other]] for other in others
        }
        hidden = [card for cards in unknown.values() for card in cards] + snapshot["stock"]
        Chance(seed).stream("hidden").shuffle(hidden)
        hands = [list(hand) for hand in snapshot["hands"]]
        for other, lost in unknown.items():
            hands[other] = snapshot["known"][other] + [hidden.pop() for _ in lost]
        other_world = ENGINE.restore(
            snapshot | {"hands": hands, "stock": hidden, "phase": "over", "round": 3}, Chance(b"")
        )
        same = {"phase": "over", "round": 3}
        assert other_world.observe(seat) | same == state.observe(seat) | same


@given(positions())
def test_restore_goes_on_in_lockstep(state):
    chance = Chance(b"future")
    twin = ENGINE.restore(json.loads(json.dumps(state.snapshot())), chance)
    copy = state.clone(chance)
    choices = chance.stream("choices")
    while True:
        assert copy.snapshot() == twin.snapshot()
        assert copy.to_act() == twin.to_act()
        if not copy.to_act():
            break
        seat = copy.to_act()[0]
        assert copy.legal(seat) == twin.legal(seat)
        action = choices.choice(copy.legal(seat))
        copy.apply(seat, action)
        twin.apply(seat, action)


@given(positions(), st.booleans())
def test_a_clone_is_independent(state, play_the_clone):
    clone = state.clone(Chance(b"clone"))
    still, played = (state, clone) if play_the_clone else (clone, state)
    before = still.snapshot()
    assert played.snapshot() == before
    while played.to_act():
        played.apply(played.player, played.legal(played.player)[0])
    assert still.snapshot() == before


@given(positions())
@settings(max_examples=30)
def test_illegal_actions_change_nothing(state):
    before = state.snapshot()
    for seat in (0, 1, -1, 2, None, "0"):
        legal = state.legal(seat)
        for action in (*GARBAGE, *range(0, ACTIONS, 7), *range(ACTIONS - 80, ACTIONS)):
            if type(action) is int and action in legal:
                continue
            with pytest.raises(IllegalAction, match="action: "):
                state.apply(seat, action)
    assert state.snapshot() == before


@given(positions())
def test_legal_is_in_its_order(state):
    for seat in (0, 1):
        legal = list(state.legal(seat))
        assert legal == sorted(set(legal))


def test_the_same_game_in_every_process():
    program = (
        "from plugins.chance import Chance\n"
        "from engines.advantage.engine import Advantage\n"
        "state = Advantage().new({'lead': 'alternate'}, 2, Chance(b'p'))\n"
        "while state.to_act():\n"
        "    print(state.snapshot(), state.observe(0), Advantage().sample(state.observe(0), Chance(b's')).snapshot())\n"
        "    state.apply(state.player, state.legal(state.player)[-1])\n"
    )
    assert len(printed(program)) == 1
