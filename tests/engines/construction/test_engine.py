"""Actions as JSON, and what restore and sample refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.construction.engine import Construction
from engines.construction.moves import BIG, DISCARD, PLACE, SMALL
from engines.construction.network import FARTHEST, PLACES, horizontal, parse_place, row_of, vertical, written
from plugins.chance import Chance
from plugins.contract import Engine, IllegalAction, State
from tests.engines.construction.positions import ENGINE

H, V = ["H", 0, 1], ["V", 0, 1]


class Sly(dict):
    pass


class SlyList(list):
    pass


def deep(depth: int) -> list:
    nested: list = []
    for _ in range(depth):
        nested = [nested]
    return nested


def test_it_keeps_the_contract():
    assert isinstance(ENGINE, Engine)
    assert isinstance(ENGINE.new({"adjudicate": True}, 2, Chance(b"")), State)


COORDINATES = st.integers(-FARTHEST, FARTHEST)
PLACE_JSON = st.tuples(st.sampled_from("HV"), COORDINATES, COORDINATES).map(list)
FORMS = (
    PLACE_JSON.map(lambda place: {"t": "build", "at": place})
    | PLACE_JSON.map(lambda place: {"t": "big", "to": place})
    | st.tuples(PLACE_JSON, PLACE_JSON).map(lambda two: {"t": "small", "from": two[0], "to": two[1]})
    | st.just({"t": "king"})
    | PLACE_JSON.map(lambda place: {"t": "king", "to": place})
    | st.just({"t": "discard"})
)
ORDER = ["build", "big", "small", "king", "discard"]


@given(FORMS)
def test_actions_and_their_json_are_one_to_one(form):
    assert ENGINE.encode(ENGINE.decode(form)) == form


@given(FORMS, FORMS)
def test_integers_have_the_order_of_the_page(one, two):
    def key(form):
        return (ORDER.index(form["t"]), form.get("at", []), form.get("from", []), form.get("to", []))

    assert (ENGINE.decode(one) < ENGINE.decode(two)) == (key(one) < key(two))


@given(PLACE_JSON)
def test_places_and_their_json_are_one_to_one(data):
    place = parse_place(data)
    assert written(place) == data
    assert row_of(place) == data[2] - (data[0] == "H")


@pytest.mark.parametrize(
    "data",
    [
        None,
        True,
        0,
        "discard",
        [],
        {},
        deep(5000),
        {"t": deep(5000)},
        {"t": None},
        {"t": True},
        {"t": ["king"]},
        {"t": "KING"},
        {"t": "discard "},
        {"t": "discard", "to": V},
        {"t": "build"},
        {"t": "big"},
        {"t": "small", "to": V},
        {"t": "small", "from": V},
        {"t": "build", "to": H},
        {"t": "big", "at": V},
        {"t": "king", "from": V},
        {"t": "king", "to": None},
        {"t": "king", "to": V, "x": 1},
        {"t": "small", "from": V, "to": V, "by": V},
        {"t": "build", "at": None},
        {"t": "build", "at": "H01"},
        {"t": "build", "at": ["H", 0]},
        {"t": "build", "at": ["H", 0, 1, "5S"]},
        {"t": "build", "at": ["h", 0, 1]},
        {"t": "build", "at": ["HV", 0, 1]},
        {"t": "build", "at": ["", 0, 1]},
        {"t": "build", "at": [["H"], 0, 1]},
        {"t": "build", "at": ["H", 0, True]},
        {"t": "build", "at": ["H", 0, 1.0]},
        {"t": "build", "at": ["H", 0.0, 1]},
        {"t": "build", "at": ["H", "0", 1]},
        {"t": "build", "at": ["H", None, 1]},
        {"t": "build", "at": ["H", 0, float("nan")]},
        {"t": "build", "at": ["H", 0, FARTHEST + 1]},
        {"t": "build", "at": ["H", -FARTHEST - 1, 0]},
        {"t": "build", "at": ["H", 0, 10**5000]},
        {"t": "build", "at": ("H", 0, 1)},
        {"t": "build", "at": SlyList(H)},
        {"t": "build", "at": deep(5000)},
        {"at": H},
        {1: "discard"},
        Sly(t="discard"),
        "x" * 10**6,
    ],
    ids=lambda data: type(data).__name__,
)
def test_decode_refuses(data):
    with pytest.raises(IllegalAction, match=r'is not one of \{"t":"build","at":place\}') as refusal:
        ENGINE.decode(data)
    assert len(str(refusal.value)) < 350


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.sampled_from(["H", "V", *ORDER]) | PLACE_JSON,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["t", "at", "from", "to", "x"]), inner, min_size=1, max_size=3)
    ),
    max_leaves=6,
)


@given(JSON)
def test_decode_takes_its_forms_and_nothing_else(data):
    try:
        action = ENGINE.decode(data)
    except IllegalAction:
        return
    assert repr(ENGINE.encode(action)) == repr({key: data[key] for key in ("t", "at", "from", "to") if key in data})
    assert len(ENGINE.encode(action)) == len(data)


HERE = vertical(0, 1)


@pytest.mark.parametrize(
    "action",
    [
        None,
        True,
        1.0,
        "discard",
        (1,),
        -1,
        0,
        DISCARD + 1,
        10**400,
        PLACES,  # above every place, below every other kind
        BIG,  # to no place
        BIG + PLACES + HERE,  # from a place, though no big move names one
        SMALL + HERE,
        SMALL + HERE * PLACES,
        PLACE + PLACES + HERE,
        horizontal(FARTHEST + 1, 0),
        vertical(0, -FARTHEST - 1),
    ],
)
def test_encode_refuses(action):
    with pytest.raises(IllegalAction, match="is no action of Construction"):
        ENGINE.encode(action)


START = ["V", 0, 0, "JK"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s["closed"].append("1H"), "card: "),
        (lambda s: s["closed"].append(7), "card: a value of type int"),
        (lambda s: s["closed"].append("JK"), "card: a joker"),
        (lambda s: s["open"].append("JK"), "card: a joker"),
        (lambda s: s["closed"].append("2C"), "more cards than 3 packs"),
        (lambda s: s.update(opened=None), "opened: null does not go with the phase play"),
        (lambda s: s.update(phase="over"), "does not go with the phase over"),
        (lambda s: s.update(phase="draw"), "not in tuple"),
        (lambda s: s.update(opened="JK"), "card: a joker"),
        (lambda s: s.update(player=1 - s["player"]), "is not the seat that .. calls"),
        (lambda s: s.update(player=True), "player: true is not between 0 and 1"),
        (lambda s: s.update(reshuffles=4), "reshuffles: 4 is not between 0 and 3"),
        (lambda s: s.update(turn=-1), "turn: -1 is not between 0 and 624"),
        (lambda s: s.update(options={"adjudicate": 1}), "options.adjudicate: 1 is not true or false"),
        (lambda s: s["table"].append(START), r'table: two cards lie on \["V", 0, 0\]'),
        (lambda s: s["table"].append(["H", 0, 1, "JK"]), "JK may not lie on"),
        (lambda s: s["table"].append(["H", 0, 1, "KS"]), "KS may not lie on"),
        (lambda s: s["table"].append(["X", 0, 1, "2S"]), "place: "),
        (lambda s: s["table"].remove(START), "start jokers"),
        (lambda s: s.update(table=[["V", 1, 0, "JK"], ["V", 0, 0, "2C"]]), "2C may not lie on"),
        (lambda s: s.update(big=[["V", 0, 0]]), "two seats"),
        (lambda s: s.update(big=[["V", 0, 0], ["H", 0, 1]]), "stands where no card lies"),
        (lambda s: s.update(big=[["V", 1, 0], ["V", 0, 0]]), "its start joker"),
        (lambda s: s.update(big=[["V", 0, 0], ["V", 0, 0]]), "the other seat's chips"),
        (lambda s: s.update(small=[[["V", 0, 0]], []]), "in_hand: "),
        (lambda s: s.update(small=[[["V", 0, 0]] * 7, []], in_hand=[-1, 6]), "in_hand: "),
        (lambda s: s.update(best=[0, 11]), "best: 11 is not between 0 and 10"),
        (lambda s: s.update(best=[0, False]), "best: false"),
        (lambda s: s.update(table=[*s["table"], ["V", 0, 3, "2C"]], big=[["V", 0, 3], ["V", 1, 0]]), "best: 0 is less"),
    ],
)
def test_restore_refuses(change, message):
    snapshot = ENGINE.new({"adjudicate": True}, 2, Chance(b"")).snapshot()
    change(snapshot)
    with pytest.raises(ValueError, match=message):
        ENGINE.restore(snapshot, Chance(b""))


def test_sample_refuses_what_cannot_be():
    observation = Construction().new({"adjudicate": True}, 2, Chance(b"")).observe(0)
    for change in (
        {"closed": 3},
        {"closed_cards": observation["closed_cards"][1:], "closed": 154},
        {"closed_cards": ["2C", *observation["closed_cards"][:-1]]},
        {"open": ["2C"]},
    ):
        with pytest.raises(ValueError, match="not whole packs"):
            ENGINE.sample(observation | change, Chance(b""))
