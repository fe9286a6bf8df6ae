"""What holds in every position of Construction, over random games."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cards import NAMES
from engines.construction import INFO
from engines.construction.moves import BIG, DISCARD, PLACE, SMALL
from engines.construction.network import START, Network, parse_place
from engines.construction.state import ConstructionState
from plugins.chance import Chance
from plugins.contract import IllegalAction
from tests.engines.construction.positions import ENGINE
from tests.hashing import printed

PACKS = Counter([*NAMES[:52] * 3, "JK", "JK"])
GARBAGE = (
    None,
    True,
    False,
    1.0,
    "discard",
    (),
    {"t": "discard"},
    [],
    0,
    -1,
    -DISCARD,
    START[0],
    BIG,
    BIG + 1,
    SMALL + START[0] * (1 << 21) + START[0],
    PLACE + START[0],
    PLACE,
    DISCARD,
    DISCARD + 1,
    10**400,
    float("nan"),
    object(),
)


def random_game(seed: bytes, most: int | None = None, moving: bool = False):
    """Yields the state before every action, and at the end. ``moving``: chips move whenever one can, upwards first."""
    chance = Chance(seed)
    state, choices = ENGINE.new({"adjudicate": True}, 2, chance), chance.stream("choices")
    played = 0
    while state.to_act() and played != most:
        yield state
        legal = state.legal(state.player)
        moves = [action for action in legal if BIG <= action < DISCARD] if moving else []
        state.apply(state.player, choices.choice(moves or legal))
        played += 1
    yield state


@st.composite
def positions(draw) -> ConstructionState:
    """Some way into a random game."""
    seed, most, moving = draw(st.binary(min_size=1, max_size=4)), draw(st.integers(0, 260)), draw(st.booleans())
    *_, state = random_game(seed, most, moving)
    return state


def cards(snapshot) -> Counter:
    laid = [card for *_, card in snapshot["table"]]
    return Counter(laid + snapshot["open"] + snapshot["closed"] + ([snapshot["opened"]] if snapshot["opened"] else []))


@pytest.mark.parametrize("moving", [False, True])
def test_invariants_of_whole_games(moving):
    decisions = 0
    for state in random_game(b"invariants", moving=moving):
        snapshot, observation, result = state.snapshot(), state.observe(None), state.result()
        assert cards(snapshot) == PACKS
        assert (result.ranks, result.scores) in {((0, 1), (1, 0)), ((1, 0), (0, 1)), ((0, 0), (0, 0))}
        assert (state.legal(0) != (), state.legal(1) != ()) == (state.to_act() == (0,), state.to_act() == (1,))
        for seat in (0, 1):
            assert state.observe(seat) == observation | {"seat": seat}
            assert len(observation["small"][seat]) + observation["in_hand"][seat] == 6
        assert json.loads(json.dumps(observation)) == observation
        assert json.loads(json.dumps(snapshot)) == snapshot
        places = [place for *place, _ in snapshot["table"]]
        assert places == sorted(places)
        assert max(abs(number) for _, *numbers in places for number in numbers) <= 75
        black, red = ([big, *small] for big, small in zip(snapshot["big"], snapshot["small"], strict=True))
        assert not [place for place in black if place in red or place not in places]
        decisions += bool(state.to_act())
        assert state.turn == decisions or not state.to_act()
    assert state.to_act() == ()
    assert 156 < decisions <= INFO.max_decisions


def test_the_bound_on_decisions_is_met():
    """Discarding and placing all the time, 156 cards are opened four times."""
    chance = Chance(b"discard")
    state, decisions = ENGINE.new({"adjudicate": True}, 2, chance), 0
    while state.to_act():
        state.apply(state.player, PLACE if state.must_place() else DISCARD)
        decisions += 1
    assert decisions == INFO.max_decisions == state.turn == 4 * 156


def middle(place):
    """Where the middle of a card lies, in halves of a column and of a row."""
    kind, column, row = place[:3]
    return (2 * column + (kind == "H"), 2 * row + (kind == "V"))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("way", [-1, 1])
def test_no_game_builds_further_than_is_read(axis, way):
    """The straightest of walls, of all 144 cards that can be built, leads 72 columns or rows off."""
    state = ENGINE.new({"adjudicate": True}, 2, Chance(b"far"))
    while state.to_act() and len(state.network.cards) < 146:
        builds = [action for action in state.legal(state.player) if action < BIG]
        farthest = max(builds, key=lambda place: way * middle(ENGINE.encode(place)["at"])[axis], default=None)
        state.apply(state.player, farthest or state.legal(state.player)[0 if state.must_place() else -1])
    assert len(state.network.cards) == 146
    assert 70 <= max(abs(place[1 + axis]) for place in state.observe(None)["table"]) <= 75


@given(positions())
def test_what_is_kept_is_what_would_be_found_anew(state):
    """Frontier, adjacency and walks, kept from one action to the next, against a restored state."""
    twin = ENGINE.restore(state.snapshot(), Chance(b""))
    one, two = state.network, twin.network
    assert one.frontier == two.frontier
    assert {place: sorted(near) for place, near in one.near.items()} == {
        place: sorted(near) for place, near in two.near.items()
    }
    assert (one.cards, one.ranks) == (two.cards, two.ranks)
    for seat in (0, 1):
        assert state.legal(seat) == twin.legal(seat)


def test_a_network_may_be_laid_in_any_order():
    *_, state = random_game(b"order", 120)
    table = state.observe(None)["table"]
    expected = state.network
    for seed in range(4):
        Chance(b"%d" % seed).stream("order").shuffle(table)
        network = Network()
        for *place, card in table:
            network.lay(parse_place(place), NAMES.index(card))
        assert network.frontier == expected.frontier
        assert all(sorted(network.near[place]) == sorted(expected.near[place]) for place in expected.near)


@given(positions())
@settings(max_examples=50)
def test_apply_takes_exactly_what_is_listed(state):
    """Over every action of either kind that the position could have, near and far."""
    if not state.to_act():
        return
    player, legal = state.player, state.legal(state.player)
    places = [*state.network.cards, *state.network.frontier]
    chips = sorted({*state.small[player], state.big[player], START[0], START[1]})
    tried = [*places, *(BIG + place for place in places), PLACE, *(PLACE + place for place in places), DISCARD]
    tried += [SMALL + chip * (1 << 21) + place for chip in chips for place in places]
    assert set(legal) <= set(tried)
    before = state.snapshot()
    for action in sorted(set(tried) - set(legal)):
        with pytest.raises(IllegalAction):
            state.apply(player, action)
    assert state.snapshot() == before
    for action in legal:
        state.clone(Chance(b"")).apply(player, action)


@given(positions(), st.binary(max_size=4))
def test_sample_cannot_be_told_from_the_real_one(state, seed):
    for seat in (None, 0, 1):
        observation = state.observe(seat)
        sampled = ENGINE.sample(json.loads(json.dumps(observation)), Chance(seed))
        assert sampled.observe(seat) == observation
        assert cards(sampled.snapshot()) == PACKS
        for other in (0, 1):
            assert sampled.legal(other) == state.legal(other)
        assert sampled.result() == state.result()


@given(positions(), st.binary(max_size=4))
def test_the_closed_packs_order_is_not_observed(state, seed):
    snapshot = state.snapshot()
    Chance(seed).stream("hidden").shuffle(snapshot["closed"])
    other = ENGINE.restore(snapshot, Chance(b""))
    for seat in (None, 0, 1):
        assert other.observe(seat) == state.observe(seat)


def test_sample_is_uniform():
    """Three closed cards, two of them alike: each of the three orders about as often."""
    snapshot = ENGINE.new({"adjudicate": True}, 2, Chance(b"uniform")).snapshot()
    rest = sorted([*snapshot["closed"], snapshot["opened"]], key=NAMES.index)
    opened, closed = rest.pop(), [rest.pop(), *rest[:2]]
    snapshot |= {"opened": opened, "player": 0, "closed": closed, "open": rest[2:]}
    observation = ENGINE.restore(snapshot, Chance(b"")).observe(None)
    assert observation["closed_cards"] == ["2C", "2C", "AS"]
    counts = Counter(
        tuple(ENGINE.sample(observation, Chance(b"%d" % sample)).snapshot()["closed"]) for sample in range(600)
    )
    assert len(counts) == 3
    assert sum((seen - 200) ** 2 / 200 for seen in counts.values()) < 13.8  # chi-square, 2 degrees, 99.9 %


@given(positions())
def test_restore_goes_on_in_lockstep(state):
    chance = Chance(b"future")
    twin = ENGINE.restore(json.loads(json.dumps(state.snapshot())), chance)
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
    before, choices = still.snapshot(), Chance(b"played").stream("choices")
    assert played.snapshot() == before
    for _ in range(40):
        if played.to_act():
            played.apply(played.player, choices.choice(played.legal(played.player)))
    assert still.snapshot() == before
    twin = ENGINE.restore(before, Chance(b""))
    assert (still.legal(0), still.legal(1)) == (twin.legal(0), twin.legal(1))


@given(positions())
@settings(max_examples=50)
def test_illegal_actions_change_nothing(state):
    before = state.snapshot()
    for seat in (0, 1, -1, 2, None, "0"):
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
        legal = [ENGINE.encode(action) for action in state.legal(state.player)]
        kinds = ["build", "big", "small", "king", "discard"]
        keys = [(kinds.index(a["t"]), a.get("at", []), a.get("from", []), a.get("to", [])) for a in legal]
        assert keys == sorted(keys)
        assert len(set(map(str, keys))) == len(keys)


def test_the_reshuffle_does_not_depend_on_what_is_done_with_the_last_cards():
    """Only on the seed, its number and the open pack."""
    *_, state = random_game(b"reshuffle", 150)
    chance = Chance(b"reshuffle")
    while state.closed:
        state.apply(state.player, PLACE if state.must_place() else DISCARD)
    expected = state.snapshot()["open"]
    expected.append(state.snapshot()["opened"])
    chance.stream("reshuffle:1").shuffle(expected)
    state.apply(state.player, PLACE if state.must_place() else DISCARD)
    assert [*state.snapshot()["closed"], state.snapshot()["opened"]] == expected


def test_the_same_game_in_every_process():
    program = (
        "from plugins.chance import Chance\n"
        "from engines.construction.engine import Construction\n"
        "chance = Chance(b'p')\n"
        "state = Construction().new({'adjudicate': True}, 2, chance)\n"
        "choices = chance.stream('choices')\n"
        "while state.to_act():\n"
        "    print(state.snapshot(), state.observe(0), state.legal(state.player))\n"
        "    state.apply(state.player, choices.choice(state.legal(state.player)))\n"
    )
    assert len(printed(program)) == 1
