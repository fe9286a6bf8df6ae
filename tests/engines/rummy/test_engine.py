"""Actions as JSON, options, and what restore and sample refuse."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.rummy import INFO
from engines.rummy.actions import DRAW, LAY, OFF, SWAP, TAKE, TAKE_ON, off, swap, take_on
from engines.rummy.engine import Rummy
from engines.rummy.patterns import PATTERNS
from plugins.chance import Chance
from plugins.contract import Engine, IllegalAction, State
from plugins.options import InvalidOptions, complete_options
from tests.engines.rummy.positions import RUMMY, position


class Sly(dict):
    pass


def deep(depth: int) -> list:
    nested: list = []
    for _ in range(depth):
        nested = [nested]
    return nested


def all_actions():
    yield DRAW
    yield from range(53)
    for number in (0, 7, 255):
        for role in (*range(52), *range(53, 66)):
            yield take_on(number, role)
            yield off(number, 52, role)
            if role < 52:
                yield off(number, role, role)
                yield swap(number, role)
    for pattern in range(0, len(PATTERNS), 7):
        yield LAY | pattern
        yield TAKE + pattern


def test_it_keeps_the_contract():
    assert isinstance(RUMMY, Engine)
    assert isinstance(RUMMY.new(complete_options(INFO, {}), 2, Chance(b"")), State)


def test_actions_and_their_json_are_one_to_one():
    actions = list(all_actions())
    forms = [RUMMY.encode(action) for action in actions]
    assert [RUMMY.decode(form) for form in forms] == actions
    assert len({str(form) for form in forms}) == len(set(actions))


LAID = {"t": "lay", "cards": ["5H", "JK", "7H"], "as": ["5H", "6H", "7H"]}


@pytest.mark.parametrize(
    "data",
    [
        None,
        True,
        0,
        "draw",
        [],
        {},
        deep(5000),
        {"t": deep(5000)},
        {"t": None},
        {"t": "DRAW"},
        {"t": "draw", "card": "8H"},
        {"t": "discard"},
        {"t": "discard", "card": None},
        {"t": "discard", "card": 5},
        {"t": "discard", "card": "8h"},
        {"t": "discard", "card": "8*"},
        {"t": "discard", "card": "8H", "on": 0},
        {"t": "off", "card": "8H", "on": 0},
        {"t": "off", "card": "8H", "on": True, "as": "8H"},
        {"t": "off", "card": "8H", "on": 1.0, "as": "8H"},
        {"t": "off", "card": "8H", "on": -1, "as": "8H"},
        {"t": "off", "card": "8H", "on": 256, "as": "8H"},
        {"t": "off", "card": "8H", "on": 10**5000, "as": "8H"},
        {"t": "off", "card": "8H", "on": 0, "as": "9H"},
        {"t": "off", "card": "8H", "on": 0, "as": "8*"},
        {"t": "off", "card": "JK", "on": 0, "as": "JK"},
        {"t": "swap", "card": "JK", "on": 0},
        {"t": "swap", "card": "8H"},
        {"t": "take"},
        {"t": "take", "on": 0},
        {"t": "take", "on": 0, "as": "JK"},
        {"t": "take", "on": 0, "as": ["8H"]},
        {"t": "take", "on": 0, "as": "8H", "card": "8H"},
        LAID | {"cards": ["7H", "JK", "5H"], "as": ["7H", "6H", "5H"]},  # from high to low
        LAID | {"as": ["5H", "6*", "7H"]},
        LAID | {"as": ["5H", "7H"]},
        LAID | {"cards": "5H JK 7H"},
        LAID | {"cards": ("5H", "JK", "7H")},
        LAID | {"cards": ["5H"] * 100_000},
        LAID | {"cards": ["5H", ["JK"], "7H"]},
        LAID | {"on": 0},
        {"t": "lay", "cards": ["8H", "8C", "8S"], "as": ["8H", "8C", "8S"]},  # not in suit order
        {"t": "lay", "cards": ["JK", "8C", "8S"], "as": ["8*", "8C", "8S"]},
        {"t": "lay", "cards": ["JK", "JK", "JK"], "as": ["5H", "6H", "7H"]},
        {"t": "lay", "cards": ["5H", "6H"], "as": ["5H", "6H"]},
        {"t": "lay", "cards": ["KH", "AH", "2H"], "as": ["KH", "AH", "2H"]},
        {"t": "lay", "cards": ["8C", "8C", "8C"], "as": ["8C", "8C", "8C"]},  # there are two packs
        Sly(t="draw"),
        "x" * 10**6,
    ],
    ids=lambda data: type(data).__name__,
)
def test_decode_refuses(data):
    with pytest.raises(IllegalAction, match=r'is not one of \{"t":"draw"\}') as refusal:
        RUMMY.decode(data)
    assert len(str(refusal.value)) < 350


NAME = st.sampled_from(["5H", "6H", "7H", "JK", "5*", "5C", "5S", "", None, 3])
DATA = st.fixed_dictionaries(
    {"t": st.sampled_from(["draw", "take", "lay", "off", "swap", "discard", "x", 0])},
    optional={
        "cards": st.lists(NAME, max_size=5) | NAME,
        "as": st.lists(NAME, max_size=5) | NAME,
        "card": NAME,
        "on": st.sampled_from([0, 1, 255, 256, -1, True, "0", None, 1.0]),
        "x": st.none(),
    },
)


@given(DATA)
def test_decode_takes_its_forms_and_nothing_else(data):
    try:
        action = RUMMY.decode(data)
    except IllegalAction:
        return
    again = RUMMY.encode(action)
    assert again == data
    assert [*map(type, again.values())] == [type(data[key]) for key in again]


@pytest.mark.parametrize(
    "action",
    [
        None,
        True,
        1.0,
        "draw",
        (1,),
        53,
        DRAW - 1,
        DRAW + 1,
        LAY | len(PATTERNS),
        TAKE + len(PATTERNS),
        TAKE_ON | 52,
        TAKE_ON | 66,
        TAKE_ON | 256 << 7,
        OFF | 52 << 7 | 52,
        OFF | 3 << 7 | 4,
        OFF | 60 << 7 | 60,
        SWAP | 52,
        SWAP | 256 << 6,
        10**400,
        -(10**400),
    ],
)
def test_encode_refuses(action):
    with pytest.raises(IllegalAction, match="is no action of Rummy"):
        RUMMY.encode(action)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deck": 53}, "options.deck: 53 is not one of null, 54, 55, 56, 108, 110, 112"),
        ({"deal": 25}, "options.deal: 25 is not between 3 and 24"),
        ({"threshold": -1}, "options.threshold: -1 is not between 0 and 100"),
        ({"opening_layout": 5}, "options.opening_layout: 5 is not between 3 and 4"),
        ({"sets": "all"}, 'options.sets: "all" is not one of "any", "distinct"'),
        ({"scoring": None}, "options.scoring: null is not one of"),
        ({"must_discard": 1}, "options.must_discard: 1 is not a boolean"),
        ({"fours_leave": True}, 'options.sets: "any" is not "distinct"'),
        ({"fours_leave": True, "sets": "distinct"}, "options.threshold: 40 is not 0"),
        ({"jokers": 2}, 'options: "jokers" is not one of'),
    ],
)
def test_options_outside_the_schema(options, message):
    with pytest.raises(InvalidOptions, match=message.replace("*", r"\*")):
        complete_options(INFO, options)


def test_variants():
    plain = complete_options(INFO, {})
    assert plain == complete_options(INFO, {}, "a")
    assert complete_options(INFO, {"must_discard": True}, "b") | {"must_discard": False} == complete_options(
        INFO, {}, "b"
    )
    for variant in INFO.variants:
        for seats in INFO.seats:
            assert RUMMY.new(complete_options(INFO, {}, variant), seats, Chance(b"")).to_act() == (0,)


RUN = {"number": 0, "kind": "run", "cards": ["5H", "JK", "7H"], "as": ["5H", "6H", "7H"]}


def snapshot(**changes):
    state = position(["8C 8D", "9C 9D"], layouts=["5H JK=6H 7H"], opened=True)
    return state.snapshot() | changes


def test_what_restore_takes():
    assert Rummy().restore(snapshot(), Chance(b"")).snapshot() == snapshot()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"open": ["1H"]}, "card: "),
        ({"open": [7]}, "card: a value of type int"),
        ({"open": ["8C", "8C"]}, "cards: there are more of 8C than the deck has"),
        ({"phase": "pass"}, "not in tuple"),
        ({"player": 2}, "player: 2 is not a number, from 0 to 1"),
        ({"player": True}, "player: true is not a number"),
        ({"turn": 0}, "turn: 0 is not a number, 1 or more"),
        ({"points": -1}, "points: -1 is not a number"),
        ({"opened": [True]}, "the same number of seats"),
        ({"opened": [1, True]}, "opened, may_swap or opening: 1 is not true or false"),
        ({"may_swap": [False, True]}, "may_swap: with a threshold it is the same as opened"),
        ({"hands": [["8C"]]}, "the same number of seats"),
        ({"hands": [["8C"], []]}, r"hands\[1\]: it is empty, but the phase is play"),
        ({"known": [["9C"], []]}, r"known\[0\]: not all of these cards are in the hand"),
        ({"known": [[]]}, "known: it has 1 seats, not 2"),
        ({"closed_known": 3}, "closed_known: 3 is not a number, from 0 to 2"),
        ({"next_layout": 0}, "number: 0 is not a number"),
        ({"next_layout": 257}, "next_layout: 257 is not a number, from 0 to 256"),
        ({"layouts": [RUN, RUN]}, "layouts: the number 0 does not come after"),
        ({"layouts": [RUN | {"kind": "set"}]}, 'layouts: number 0 is no "set"'),
        ({"layouts": [RUN | {"as": ["5H", "6H", "8H"]}]}, "is no layout"),
        ({"layouts": [RUN | {"as": ["5H", "6H", "9*"]}]}, "is no layout"),
        ({"layouts": [RUN | {"as": ["5H", "JK", "7H"]}]}, 'as: "JK" is no card and no rank with a star'),
        ({"layouts": [RUN | {"cards": ["JK", "JK", "JK"]}]}, "is no layout"),
        ({"phase": "draw", "open": [], "closed": []}, "there is nothing to draw"),
        ({"phase": "draw", "points": 3}, "before the draw there are no points"),
        ({"opening": True}, "points: 0 do not open"),
        ({"opened": [False, True], "may_swap": [False, True]}, "opening: it is false, but"),
        (
            {"opened": [False, True], "may_swap": [False, True], "opening": True, "points": 41},
            "opened: 41 points open",
        ),
        (
            {"opened": [False, True], "may_swap": [False, True], "opening": True, "points": 3},
            "points: 3 are put down, but 40 are not within reach",
        ),
    ],
)
def test_restore_refuses(changes, message):
    with pytest.raises(ValueError, match=message):
        Rummy().restore(snapshot(**changes), Chance(b""))


def test_restore_refuses_a_four_that_would_have_left():
    data = position(["8C 8D", "9C 9D"], "d", layouts=["5H 5S JK"], opened=True).snapshot()
    data["layouts"][0] |= {"cards": ["5D", "5H", "5S", "JK"], "as": ["5D", "5H", "5S", "5*"]}
    with pytest.raises(ValueError, match="layouts: number 0 is a set of four"):
        Rummy().restore(data, Chance(b""))


def test_sample_refuses_what_cannot_be():
    observation = RUMMY.new(complete_options(INFO, {}), 2, Chance(b"")).observe(0)
    twice = copy.deepcopy(observation) | {"open": [observation["hand"][0]]}
    with pytest.raises(ValueError, match="than the deck has"):
        RUMMY.sample(twice, Chance(b""))
    for change in (
        {"closed": observation["closed"][1:]},
        {"closed": [None, *(["2C"] if "2C" not in observation["hand"] else ["2D"]), *observation["closed"][2:]]},
        {"hand": observation["hand"][1:]},
        {"hands": [{"cards": 12, "known": []}, {"cards": 13, "known": []}]},
    ):
        with pytest.raises(ValueError, match="make no deck"):
            RUMMY.sample(observation | change, Chance(b""))


def test_sample_refuses_an_opening_that_no_hand_can_end():
    state = position(
        ["9C", "2C 3C"],
        layouts=["2H 3H 4H"],
        player=1,
        opened=[True, False],
        options={"threshold": 100},
        opening=True,
        rest=None,
        phase="over",
    )
    observation = state.observe(0) | {"phase": "play", "points": 9}
    unseen = 108 - 1 - 3 - 1 - 2
    observation["closed"] = [None] * unseen
    with pytest.raises(ValueError, match="no hand was found"):
        RUMMY.sample(observation, Chance(b""))
