"""Actions as JSON, and what restore and sample refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.advantage.state import ACTIONS
from engines.cards import NAMES
from plugins.chance import Chance
from plugins.contract import Engine, IllegalAction, State
from tests.engines.advantage.positions import ENGINE, snapshot

FORMS = [
    *({"t": "lay", "card": card, "pile": pile} for card in NAMES[:52] for pile in range(3)),
    *({"t": "exchange", "card": card, "pile": pile} for card in NAMES[:52] for pile in range(3)),
    {"t": "pass"},
    *(
        {"t": "pair", "cards": [f"{rank}{one}", f"{rank}{two}"]}
        for rank in "23456789TJQKA"
        for one, two in ("CD", "CH", "CS", "DH", "DS", "HS")
    ),
]


class Sly(dict):
    pass


class Text(str):
    pass


def deep(depth: int) -> list:
    nested: list = []
    for _ in range(depth):
        nested = [nested]
    return nested


def new(seed: bytes = b""):
    return ENGINE.new({"lead": "fixed"}, 2, Chance(seed))


def test_it_keeps_the_contract():
    assert isinstance(ENGINE, Engine)
    assert isinstance(new(), State)


def test_actions_and_their_json_are_one_to_one():
    """The integers are in the order of legal actions: by card, then pile; pairs by first, then second card."""
    assert [ENGINE.encode(action) for action in range(ACTIONS)] == FORMS
    assert [ENGINE.decode(form) for form in FORMS] == list(range(ACTIONS))


@pytest.mark.parametrize(
    "data",
    [
        None,
        True,
        0,
        "pass",
        [],
        {},
        deep(5000),
        {"t": deep(5000)},
        {"t": None},
        {"t": True},
        {"t": "PASS"},
        {"t": "pass "},
        {"t": "pass", "card": "5H"},
        {"t": Text("pass")},
        {"t": "lay"},
        {"t": "lay", "card": "5H"},
        {"t": "lay", "card": "5H", "pile": True},
        {"t": "lay", "card": "5H", "pile": 1.0},
        {"t": "lay", "card": "5H", "pile": 3},
        {"t": "lay", "card": "5H", "pile": -1},
        {"t": "lay", "card": "5H", "pile": 10**5000},
        {"t": "lay", "card": "5H", "pile": "1"},
        {"t": "lay", "card": "5h", "pile": 1},
        {"t": "lay", "card": "JK", "pile": 1},
        {"t": "lay", "card": ["5H"], "pile": 1},
        {"t": "lay", "card": 5, "pile": 1},
        {"t": "lay", "card": "5H", "pile": 1, "x": None},
        {"t": "exchange", "cards": "5H", "pile": 1},
        {"t": "take", "card": "5H", "pile": 1},
        {"t": "pair", "cards": ["5H", "5D"]},
        {"t": "pair", "cards": ["5H", "5H"]},
        {"t": "pair", "cards": ["5D", "6D"]},
        {"t": "pair", "cards": ["5D"]},
        {"t": "pair", "cards": ["5D", "5H", "5S"]},
        {"t": "pair", "cards": ("5D", "5H")},
        {"t": "pair", "cards": ["5D", ["5H"]]},
        {"t": "pair", "cards": ["5D", None]},
        {"t": "pair", "cards": "5D5H"},
        {"t": "pair", "cards": {"5D": "5H"}},
        {"t": "pair", "cards": ["5D", "5H"], "pile": 0},
        {"t": "pair", "card": ["5D", "5H"]},
        {1: "pass"},
        Sly(t="pass"),
        "x" * 10**6,
    ],
    ids=lambda data: type(data).__name__,
)
def test_decode_refuses(data):
    with pytest.raises(IllegalAction, match=r'is not one of \{"t":"lay"') as refusal:
        ENGINE.decode(data)
    assert len(str(refusal.value)) < 350


CARD = st.sampled_from(["5C", "5D", "5H", "TS", "JK", ""]) | st.integers()
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["lay", "exchange", "pass", "pair"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["t", "card", "pile", "cards"]), inner, max_size=3)
    ),
    max_leaves=6,
)
LIKE_ACTIONS = st.one_of(
    st.fixed_dictionaries({"t": st.sampled_from(["lay", "exchange"]), "card": CARD, "pile": st.integers(-1, 3)}),
    st.fixed_dictionaries({"t": st.just("pair"), "cards": st.lists(CARD, max_size=3)}),
)


@given(JSON | LIKE_ACTIONS)
def test_decode_takes_its_forms_and_nothing_else(data):
    try:
        action = ENGINE.decode(data)
    except IllegalAction:
        assert not any(data == form and [*map(type, data.values())] == [*map(type, form.values())] for form in FORMS)
    else:
        assert ENGINE.encode(action) == data


@pytest.mark.parametrize("action", [None, True, 1.0, -1, ACTIONS, "pass", (1,)])
def test_encode_refuses(action):
    with pytest.raises(IllegalAction, match="is no action of Advantage"):
        ENGINE.encode(action)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stock": ["1H"]}, "card: "),
        ({"stock": [7]}, "card: a value of type int"),
        ({"stock": ["JK"]}, "JK is in no pack"),
        ({"stock": ["5H"]}, "5H is there more than once"),
        ({"hands": [["5H", "5H"], []]}, "5H is there more than once"),
        ({"hands": [["5H"], ["KD"]]}, "KD is there more than once"),
        ({"hands": [["5H"]]}, "hands: it does not have two seats"),
        ({"hands": [["5H"], [], []]}, "hands: it does not have two seats"),
        ({"known": [["6H"], []]}, r"known\[0\]: not all of these cards are in the hand"),
        ({"known": [[], ["5H"]]}, r"known\[1\]: not all"),
        ({"piles": [["KD"], ["9S"]]}, "piles: they are not three"),
        ({"piles": [["KD"], ["9S"], []]}, "piles: they are not three"),
        ({"pairs": [[["7D", "7C"]], []]}, "pairs: .* are not two cards of one rank"),
        ({"pairs": [[["7C", "8C"]], []]}, "pairs: .* are not two cards of one rank"),
        ({"pairs": [[["KC", "KD"]], []]}, "KD is there more than once"),
        ({"phase": "pair"}, "round: 1 does not go with the phase pair"),
        ({"phase": "deal"}, "not in tuple"),
        ({"round": 2}, "round: 2 does not go with the phase lay"),
        ({"leader": 1}, "leader: 1 is not 0, who leads in cycle 1"),
        ({"options": {"lead": "alternate"}, "cycle": 2}, "leader: 0 is not 1, who leads in cycle 2"),
        ({"options": {"lead": "often"}}, "not in tuple"),
        ({"cycle": 0}, "cycle: 0 is not a number, 1 or more"),
        ({"player": 2}, "player: 2 is not a number, from 0 to 1"),
        ({"player": True}, "player: true is not a number"),
        ({"dry_cycles": 3}, "dry_cycles: 3 is not a number, from 0 to 2"),
        ({"moved": 1}, "moved: 1 is not true or false"),
        ({"drew": None}, "drew: null is not true or false"),
    ],
)
def test_restore_refuses(change, message):
    with pytest.raises(ValueError, match=message):
        ENGINE.restore(snapshot("5H", "KD,9S,2C") | change, Chance(b""))


def test_restore_needs_every_key():
    for key in snapshot("5H", "KD,9S,2C"):
        with pytest.raises(KeyError, match=key):
            ENGINE.restore(
                {name: value for name, value in snapshot("5H", "KD,9S,2C").items() if name != key}, Chance(b"")
            )


def test_restore_goes_on_where_the_player_can_do_nothing():
    """No such snapshot is ever taken; it is how positions before a draw are constructed."""
    state = ENGINE.restore(snapshot("5H", "KS,9S,2C", draws="3S"), Chance(b""))
    assert (state.to_act(), state.snapshot()["drew"], state.snapshot()["hands"][0]) == ((0,), True, ["3S", "5H"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda o: {"stock": o["stock"] - 1}, "not a whole pack"),
        (lambda o: {"hand": o["hand"][:2]}, "hands: the cards that are seen"),
        (lambda o: {"hand": [*o["hand"][:2], "JK"]}, "JK is in no pack"),
        (
            lambda o: {"hands": [o["hands"][0], {"cards": 2, "known": o["hands"][1]["known"]}]},
            "hands: the cards that are seen",
        ),
        (lambda o: {"hands": [o["hands"][0], {"cards": 3, "known": o["hand"]}]}, "more than once"),
        (lambda o: {"hands": [o["hands"][0] | {"known": o["hands"][1]["known"]}, o["hands"][1]]}, "hands: the cards"),
        (lambda o: {"piles": [o["hand"], *o["piles"][1:]]}, "more than once"),
    ],
)
def test_sample_refuses_what_cannot_be(change, message):
    observation = new().observe(0)
    with pytest.raises(ValueError, match=message):
        ENGINE.sample(observation | change(observation), Chance(b""))


def test_sample_refuses_a_player_who_could_not_act():
    """Nothing of the hands goes on the piles, unless a card that is not seen does."""
    mine, theirs = ["2C", "3C", "4C"], ["6C", "7C", "8C"]
    piles = {"piles": [["KD"], ["9D"], ["QH"]], "stock": 43, "hand": mine}
    hands = [{"cards": 3, "known": mine}, {"cards": 3, "known": theirs}]
    observation = new().observe(0) | piles | {"hands": hands}
    for player in (0, 1):
        with pytest.raises(ValueError, match=r"observation: (seat 0 is to act|no hand that is not seen)"):
            ENGINE.sample(observation | {"player": player}, Chance(b""))
    drawn = {"player": 1, "drew": True, "stock": 42, "hands": [hands[0], hands[1] | {"cards": 4}]}
    assert ENGINE.sample(observation | drawn, Chance(b"")).observe(0) == observation | drawn
