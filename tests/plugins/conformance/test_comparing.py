"""Values compared to the byte, and where they differ in words."""

import pytest

from plugins.conformance.comparing import copied, difference, digest, dumps, not_plain, scramble, sorted_dumps


def test_the_text_of_a_value_tells_types_and_order_apart():
    values = [1, 1.0, True, "1", [1], {"a": 1, "b": 2}, {"b": 2, "a": 1}, None]
    assert len({dumps(value) for value in values}) == len(values)
    assert sorted_dumps({"a": 1, "b": [{"d": 1, "c": 2}]}) == sorted_dumps({"b": [{"c": 2, "d": 1}], "a": 1})
    assert len(digest("")) == 16
    assert digest("a") != digest("b")


@pytest.mark.parametrize(
    ("value", "expected", "words"),
    [
        ({"hands": [["2C"], ["7H"]]}, {"hands": [["2C"], ["8H"]]}, 'state.hands[1][0]: "7H", not "8H"'),
        ({"a": 1}, {"a": 1, "b": 2}, "state.b: it is missing"),
        ({"a": 1, "b": 2}, {"a": 1}, "state.b: it is there"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, 'state: its keys are in the order ["a", "b"], not ["b", "a"]'),
        ([1, 2], [1], "state: 2 items, not 1"),
        ({"a": True}, {"a": 1}, "state.a: true, not 1"),
        ({"a": []}, {"a": {}}, "state.a: [], not {}"),
    ],
)
def test_difference(value, expected, words):
    assert difference("state", value, expected) == words


def test_what_is_not_plain():
    assert list(not_plain("seen", {"a": [None, True, 1, "x", {"b": []}]})) == []
    found = {"a": (1,), "b": [1.5, {2: set()}]}
    assert list(not_plain("seen", found)) == [
        "seen.a: [1], of type tuple",
        "seen.b[0]: 1.5, of type float",
        "seen.b[1]: the key 2, of type int",
        "seen.b[1].2: a set, of type set",
    ]


def test_scramble_reaches_everything():
    value = {"a": [[1], {"b": []}]}
    kept = copied(value)
    inner = [value["a"], value["a"][0], value["a"][1], value["a"][1]["b"]]
    before = [dumps(part) for part in inner]
    scramble(value)
    assert all(dumps(part) != was for part, was in zip(inner, before, strict=True))
    assert dumps(kept) == '{"a":[[1],{"b":[]}]}'
