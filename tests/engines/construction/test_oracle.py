"""The engine against the second, slow reading of the rules, action by action, over whole games and rare positions."""

import json
from collections import Counter

import pytest

from engines.construction.engine import Construction
from plugins.chance import Chance
from tests.engines.construction.random_positions import crowded, eager, indifferent
from tests.engines.construction.slow import PACK, START, SlowConstruction

CONSTRUCTION = Construction()


def agree(fast, slow: SlowConstruction) -> list[dict]:
    """Assert that all that can be asked of the engine is as the slow reading has it; the choices."""
    choices = slow.choices()
    assert fast.snapshot() == slow.everything()
    assert fast.to_act() == (() if slow.over else (slow.player,))
    for seat in (0, 1):
        legal = [CONSTRUCTION.encode(action) for action in fast.legal(seat)]
        assert legal == (choices if seat == slow.player else [])
    for seat in (0, 1, None):
        assert fast.observe(seat) == slow.seen(seat)
    result = fast.result()
    assert (result.ranks, result.scores) == (slow.ranks(), slow.scores())
    return choices


def compare(fast, slow: SlowConstruction, choose, most: int = 10_000) -> int:
    """Play on both to the end, or ``most`` actions; the number of positions compared.

    Now and then the game goes on with a clone, while the original goes another way.
    """
    for positions in range(1, most + 2):
        choices = agree(fast, slow)
        if not choices or positions > most:
            break
        if positions % 5 == 0:
            original, fast = fast, fast.clone(Chance(slow.seed))
            agree(fast, slow)
            original.apply(slow.player, CONSTRUCTION.decode(choose(slow, choices)))
        choice = choose(slow, choices)
        fast.apply(slow.player, CONSTRUCTION.decode(choice))
        slow.choose(choice)
    return positions


def whole_game(seed: bytes, chooser, adjudicate: bool = True) -> tuple[SlowConstruction, int]:
    fast = CONSTRUCTION.new({"adjudicate": adjudicate}, 2, Chance(seed))
    slow = SlowConstruction(adjudicate, seed)
    return slow, compare(fast, slow, chooser(Chance(seed).stream("choices")))


def rare_position(seed: bytes, most: int) -> tuple[SlowConstruction, int]:
    stream = Chance(seed).stream("position")
    slow = crowded(stream, seed)
    fast = CONSTRUCTION.restore(json.loads(json.dumps(slow.everything())), Chance(seed))
    return slow, compare(fast, slow, eager(stream), most)


def how_it_ended(slow: SlowConstruction) -> str:
    if not slow.over:
        return "not"
    home = any(slow.best[seat] == 10 and slow.big[seat] == START[seat] for seat in (0, 1))
    return "home" if home else "stopped" if slow.ranks() == (0, 0) else "adjudicated"


@pytest.mark.parametrize(("chooser", "adjudicate"), [(eager, True), (indifferent, False)])
def test_whole_games(chooser, adjudicate):
    slow, positions = whole_game(b"whole", chooser, adjudicate)
    assert slow.over
    assert positions > 200


def test_rare_positions():
    """The choices were biased so that what is rare happens: it did."""
    ends: Counter = Counter()
    smothered = 0
    for game in range(200):
        slow, _ = rare_position(b"rare %d" % game, most=12)
        ends[how_it_ended(slow)] += 1
        smothered += slow.smothered
    assert smothered >= 100
    assert min(ends[end] for end in ("home", "stopped", "adjudicated")) >= 5


def test_positions_played_to_the_end():
    for game in range(20):
        slow, _ = rare_position(b"to the end %d" % game, most=1000)
        assert slow.over


@pytest.mark.long
@pytest.mark.parametrize("chooser", [eager, indifferent])
def test_many_whole_games(chooser):
    for game in range(30):
        whole_game(b"many whole %d" % game, chooser, adjudicate=game % 2 == 0)


@pytest.mark.long
def test_many_rare_positions():
    for game in range(4_000):
        rare_position(b"many rare %d" % game, most=15)


def test_a_sample_cannot_be_told_from_the_real_one():
    """In every twentieth position of a game, for the player, for the other and for a spectator."""
    seed = b"sample"
    state, slow = CONSTRUCTION.new({"adjudicate": True}, 2, Chance(seed)), SlowConstruction(True, seed)
    choose = eager(Chance(seed).stream("choices"))
    while not slow.over:
        if slow.turn % 20 == 1 or len(slow.closed) < 2:
            for seat in (0, 1, None):
                observation = state.observe(seat)
                sampled = CONSTRUCTION.sample(json.loads(json.dumps(observation)), Chance(b"%d" % slow.turn))
                assert sampled.observe(seat) == observation
                for other in (0, 1):
                    assert list(sampled.legal(other)) == list(state.legal(other))
                snapshot = sampled.snapshot()
                cards = [card for *_, card in snapshot["table"] if card != "JK"] + snapshot["open"] + snapshot["closed"]
                assert sorted([*cards, snapshot["opened"]]) == sorted(PACK * 3)
                if len(slow.closed) > 20:
                    assert snapshot["closed"] != slow.closed
        choice = choose(slow, slow.choices())
        state.apply(slow.player, CONSTRUCTION.decode(choice))
        slow.choose(choice)
