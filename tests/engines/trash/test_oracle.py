"""The engine against the second, slow reading of the rules, action by action over whole games."""

import pytest

from engines.trash import state as engine_state
from engines.trash.engine import Trash
from plugins.chance import Chance
from tests.engines.trash.slow import SlowTrash

TRASH = Trash()


def compare(seed: bytes, seats: int, start_size: int, choose, stock=None, **limits) -> dict:
    """Play one game on both; the last position. ``stock``: begin with so many cards of it, the others are lost."""
    fast = TRASH.new({"start_size": start_size}, seats, Chance(seed))
    slow = SlowTrash(start_size, seats, seed, **limits)
    if stock is not None:
        slow.stock = slow.stock[-stock:]
        fast = TRASH.restore(slow.everything(), Chance(seed))
    while True:
        choices = slow.choices()
        assert fast.snapshot() == slow.everything()
        assert fast.result().ranks == slow.ranks()
        assert fast.result().scores == tuple(slow.won[seat] for seat in range(seats))
        assert fast.to_act() == (() if slow.over else (slow.player,))
        for seat in range(seats):
            legal = [TRASH.encode(action) for action in fast.legal(seat)]
            assert legal == (choices if seat == slow.player else [])
        if not choices:
            return slow.everything()
        choice = choose(choices)
        fast.apply(slow.player, TRASH.decode(choice))
        slow.choose(choice)


@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_games_of_random_choices(seats):
    for game in range(3):
        seed = b"oracle %d %d" % (seats, game)
        last = compare(seed, seats, 10, Chance(seed).stream("choices").choice)
        assert 0 in last["sizes"]


@pytest.mark.parametrize("start_size", range(1, 10))
def test_every_start_size(start_size):
    seed = b"size %d" % start_size
    compare(seed, 2 + start_size % 5, start_size, Chance(seed).stream("choices").choice)


@pytest.mark.parametrize("stock", [0, 1, 2, 7])
def test_games_with_many_reshuffles(monkeypatch, stock):
    """Games that begin with a stock of few cards; with none or one, turns are passed up to the thousandth."""
    monkeypatch.setattr(engine_state, "HANDS", 1)
    most = 0
    for game in range(6):
        seed = b"stock %d %d" % (stock, game)
        choose = Chance(seed).stream("choices").choice
        reshuffles = compare(seed, 2, 10, choose, stock, hands=1)["reshuffles"]
        most = max(most, reshuffles)
    assert most >= (20 if stock > 1 else 0)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_both_limits(monkeypatch, seats):
    """With limits low enough to be met: hands redealt, and games stopped by a hand won and by a hand redealt."""
    monkeypatch.setattr(engine_state, "TURNS", 12)
    monkeypatch.setattr(engine_state, "HANDS", 4)
    for game in range(20):
        seed = b"limits %d %d" % (seats, game)
        last = compare(seed, seats, 3, Chance(seed).stream("choices").choice, hands=4, turns=12)
        assert last["hand"] <= 4
