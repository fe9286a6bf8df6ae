"""Plays a game of rummy on the engine and on the slow reading, and compares all that can be asked of them."""

import json
from collections import Counter

from engines.rummy.engine import Rummy
from plugins.chance import Chance
from tests.engines.rummy.slow import SlowRummy

RUMMY = Rummy()
RARE_FIRST = ("swap", "take", "off", "lay", "draw", "discard")


def cards_of(choice: dict) -> list[str]:
    return choice.get("cards") or [choice.get("card")]


def chooser(seed: bytes):
    """Picks what is rare more often than chance would, jokers above all; how often it declines differs by game."""
    stream = Chance(seed).stream("choices")
    patience = 2 + stream.below(6)

    def choose(choices: list[dict]) -> dict:
        kinds = [kind for kind in RARE_FIRST if any(choice["t"] == kind for choice in choices)]
        if stream.below(patience) == 0:
            kinds = kinds[-1:]  # he draws, or discards where he may
        elif stream.below(3) == 0:
            kinds = [stream.choice(kinds)]
        among = [choice for choice in choices if choice["t"] == kinds[0]]
        with_joker = [choice for choice in among if "JK" in cards_of(choice)]
        if with_joker and stream.below(8 if kinds[0] == "discard" else 2) == 0:
            among = with_joker
        return stream.choice(among)

    return choose


def compare(fast, slow: SlowRummy) -> list[dict]:
    """One position; the choices of the seat to move."""
    choices = slow.choices()
    assert fast.snapshot() == slow.everything()
    assert fast.to_act() == (() if slow.phase == "over" else (slow.player,))
    for seat in range(slow.seats):
        legal = [RUMMY.encode(action) for action in fast.legal(seat)]
        assert legal == (choices if seat == slow.player else [])
    for seat in (None, *range(slow.seats)):
        assert fast.observe(seat) == slow.seen(seat)
    assert (fast.result().ranks, fast.result().scores) == (slow.ranks(), slow.scores())
    return choices


def compare_game(position: dict, seed: bytes, fast=None, look=None, turns: int | None = None) -> Counter:
    """Compares until the deal is over, or so many turns are; counts what was met.

    ``fast`` is the engine's state, by default that of ``position``; ``look`` is called in every position with it.
    """
    fast = fast or RUMMY.restore(json.loads(json.dumps(position)), Chance(seed))
    slow, choose, met = SlowRummy(position), chooser(seed), Counter()
    choice, last_turn = None, None if turns is None else slow.turn + turns
    while slow.turn != last_turn:
        choices = compare(fast, slow)
        met["positions"] += 1
        if look is not None:
            look(fast)
        if choices == []:
            break
        choice = choose(choices)
        before = slow.turn_overs, len(slow.table) + ("cards" in choice)
        met[choice["t"]] += 1
        met["joker put down"] += choice["t"] != "discard" and "JK" in cards_of(choice)
        met["opening put-down"] += "as" in choice and slow.opening
        met["in the middle of opening"] += slow.points > 0 and not slow.opened[slow.player]
        fast.apply(slow.player, RUMMY.decode(json.loads(json.dumps(choice))))
        slow.choose(choice)
        met["turn-over"] += slow.turn_overs - before[0]
        met["four gone"] += before[1] - len(slow.table)
    if slow.phase == "over":
        is_won = slow.hands[slow.player] == []
        met["won" if is_won else "limit"] += 1
        met["won without a discard"] += is_won and choice["t"] != "discard"
    return met
