"""The engine against the second, slow reading of the rules, action by action; and its samples, judged by that reading.

``COMPARED`` counts, by test and kind of game, the positions compared and what was met in them.
"""

import json
from collections import Counter, defaultdict

import pytest

from plugins.chance import Chance
from tests.engines.rummy.lockstep import RUMMY, compare_game
from tests.engines.rummy.random_positions import KINDS, marginal_position, random_position
from tests.engines.rummy.slow import JOKERS, SlowRummy, dealt
from tests.engines.rummy.slow_layouts import ONE_PACK

COMPARED: dict[str, Counter] = defaultdict(Counter)
OPENINGS = [kind for kind, options in KINDS.items() if options["threshold"] > 0]
WHOLE_GAMES = [(kind, seats) for kind in ("a", "b", "c", "d") for seats in (2, 3, 4)]

SMALL_B = {"deck": 112, "deal": 14, "threshold": 45}
# Deals after which the closed pile is short: the end of the first is often the limit.
CROWDED = {
    "a": {"deck": 56, "deal": 13, "threshold": 20},
    "b": {"deck": 112, "deal": 18, "threshold": 50},
    "c": {"deck": 55, "deal": 12, "threshold": 30},
    "d": {"deck": 54, "deal": 13},
    "c on b": {"deck": 56, "deal": 11, "threshold": 35},
    "d from 25": {"deck": 55, "deal": 12},
}


@pytest.fixture
def count():
    """Adds to what this test has met, and to COMPARED."""
    met: Counter = Counter()

    def add(name: str, more: Counter) -> Counter:
        met.update(more)
        COMPARED[name].update(more)
        return met

    return add


def constructed(kind: str, games: int, most_cards: int, count) -> Counter:
    for game in range(games):
        seed = f"{kind} {most_cards} {game}".encode()
        met = count(f"constructed {kind}", compare_game(random_position(kind, seed, most_cards), seed))
    return met


def marginal(kind: str, games: int, most_cards: int, count) -> Counter:
    for game in range(games):
        seed = f"marginal {kind} {most_cards} {game}".encode()
        met = count(f"marginal {kind}", compare_game(marginal_position(kind, seed, most_cards), seed, turns=2))
    return met


def whole(kind: str, seats: int, game: int, options: dict, count, look=None) -> Counter:
    seed = f"{kind} {seats} {game}".encode()
    deck = {"b": 108, "d": 108}.get(kind)
    options = {**KINDS[kind], "deck": deck, **options}
    fast = RUMMY.new(options, seats, Chance(seed))
    return count(f"whole {kind}", compare_game(dealt(options, seats, seed), seed, fast, look))


@pytest.mark.parametrize("kind", KINDS)
def test_constructed_positions(kind, count):
    met = constructed(kind, 15, 9, count)
    for rare in ("swap", "take", "off", "lay", "joker put down", "opening put-down", "turn-over", "limit", "won"):
        assert met[rare] > 0, rare
    if KINDS[kind]["must_discard"]:
        assert met["won without a discard"] == 0
    if not KINDS[kind]["fours_leave"]:
        assert met["four gone"] == 0


@pytest.mark.long
@pytest.mark.parametrize("most_cards", [7, 10, 13])
@pytest.mark.parametrize("kind", KINDS)
def test_many_constructed_positions(kind, most_cards, count):
    met = constructed(kind, 60, most_cards, count)
    assert (met["won without a discard"] > 0) is not KINDS[kind]["must_discard"]
    assert (met["four gone"] > 0) is KINDS[kind]["fours_leave"]
    assert (met["in the middle of opening"] > 0) is (KINDS[kind]["threshold"] > 0)


@pytest.mark.parametrize("kind", OPENINGS)
def test_thresholds_just_reached_or_missed(kind, count):
    assert marginal(kind, 60, 9, count)["in the middle of opening"] > 3


@pytest.mark.long
@pytest.mark.parametrize("most_cards", [7, 9, 12])
@pytest.mark.parametrize("kind", OPENINGS)
def test_many_thresholds_just_reached_or_missed(kind, most_cards, count):
    assert marginal(kind, 70, most_cards, count)["in the middle of opening"] > 3


@pytest.mark.parametrize(("kind", "seats"), WHOLE_GAMES)
def test_whole_games(kind, seats, count):
    whole(kind, seats, 0, SMALL_B if kind == "b" else {}, count)


def test_a_whole_game_of_twenty_four_cards(count):
    whole("b", 2, 0, {}, count)


@pytest.mark.long
@pytest.mark.parametrize(("kind", "seats"), WHOLE_GAMES)
def test_many_whole_games(kind, seats, count):
    for game in range(1, 5):
        whole(kind, seats, game, {}, count)
    for game in range(5, 10):
        whole(kind, seats, game, {"deal": 5 + game % 6, "threshold": KINDS[kind]["threshold"] // 2}, count)


def judge_samples(every: int, count):
    """A look at a game: sample for every seat and the spectator, and judge the samples.

    In each so many positions, and whenever the seat to move is in the middle of opening.
    """
    looked = 0

    def look(state) -> None:
        nonlocal looked
        looked += 1
        snapshot = state.snapshot()
        if looked % every and not begun(snapshot):
            return
        for seat in (None, *range(len(snapshot["hands"]))):
            observation = state.observe(seat)
            sampled = RUMMY.sample(json.loads(json.dumps(observation)), Chance(b"%d" % looked))
            judge(sampled, observation, snapshot)
            if seat is not None:
                assert list(sampled.legal(seat)) == list(state.legal(seat))
            count("samples", Counter(sampled=1, begun=begun(snapshot) and seat != snapshot["player"]))

    return look


def begun(snapshot: dict) -> bool:
    return snapshot["points"] > 0 and not snapshot["opened"][snapshot["player"]]


def judge(sampled, observation: dict, real: dict) -> None:
    guess = sampled.snapshot()
    assert sampled.observe(observation["seat"]) == observation
    assert pack_of(guess) == pack_of(real)
    for hand, known in zip(guess["hands"], guess["known"], strict=True):
        assert Counter(known) <= Counter(hand)
    # The seat to move has a choice that the rules allow; one who has begun to open can still reach the threshold.
    choices = SlowRummy(guess).choices()
    assert [RUMMY.encode(action) for action in sampled.legal(guess["player"])] == choices
    assert (choices == []) is (guess["phase"] == "over")


def pack_of(snapshot: dict) -> Counter:
    layouts = [one["cards"] for one in snapshot["layouts"]]
    piles = [*snapshot["hands"], *layouts, snapshot["open"], snapshot["closed"]]
    cards = Counter(card for pile in piles for card in pile)
    deck = snapshot["options"]["deck"]
    assert cards == Counter(ONE_PACK * (deck // 52) + ["JK"] * JOKERS[deck])
    return cards


@pytest.mark.parametrize("kind", CROWDED)
def test_samples_of_crowded_games(kind, count):
    met = whole(kind, 4, 0, CROWDED[kind] | (SMALL_B if kind == "b" else {}), count, judge_samples(3, count))
    assert met["sampled"] > 50


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", CROWDED)
def test_samples_of_many_games(kind, seats, count):
    for game in range(1, 4):
        met = whole(kind, seats, game, CROWDED[kind], count, judge_samples(4, count))
    assert met["sampled"] > 100
    assert (met["begun"] > 0) is (KINDS[kind]["threshold"] > 0)
