"""Sampled states: all that the observation allows, all alike."""

from collections import Counter
from itertools import combinations

import pytest

from engines.advantage import sampling
from engines.cards import NAMES
from plugins.chance import Chance
from tests.engines.advantage.games import random_game
from tests.engines.advantage.positions import ENGINE, position

UNSEEN = ("5C", "5D", "8H", "8S", "9S")


def whole(hand, other, stock, tops="KC KD KS", **fields):
    """A position of cycle 2 with all cards that are not named in the piles."""
    named = f"{hand} {other} {stock} {tops}".split()
    rest = [name for name in NAMES[:52] if name not in named]
    first, second, third = tops.split()
    piles = ",".join([" ".join([*rest, first]), second, third])
    return position(hand, piles, other=other, draws=stock, cycle=2, **{"moved": True, **fields})


@pytest.mark.parametrize("tries", [20, 0])
def test_every_state_that_is_allowed_is_equally_likely(monkeypatch, tries):
    """Seat 1 has two of five cards and no pair: 8 hands of 10, each with 6 orders of the stock."""
    monkeypatch.setattr(sampling, "TRIES", tries)
    observation = whole("2C 3D", "5C 8H", "5D 9S 8S").observe(0)
    counts: Counter = Counter()
    for sample in range(1200):
        snapshot = ENGINE.sample(observation, Chance(b"%d" % sample)).snapshot()
        counts[(*snapshot["hands"][1], *snapshot["stock"])] += 1
    allowed = {hand for hand in combinations(UNSEEN, 2) if hand[0][0] != hand[1][0]}
    assert ({seen[:2] for seen in counts}, len(counts)) == (allowed, 48)
    assert sum((seen - 25) ** 2 / 25 for seen in counts.values()) < 82.7  # chi-square, 47 degrees, 99.9 %


@pytest.mark.parametrize("tries", [20, 0])
def test_two_hidden_hands(monkeypatch, tries):
    """A spectator knows neither hand: two cards each and no pair, seat 0 has one that goes on a king, as all do."""
    monkeypatch.setattr(sampling, "TRIES", tries)
    observation = whole("5C 8H", "5D 9S", "8S").observe(None)
    counts: Counter = Counter()
    for sample in range(400):
        snapshot = ENGINE.sample(observation, Chance(b"%d" % sample)).snapshot()
        counts[(*snapshot["hands"][0], *snapshot["hands"][1])] += 1
    hands = {hand for hand in combinations(UNSEEN, 2) if hand[0][0] != hand[1][0]}
    allowed = {(*one, *two) for one in hands for two in hands if not set(one) & set(two)}
    assert (set(counts), len(allowed)) == (allowed, 20)  # of 30 without pairs in mind, 10 have one
    assert sum((seen - 20) ** 2 / 20 for seen in counts.values()) < 43.8  # 19 degrees, 99.9 %


def seen_of(observation, samples):
    """The hands of seat 1 in so many samples."""
    sampled = (ENGINE.sample(observation, Chance(b"%d" % sample)).snapshot() for sample in range(samples))
    return {tuple(snapshot["hands"][1]) for snapshot in sampled}


@pytest.mark.parametrize("tries", [20, 0])
def test_no_card_that_could_have_been_laid(monkeypatch, tries):
    """Round 2, and nobody has moved: seat 1 has no red card, for the tops are red."""
    monkeypatch.setattr(sampling, "TRIES", tries)
    state = whole("2C", "5C 6S", "5H 6H 8C", tops="KD QD TH", round=2, moved=False)
    assert seen_of(state.observe(0), 60) == {("5C", "6S"), ("5C", "8C"), ("6S", "8C")}


@pytest.mark.parametrize("tries", [20, 0])
def test_no_more_than_two_doubles_where_no_more_were_drawn(monkeypatch, tries):
    """Round 3, and nobody has moved: of six of eight cards, not three pairs."""
    monkeypatch.setattr(sampling, "TRIES", tries)
    black = ("5C", "5S", "6C", "6S", "7C", "7S", "8C", "9C")
    state = whole("2C 2S", "5C 5S 6C 6S 8C 9C", "7C 7S", tops="KD QD JD", round=3, moved=False)
    assert seen_of(state.observe(0), 300) == set(combinations(black, 6)) - {black[:6]}


def test_counting_deals_out_what_trying_does(monkeypatch):
    """Every position of a few games, for both seats and a spectator, with not one deal tried."""
    monkeypatch.setattr(sampling, "TRIES", 0)
    positions = 0
    for game in range(2):
        for at, state in enumerate(random_game(b"counted %d" % game)):
            for seat in (0, 1, None):
                # A spectator has two hands to count; that is slow.
                if seat is None and at % 20:
                    continue
                observation = state.observe(seat)
                sampled = ENGINE.sample(observation, Chance(b"%d" % at))
                assert sampled.observe(seat) == observation
                assert seat is None or sampled.legal(seat) == state.legal(seat)
                assert sampled.to_act() == state.to_act()
                positions += 1
    assert positions > 100


def test_trying_is_enough_in_most_positions(monkeypatch):
    """Counting is for what is rare: less than one position in ten, in random games."""
    asked = [0, 0]
    counted = sampling.counted

    def noted(*args):
        asked[1] += 1
        return counted(*args)

    monkeypatch.setattr(sampling, "counted", noted)
    for game in range(10):
        for state in random_game(b"trying %d" % game):
            ENGINE.sample(state.observe(1 - state.player), Chance(b"%d" % game))
            asked[0] += 1
    assert asked[1] * 10 < asked[0]
