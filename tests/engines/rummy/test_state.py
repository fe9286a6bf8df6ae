"""What holds in every position of Rummy, over random games of all variants and numbers of seats."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cards import NAMES
from engines.rummy import INFO, sampling
from engines.rummy.actions import DRAW, LAY, LAYOUTS
from engines.rummy.policies import greedy_action
from engines.rummy.state import RummyState
from engines.rummy.terms import JOKERS
from plugins.chance import Chance
from plugins.contract import IllegalAction
from plugins.options import complete_options
from tests.engines.rummy.positions import RUMMY, play, position
from tests.hashing import printed

VARIANTS = sorted(INFO.variants)
GARBAGE = (
    None,
    True,
    False,
    0.0,
    "draw",
    (),
    {"t": "draw"},
    [],
    DRAW + 1,
    LAY - 1,
    53,
    10**400,
    -(10**400),
    float("nan"),
    object(),
)


def random_game(seed: bytes, variant: str, seats: int, most: int | None = None, greedy: int = 3, **options):
    """Yields the state before every action, and at the end; one action in ``greedy`` is greedy's, for games to end."""
    chance = Chance(seed)
    state, choices = RUMMY.new(complete_options(INFO, options, variant), seats, chance), chance.stream("choices")
    played = 0
    while state.to_act() and played != most:
        yield state
        seat = state.to_act()[0]
        action = choices.choice(state.legal(seat)) if choices.below(greedy) else greedy_action(state)
        state.apply(seat, action)
        played += 1
    yield state


@st.composite
def positions(draw) -> RummyState:
    """Some way into a random game; small decks make turn-overs common."""
    seats, variant = draw(st.integers(2, 4)), draw(st.sampled_from(VARIANTS))
    seed, most = draw(st.binary(min_size=1, max_size=4)), draw(st.integers(0, 160))
    options = draw(st.sampled_from([{}, {"deck": 112}, {"deck": 56, "deal": 13}, {"deal": 6, "deck": 54}]))
    *_, state = random_game(seed, variant, seats, most, draw(st.integers(1, 6)), **options)
    return state


def cards(snapshot) -> Counter:
    laid = [card for layout in snapshot["layouts"] for card in layout["cards"]]
    held = [card for hand in snapshot["hands"] for card in hand]
    return Counter(laid + held + snapshot["open"] + snapshot["closed"])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_invariants_of_whole_games(variant, seats):
    decisions = 0
    for state in random_game(b"invariants", variant, seats):
        snapshot, observation, result = state.snapshot(), state.observe(None), state.result()
        size = snapshot["options"]["deck"]
        assert cards(snapshot) == Counter(NAMES[:52] * (size // 52)) + Counter({"JK": JOKERS[size]})
        for seat in range(seats):
            assert result.ranks[seat] == sum(score > result.scores[seat] for score in result.scores)
            assert bool(state.legal(seat)) == (seat in state.to_act())
            hand = snapshot["hands"][seat]
            assert state.observe(seat) == observation | {"seat": seat, "hand": hand}
            assert Counter(observation["hands"][seat]["known"]) <= Counter(hand)
            if state.to_act():
                assert hand
        assert all(score <= 0 for score in result.scores)
        assert json.loads(json.dumps(observation)) == observation
        assert json.loads(json.dumps(snapshot)) == snapshot
        assert state.next_layout <= LAYOUTS
        decisions += 1
    assert state.to_act() == ()
    assert decisions <= INFO.max_decisions
    assert list(state.legal(0)) == []


@given(positions())
def test_legal_actions_are_ascending_and_coded_one_to_one(state):
    for seat in range(len(state.hands)):
        legal = state.legal(seat)
        assert list(legal) == sorted(set(legal))
        assert [RUMMY.decode(RUMMY.encode(action)) for action in legal] == list(legal)


@given(positions(), st.binary(max_size=4))
def test_sample_cannot_be_told_from_the_real_one(state, seed):
    for seat in [None, *range(len(state.hands))]:
        observation = state.observe(seat)
        sampled = RUMMY.sample(json.loads(json.dumps(observation)), Chance(seed))
        assert sampled.observe(seat) == observation
        assert sampled.to_act() == state.to_act()
        assert cards(sampled.snapshot()) == cards(state.snapshot())
        if seat is not None:
            assert sampled.legal(seat) == state.legal(seat)
        if state.to_act():
            assert sampled.legal(state.player)


@given(positions(), st.binary(max_size=4))
def test_hidden_cards_are_not_observed(state, seed):
    """Shuffle what a seat does not know in the host's own snapshot: the seat sees the same, and may do the same."""
    for seat in range(len(state.hands)):
        snapshot = state.snapshot()
        known = [Counter(cards) for cards in snapshot["known"]]
        cut = snapshot["closed_known"]
        hidden = snapshot["closed"][cut:]
        for other, hand in enumerate(snapshot["hands"]):
            if other != seat:
                hidden += (Counter(hand) - known[other]).elements()
        Chance(seed).stream("hidden").shuffle(hidden)
        for other, hand in enumerate(snapshot["hands"]):
            if other != seat:
                new = list(known[other].elements())
                new += [hidden.pop() for _ in range(len(hand) - len(new))]
                snapshot["hands"][other] = new
        snapshot["closed"] = snapshot["closed"][:cut] + hidden
        try:
            world = RUMMY.restore(snapshot, Chance(b""))
        except ValueError:
            # A player who has begun to open must be able to: then not every arrangement is a position.
            assert state.points > 0
            continue
        assert world.observe(seat) == state.observe(seat)
        assert world.legal(seat) == state.legal(seat)


def test_sample_is_uniform():
    """Three unseen cards, two of them the other's hand: each of the three hands about as often."""
    state = position(["9C 9D", "2D 3D"], draws="4D", opened=True, options={"deck": 54})
    observation = state.observe(0)
    seen = Counter(observation["hand"] + observation["open"])
    whole = Counter(NAMES[:52]) + Counter({"JK": 2})
    rest = list((whole - seen).elements())
    observation["closed"] = [*rest[3:], None]
    unseen = rest[:3]
    counts: Counter[str] = Counter()
    for sample in range(900):
        hand = RUMMY.sample(observation, Chance(b"%d" % sample)).snapshot()["hands"][1]
        assert set(hand) < set(unseen)
        counts[str(hand)] += 1
    assert len(counts) == 3
    assert sum((seen - 300) ** 2 / 300 for seen in counts.values()) < 13.8  # chi-square, 2 degrees, 99.9 %


def middle_of_opening(left: str, lacking: int, **fields) -> dict:
    """What seat 0 sees of seat 1, who has put down some points, lacks as many and holds the cards ``left``."""
    state = position(
        ["9C", left],
        layouts=["2H 3H 4H", "KC KD KH"],
        player=1,
        opened=[True, False],
        opening=True,
        points=9,
        options={"threshold": 9 + lacking},
        **fields,
    )
    observation = state.observe(0)
    seen = 1 + len(left.split()) + 6 + 1
    return observation | {"closed": [None] * (108 - seen)}


def test_sample_in_the_middle_of_an_opening():
    """One hidden card must be a king, or a joker in a king's place; several must do together."""
    observation = middle_of_opening("KS", 10)
    drawn = {tuple(RUMMY.sample(observation, Chance(b"%d" % s)).snapshot()["hands"][1]) for s in range(120)}
    assert drawn == {("KC",), ("KD",), ("KH",), ("KS",), ("JK",), ("AH",)}
    observation = middle_of_opening("KS KC 4S 6S", 20)
    for sample in range(30):
        state = RUMMY.sample(observation, Chance(b"%d" % sample))
        assert state.legal(1)
        assert state.observe(0) == observation


def test_sample_builds_the_hand_that_chance_would_not_deal(monkeypatch):
    """Four cards that count 40 on this table; also if they had not been dealt by chance once."""
    monkeypatch.setattr(sampling, "_DEALS", 0)
    observation = middle_of_opening("AH JK JK KS", 40)
    for sample in range(5):
        state = RUMMY.sample(observation, Chance(b"%d" % sample))
        assert state.legal(1)
        assert state.observe(0) == observation


@given(positions())
def test_restore_goes_on_in_lockstep(state):
    chance = Chance(b"future")
    twin = RUMMY.restore(json.loads(json.dumps(state.snapshot())), chance)
    copy = state.clone(chance)
    choices = chance.stream("choices")
    for _ in range(60):
        assert copy.snapshot() == twin.snapshot()
        assert copy.to_act() == twin.to_act()
        assert copy.result() == twin.result()
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
    for _ in range(30):
        if played.to_act():
            played.apply(played.player, played.legal(played.player)[0])
    assert still.snapshot() == before
    assert still.legal(still.player) == RUMMY.restore(before, Chance(b"")).legal(still.player)


@given(positions())
@settings(max_examples=50)
def test_illegal_actions_change_nothing(state):
    before = state.snapshot()
    for seat in [*range(len(state.hands)), -1, 4, None, "0"]:
        legal = state.legal(seat)
        for action in (*GARBAGE, *range(52), DRAW):
            if type(action) is int and action in legal:
                continue
            with pytest.raises(IllegalAction) as refusal:
                state.apply(seat, action)
            assert len(str(refusal.value)) < 300
    assert state.snapshot() == before


def test_refusals_say_what_is_legal():
    state = position(["9C", "9D 8D"], opened=True)
    with pytest.raises(IllegalAction, match=r"it is not legal to discard 8C now; legal are 1: discard 9C$"):
        state.apply(0, 24)
    with pytest.raises(IllegalAction, match="it is no action of Rummy; legal are 1"):
        state.apply(0, -1)
    with pytest.raises(IllegalAction, match="action: it is the turn of seat 0"):
        state.apply(1, 28)
    state = position(["9C 9D 9H KC", "2D"], layouts=["5H 6H 7H"], opened=True)
    with pytest.raises(
        IllegalAction, match=r"not legal to off 9C on 0 now; legal are 5: lay 9C 9D 9H, discard 9C, .*\.\.\."
    ):
        play(state, {"t": "off", "card": "9C", "on": 0, "as": "9C"})


def test_the_same_game_in_every_process():
    program = (
        "from plugins.chance import Chance\n"
        "from plugins.options import complete_options\n"
        "from engines.rummy import INFO\n"
        "from engines.rummy.engine import Rummy\n"
        "for variant in 'abcd':\n"
        "    state = Rummy().new(complete_options(INFO, {}, variant), 3, Chance(b'p'))\n"
        "    choices = Chance(b'c').stream('choices')\n"
        "    for _ in range(60):\n"
        "        print(state.snapshot(), state.observe(0), state.legal(state.player))\n"
        "        state.apply(state.player, choices.choice(state.legal(state.player)))\n"
    )
    assert len(printed(program)) == 1
