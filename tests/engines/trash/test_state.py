"""What holds in every position of Trash, over random games of two to six seats."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cards import NAMES
from engines.trash import INFO
from engines.trash.engine import Trash
from engines.trash.state import STOCK, TAKE, TrashState
from plugins.chance import Chance
from plugins.contract import IllegalAction
from tests.hashing import printed

TRASH = Trash()
GARBAGE = (
    None,
    True,
    False,
    1.0,
    "stock",
    "",
    (),
    {"t": "stock"},
    [],
    0,
    -1,
    -2,
    1,
    11,
    10**400,
    float("nan"),
    object(),
)


def random_game(seed: bytes, seats: int, start_size: int = 10, most: int | None = None, low: bool = False):
    """Yields the state before every action, and at the end. ``low``: begin with most of the stock discarded already."""
    chance = Chance(seed)
    state, choices = TRASH.new({"start_size": start_size}, seats, chance), chance.stream("choices")
    if low:
        snapshot = state.snapshot()
        stock = snapshot["stock"]
        state = TRASH.restore(snapshot | {"stock": stock[-4:], "discard": stock[:-4]}, chance)
    played = 0
    while state.to_act() and played != most:
        yield state
        seat = state.to_act()[0]
        state.apply(seat, choices.choice(state.legal(seat)))
        played += 1
    yield state


@st.composite
def positions(draw) -> TrashState:
    """Some way into a random game; with small layouts its later hands and its end are met often."""
    seats, size = draw(st.integers(2, 6)), draw(st.integers(1, 10))
    seed, most, low = draw(st.binary(min_size=1, max_size=4)), draw(st.integers(0, 150)), draw(st.booleans())
    *_, state = random_game(seed, seats, size, most, low)
    return state


def cards(snapshot) -> Counter:
    laid = [card.removeprefix("-") for layout in snapshot["layouts"] for card in layout]
    return Counter(laid + snapshot["stock"] + snapshot["discard"] + ([snapshot["held"]] if snapshot["held"] else []))


@pytest.mark.parametrize("seats", range(2, 7))
def test_invariants_of_whole_games(seats):
    packs = Counter(NAMES[:52] * [1, 2, 2, 3, 3][seats - 2])
    decisions, jacks, hand = 0, 0, 1
    for state in random_game(b"invariants", seats):
        snapshot, observation, result = state.snapshot(), state.observe(None), state.result()
        assert cards(snapshot) == packs
        assert sorted(result.ranks)[0] == 0
        for seat in range(seats):
            assert result.ranks[seat] == sum(rank < result.ranks[seat] for rank in result.ranks)
            assert result.scores[seat] + state.sizes[seat] == 10
            assert bool(state.legal(seat)) == (seat in state.to_act())
            assert state.observe(seat) == observation | {"seat": seat}
        assert json.loads(json.dumps(observation)) == observation
        assert json.loads(json.dumps(snapshot)) == snapshot
        # The two counts of which the bound on decisions is made, for six seats or fewer.
        jacks, hand = (jacks if state.hand == hand else 0) + (snapshot["phase"] == "jack"), state.hand
        assert jacks <= 55
        assert state.turn <= 1000
        decisions += 1
    assert state.to_act() == ()
    assert result.ranks.count(0) == 1
    assert max(result.scores) == 10
    assert decisions <= INFO.max_decisions


def test_the_bound_on_decisions():
    """100 hands of 1,000 draws, and of 55 jacks: six layouts of ten, the first one full, none of the others."""
    assert INFO.max_decisions == 100 * 1000 + 100 * (10 + 5 * 9)


@given(positions(), st.binary(max_size=4))
def test_sample_cannot_be_told_from_the_real_one(state, seed):
    for seat in [None, *range(len(state.sizes))]:
        observation = state.observe(seat)
        sampled = TRASH.sample(json.loads(json.dumps(observation)), Chance(seed))
        assert sampled.observe(seat) == observation
        assert cards(sampled.snapshot()) == cards(state.snapshot())
        for other in range(len(state.sizes)):
            assert sampled.legal(other) == state.legal(other)
        assert sampled.result() == state.result()


@given(positions(), st.binary(max_size=4))
def test_hidden_cards_are_not_observed(state, seed):
    """Every arrangement of what is hidden looks the same: shuffle the hidden cards in the host's own snapshot."""
    snapshot = state.snapshot()
    stream = Chance(seed).stream("hidden")
    down = [(row, at) for row, layout in enumerate(snapshot["layouts"]) for at, c in enumerate(layout) if c[0] == "-"]
    hidden = [snapshot["layouts"][row][at] for row, at in down]
    if snapshot["reshuffles"]:
        stream.shuffle(snapshot["stock"])  # its cards are known, their order is not
    else:
        hidden += ["-" + card for card in snapshot["stock"]]
    stream.shuffle(hidden)
    for row, at in down:
        snapshot["layouts"][row][at] = hidden.pop()
    if not snapshot["reshuffles"]:
        snapshot["stock"] = [card[1:] for card in hidden]
    other = TRASH.restore(snapshot, Chance(b""))
    for seat in [None, *range(len(state.sizes))]:
        assert other.observe(seat) == state.observe(seat)


def test_sample_is_uniform():
    """Two hidden places, three unseen cards, one of them the stock: each of the six arrangements about as often."""
    state = TRASH.new({"start_size": 1}, 2, Chance(b"uniform"))
    observation = state.observe(0)
    unseen = {"KS", "KH", "AS"}
    observation |= {"discard": [name for name in NAMES[:52] if name not in unseen], "stock": 1}
    counts: Counter[str] = Counter()
    for sample in range(1200):
        snapshot = TRASH.sample(observation, Chance(b"%d" % sample)).snapshot()
        counts[str((snapshot["layouts"], snapshot["stock"]))] += 1
    assert len(counts) == 6
    assert sum((seen - 200) ** 2 / 200 for seen in counts.values()) < 20.5  # chi-square, 5 degrees, 99.9 %


def test_sample_keeps_what_is_known_of_the_stock():
    """After a reshuffle it is known which cards form the stock, and so which lie face down."""
    met = orders = 0
    for game in range(12):
        for state in random_game(b"reshuffle %d" % game, 2, low=True):
            if state.reshuffles:
                met += 1
                sampled = TRASH.sample(state.observe(1), Chance(b"%d" % met))
                assert sorted(sampled.stock) == sorted(state.stock)
                orders += sampled.stock != sorted(sampled.stock)
    assert met > 50
    # Their order is not known: hardly a sample has them ascending, but for stocks of one card or two.
    assert orders > met * 3 // 4


@given(positions())
def test_restore_goes_on_in_lockstep(state):
    chance = Chance(b"future")
    twin = TRASH.restore(json.loads(json.dumps(state.snapshot())), chance)
    copy = state.clone(chance)
    choices = chance.stream("choices")
    for _ in range(120):
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
    for _ in range(40):
        if played.to_act():
            played.apply(played.player, played.legal(played.player)[-1])
    assert still.snapshot() == before


@given(positions())
@settings(max_examples=50)
def test_illegal_actions_change_nothing(state):
    before = state.snapshot()
    for seat in [*range(len(state.sizes)), -1, 6, None, "0"]:
        legal = state.legal(seat)
        for action in GARBAGE:
            if type(action) is int and action in legal:
                continue
            with pytest.raises(IllegalAction):
                state.apply(seat, action)
    assert state.snapshot() == before


@given(positions())
def test_legal_is_in_its_order(state):
    if state.to_act():
        legal = list(state.legal(state.player))
        if state.observe(None)["phase"] == "draw":
            assert legal in ([STOCK], [STOCK, TAKE])
        else:
            assert legal == sorted(set(legal))


def test_a_hands_deal_does_not_depend_on_what_happened_before():
    """Two games of the same seed played differently: hand 2's deck is the same, read off layouts and stock."""
    decks = set()
    for last in (0, -1):
        state = TRASH.new({"start_size": 10}, 3, Chance(b"same"))
        while state.hand < 2:
            state.apply(state.player, state.legal(state.player)[last])
        snapshot = state.snapshot()
        dealt = [card[1:] for layout in snapshot["layouts"] for card in layout]
        decks.add(tuple(snapshot["stock"] + dealt[::-1]))
    assert len(decks) == 1


def test_the_same_game_in_every_process():
    program = (
        "from plugins.chance import Chance\n"
        "from engines.trash.engine import Trash\n"
        "state = Trash().new({'start_size': 4}, 4, Chance(b'p'))\n"
        "while state.to_act():\n"
        "    print(state.snapshot(), state.observe(0))\n"
        "    state.apply(state.player, state.legal(state.player)[-1])\n"
    )
    assert len(printed(program)) == 1
