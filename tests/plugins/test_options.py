"""Options and seats of a game: what is filled in, and what is refused in which words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.options import InvalidOptions, InvalidSeats, check_seats, complete_options
from tests.plugins.fakes import INFO, SCHEMA, info


def test_defaults_then_variant_then_options():
    assert complete_options(INFO, {}) == {"deck": 54, "size": 10}
    assert complete_options(INFO, {}, "small") == {"deck": 54, "size": 3}
    assert complete_options(INFO, {"size": 4, "deck": 108}, "small") == {"deck": 108, "size": 4}


def test_without_a_variant_the_first_is_meant():
    assert complete_options(info(variants={"small": {"size": 3}, "big": {}}), {})["size"] == 3


def test_keys_are_sorted_whatever_the_order_of_schema_and_options():
    turned = info(options=SCHEMA | {"properties": dict(reversed(SCHEMA["properties"].items()))})
    assert list(complete_options(turned, {"size": 2, "deck": 55})) == ["deck", "size"]


def test_defaults_are_copies():
    schema = {
        "type": "object",
        "properties": {"cards": {"type": "array", "default": ["7H"]}},
        "additionalProperties": False,
    }
    listing = info(options=schema, variants={"standard": {}})
    complete_options(listing, {})["cards"].append("8H")
    assert complete_options(listing, {}) == {"cards": ["7H"]}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deck": 53}, "options.deck: 53 is not one of 54, 55, 56, 108"),
        ({"size": 11}, "options.size: 11 is not between 1 and 10"),
        ({"size": 0}, "options.size: 0 is not between 1 and 10"),
        ({"size": "x"}, 'options.size: "x" is not an integer'),
        ({"size": True}, "options.size: true is not an integer"),
        ({"size": None}, "options.size: null is not an integer"),
        ({"size": 3.0}, "options.size: 3.0 is not an integer"),
        ({"size": float("nan")}, "options.size: NaN is not an integer"),
        ({"deck": 54.0}, "options.deck: 54.0 is not an integer"),
        ({"deck": [[1.5]]}, "options.deck[0][0]: 1.5 is not an integer"),
        ({"deck": {"a": 1.5}}, "options.deck.a: 1.5 is not an integer"),
        ({"sise": 3}, 'options: "sise" is not one of deck, size'),
        ({1: 3}, "options: 1 is not one of deck, size"),
        ({"size": 10**5000}, "options.size: an int is not JSON of at most 10000 characters"),
        ({"size": "y" * 99}, 'options.size: "' + "y" * 59 + "... is not an integer"),
        ({"size": "y" * 10**6}, 'options.size: "' + "y" * 59 + "... is not JSON of at most 10000 characters"),
        ({"size": {1, 2}}, "options.size: a set is not JSON of at most 10000 characters"),
        (
            {"size": 11, "deck": 1},
            "options.deck: 1 is not one of 54, 55, 56, 108; options.size: 11 is not between 1 and 10",
        ),
        ([], "options: [] is not an object"),
        (None, "options: null is not an object"),
    ],
)
def test_refused_in_pointed_words(options, message):
    with pytest.raises(InvalidOptions) as refusal:
        complete_options(INFO, options)
    assert str(refusal.value) == message


def test_every_problem_is_a_line_up_to_twenty():
    with pytest.raises(InvalidOptions) as refusal:
        complete_options(INFO, {"size": 11, "deck": 1})
    assert len(refusal.value.problems) == 2
    with pytest.raises(InvalidOptions) as refusal:
        complete_options(INFO, {f"x{number}": 0 for number in range(10**5)})
    assert len(refusal.value.problems) == 20
    assert len(str(refusal.value)) < 1000


@pytest.mark.parametrize("variant", ["large", "", 3, True, ["small"], {}])
def test_unknown_variant(variant):
    with pytest.raises(InvalidOptions, match=r"variant: .* is not one of standard, small"):
        complete_options(INFO, {}, variant)


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        ({"type": "integer", "minimum": 2}, 1, "1 is less than 2"),
        ({"type": "integer", "maximum": 2}, 3, "3 is greater than 2"),
        ({"type": ["integer", "null"]}, "x", '"x" is not an integer or a null'),
        ({"const": 2}, 3, "3 is not 2"),
        ({"type": "integer", "multipleOf": 2}, 3, "3 breaks the rule multipleOf: 2"),
        ({"type": "array", "items": {"type": "string"}}, ["a", 1], "1 is not a string"),
    ],
)
def test_the_commonest_rules_of_a_schema(rule, value, message):
    schema = {"type": "object", "properties": {"x": rule | {"default": 2}}, "additionalProperties": False}
    with pytest.raises(InvalidOptions, match=message):
        complete_options(info(options=schema, variants={"standard": {}}), {"x": value})


def test_a_schema_is_never_fetched():
    schema = {
        "type": "object",
        "properties": {"x": {"$ref": "http://127.0.0.1:9/schema", "default": 1}},
        "additionalProperties": False,
    }
    with pytest.raises(InvalidOptions, match="they cannot be checked"):
        complete_options(info(options=schema, variants={"standard": {}}), {})


def test_nesting_without_end():
    nested: list = []
    nested.append(nested)
    deep: list = []
    for _ in range(10**5):
        deep = [deep]
    for endless in (nested, deep):
        with pytest.raises(InvalidOptions, match=r"options\.size: a list is not JSON of at most 10000 characters"):
            complete_options(INFO, {"size": endless})


@given(
    st.dictionaries(st.text(max_size=4) | st.sampled_from(["deck", "size"]), st.integers() | st.text() | st.booleans())
)
def test_complete_or_refused(options):
    right = {"deck": lambda value: value in (54, 55, 56, 108), "size": lambda value: 1 <= value <= 10}
    if all(name in right and type(value) is int and right[name](value) for name, value in options.items()):
        assert complete_options(INFO, options) == {"deck": 54, "size": 10} | options
    else:
        with pytest.raises(InvalidOptions, match=r"^options"):
            complete_options(INFO, options)


@pytest.mark.parametrize("seats", [1, 4, 0, -2, True, 2.0, "2", None, pytest.param(10**5000, id="huge")])
def test_seats_refused(seats):
    with pytest.raises(InvalidSeats, match=r"seats: .* is not one of 2, 3$"):
        check_seats(INFO, seats)


def test_seats_taken():
    assert [check_seats(INFO, seats) for seats in (2, 3)] == [None, None]
