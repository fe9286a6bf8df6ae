"""Actions as JSON, and what restore and sample refuse."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.trash.engine import Trash
from engines.trash.state import STOCK, TAKE
from plugins.chance import Chance
from plugins.contract import Engine, IllegalAction, State

TRASH = Trash()
ACTIONS = (STOCK, TAKE, *range(1, 11))
FORMS = ({"t": "stock"}, {"t": "take"}, *({"t": "jack", "place": place} for place in range(1, 11)))


class Sly(dict):
    pass


def deep(depth: int) -> list:
    nested: list = []
    for _ in range(depth):
        nested = [nested]
    return nested


def test_it_keeps_the_contract():
    assert isinstance(TRASH, Engine)
    assert isinstance(TRASH.new({"start_size": 10}, 2, Chance(b"")), State)


def test_actions_and_their_json_are_one_to_one():
    assert tuple(TRASH.encode(action) for action in ACTIONS) == FORMS
    assert tuple(TRASH.decode(form) for form in FORMS) == ACTIONS


@pytest.mark.parametrize(
    "data",
    [
        None,
        True,
        0,
        "stock",
        [],
        {},
        deep(5000),
        {"t": deep(5000)},
        {"t": None},
        {"t": True},
        {"t": ["stock"]},
        {"t": "STOCK"},
        {"t": "stock "},
        {"t": "jack"},
        {"t": "stock", "place": 1},
        {"t": "take", "x": None},
        {"t": "jack", "place": 1, "x": 1},
        {"t": "jack", "Place": 1},
        {"t": "jack", "place": True},
        {"t": "jack", "place": 1.0},
        {"t": "jack", "place": float("nan")},
        {"t": "jack", "place": "1"},
        {"t": "jack", "place": None},
        {"t": "jack", "place": [1]},
        {"t": "jack", "place": 0},
        {"t": "jack", "place": 11},
        {"t": "jack", "place": -1},
        {"t": "jack", "place": 10**5000},
        {"place": 1},
        {1: "stock"},
        Sly(t="stock"),
        "x" * 10**6,
    ],
    ids=lambda data: type(data).__name__,
)
def test_decode_refuses(data):
    with pytest.raises(IllegalAction, match=r'is not one of \{"t":"stock"\}') as refusal:
        TRASH.decode(data)
    assert len(str(refusal.value)) < 250


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("stock"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["t", "place", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(JSON)
def test_decode_takes_its_forms_and_nothing_else(data):
    try:
        action = TRASH.decode(data)
    except IllegalAction:
        assert not any(data == form and [*map(type, data.values())] == [*map(type, form.values())] for form in FORMS)
    else:
        assert TRASH.encode(action) == data


@pytest.mark.parametrize("action", [None, True, 1.0, -2, 11, "stock", (1,)])
def test_encode_refuses(action):
    with pytest.raises(IllegalAction, match="is no action of Trash"):
        TRASH.encode(action)


def broken(change):
    snapshot = TRASH.new({"start_size": 2}, 2, Chance(b"")).snapshot()
    change(snapshot)
    return snapshot


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s["stock"].append("1H"), "card: "),
        (lambda s: s["stock"].append(7), "card: a value of type int"),
        (lambda s: s.update(phase="jack"), "held: null does not go with the phase jack"),
        (lambda s: s.update(held="JC"), 'held: "JC" does not go with the phase draw'),
        (lambda s: s.update(won=[0]), "the same number of seats"),
        (lambda s: s.update(phase="deal"), "not in tuple"),
        (lambda s: s["layouts"][1].extend(["7H"] * 9), "layouts: that of seat 1 has 11 places, more than 10"),
    ],
)
def test_restore_refuses(change, message):
    with pytest.raises(ValueError, match=message):
        TRASH.restore(broken(change), Chance(b""))


def test_sample_refuses_what_cannot_be():
    observation = TRASH.new({"start_size": 2}, 2, Chance(b"")).observe(0)
    twice = copy.deepcopy(observation) | {"discard": ["7H", "7H"]}
    with pytest.raises(ValueError, match="more of 7H than the packs have"):
        TRASH.sample(twice, Chance(b""))
    with pytest.raises(ValueError, match="not whole packs"):
        TRASH.sample(observation | {"stock": 3}, Chance(b""))
    with pytest.raises(ValueError, match="not whole packs"):
        TRASH.sample(observation | {"stock_cards": ["7H"], "stock": 1}, Chance(b""))
