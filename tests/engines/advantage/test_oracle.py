"""The engine against the second, slow reading of the rules, action by action, over whole games and late positions."""

import json
from collections import Counter

import pytest

from engines.advantage.engine import Advantage
from plugins.chance import Chance
from tests.engines.advantage.random_positions import late
from tests.engines.advantage.slow import PACK, SlowAdvantage, in_order

ADVANTAGE = Advantage()


def agree(fast, slow: SlowAdvantage) -> list[dict]:
    """Assert that all that can be asked of the engine is as the slow reading has it; the choices."""
    choices = slow.choices()
    assert fast.snapshot() == slow.everything()
    assert fast.to_act() == (() if slow.over else (slow.player,))
    for seat in (0, 1):
        legal = [ADVANTAGE.encode(action) for action in fast.legal(seat)]
        assert legal == (choices if seat == slow.player else [])
    for seat in (0, 1, None):
        assert fast.observe(seat) == slow.seen(seat)
    result = fast.result()
    assert (result.ranks, result.scores) == (slow.ranks(), slow.scores())
    return choices


def held_pairs(hand: list[str]) -> int:
    return len(hand) - len({card[0] for card in hand})


def agree_on_samples(fast, slow: SlowAdvantage, seed: bytes) -> None:
    """Assert that whoever looks, the player too, cannot tell a sample from the real game; nor is it impossible."""
    for seat in (0, 1, None):
        observation = fast.observe(seat)
        sampled = ADVANTAGE.sample(json.loads(json.dumps(observation)), Chance(seed))
        snapshot = sampled.snapshot()
        assert sampled.observe(seat) == observation
        for other in (0, 1):
            assert bool(sampled.legal(other)) == bool(fast.legal(other))
            assert other != seat or list(sampled.legal(seat)) == list(fast.legal(seat))
        heaps = [
            snapshot["stock"],
            *snapshot["hands"],
            *snapshot["piles"],
            *snapshot["pairs"][0],
            *snapshot["pairs"][1],
        ]
        assert sorted(card for heap in heaps for card in heap) == sorted(PACK)
        if len(slow.stock) > 12:
            assert snapshot["stock"] not in (slow.stock, in_order(slow.stock), in_order(snapshot["stock"]))
        if slow.drew and not slow.over:
            # Nothing could be done before the card was drawn, and no one saw that card.
            done = {choice["card"] for choice in SlowAdvantage.of(snapshot).possible()}
            assert len(done) == 1
            assert not done & set(snapshot["known"][slow.player])
        if slow.over or (slow.round == 3 and slow.player != slow.leader):
            assert held_pairs(snapshot["hands"][slow.leader]) == 0
        if slow.over:
            assert held_pairs(snapshot["hands"][1 - slow.leader]) == 0


def compare(fast, slow: SlowAdvantage, choose, samples: bytes | None = None) -> int:
    """Play on both to the end; the number of positions compared. ``samples``: a seed, to sample all of them too.

    Now and then the game goes on with a clone, while the original goes another way.
    """
    positions = 1
    while choices := agree(fast, slow):
        if samples is not None:
            agree_on_samples(fast, slow, samples + b" %d" % positions)
        if positions % 5 == 0:
            original, fast = fast, fast.clone(Chance(b"clone"))
            agree(fast, slow)
            original.apply(slow.player, ADVANTAGE.decode(choose(choices)))
        choice = choose(choices)
        fast.apply(slow.player, ADVANTAGE.decode(choice))
        slow.choose(choice)
        positions += 1
    if samples is not None:
        agree_on_samples(fast, slow, samples)
    return positions


def chooser(chance: Chance, passing: int):
    """Declines to exchange ``passing`` times in ten, and all other choices are alike."""
    stream = chance.stream("choices")

    def choose(choices: list[dict]) -> dict:
        if choices[-1]["t"] != "pass":
            return stream.choice(choices)
        return choices[-1] if stream.below(10) < passing else stream.choice(choices[:-1])

    return choose


def whole_game(seed: bytes, lead: str, passing: int, sampled: bool = False) -> tuple[SlowAdvantage, int]:
    fast, slow = ADVANTAGE.new({"lead": lead}, 2, Chance(seed)), SlowAdvantage(lead, seed)
    return slow, compare(fast, slow, chooser(Chance(seed), passing), seed if sampled else None)


def late_position(seed: bytes, passing: int, sampled: bool = False) -> tuple[SlowAdvantage | None, int]:
    slow = late(Chance(seed).stream("position"))
    if slow is None:
        return None, 0
    fast = ADVANTAGE.restore(json.loads(json.dumps(slow.everything())), Chance(seed))
    return slow, compare(fast, slow, chooser(Chance(seed), passing), seed if sampled else None)


def how_it_ended(slow: SlowAdvantage | None) -> str:
    if slow is None:
        return "not begun"
    draw = "a draw, " if slow.ranks() == (0, 0) else ""
    return draw + ("limit" if slow.dry_cycles == 3 and slow.moved else "nobody moved")


@pytest.mark.parametrize("passing", [0, 3, 10])
@pytest.mark.parametrize("lead", ["fixed", "alternate"])
def test_whole_games(lead, passing):
    for game in range(10):
        slow, _ = whole_game(b"whole %d" % game, lead, passing)
        assert slow.over


def test_late_positions():
    """They were made so that every end is met: it was."""
    ends = Counter(how_it_ended(late_position(b"late %d" % game, game % 11)[0]) for game in range(250))
    assert min(ends[draw + end] for draw in ("", "a draw, ") for end in ("limit", "nobody moved")) >= 5


def test_samples_of_whole_games():
    for game in range(2):
        whole_game(b"sample %d" % game, "fixed" if game % 2 else "alternate", 3, sampled=True)


def test_samples_of_late_positions():
    for game in range(30):
        late_position(b"late sample %d" % game, game % 11, sampled=True)


def test_samples_after_a_draw():
    """Where a hidden card, the one just drawn, is the only one that can be laid or exchanged."""
    drawn = 0
    for game in range(400):
        slow = late(Chance(b"drawn %d" % game).stream("position"))
        if slow is not None and slow.drew:
            drawn += 1
            agree_on_samples(ADVANTAGE.restore(slow.everything(), Chance(b"")), slow, b"%d" % game)
    assert drawn >= 50


@pytest.mark.long
def test_many_whole_games():
    for game in range(1_000):
        whole_game(b"many whole %d" % game, "fixed" if game % 2 else "alternate", game % 11, sampled=game % 8 == 0)


@pytest.mark.long
def test_many_late_positions():
    for game in range(8_000):
        late_position(b"many late %d" % game, game % 11, sampled=game % 4 == 0)
