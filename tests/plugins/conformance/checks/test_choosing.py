"""Engines whose variants cannot be dealt, or whose schema takes what cannot be played."""

import pytest

from plugins.options import InvalidOptions
from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import HAND, TURNS, Little, info


def test_a_game_that_is_over_when_it_is_dealt():
    def new(self, options, seats, chance):
        state = Little.new(self, options, seats, chance)
        state.turn = TURNS + 1
        return state

    assert_caught(
        "variants_deal", "^standard, 3 seats: a game just dealt is over; somebody has to act$", broken(new=new)
    )


def test_a_variant_that_some_seats_cannot_play():
    def new(self, options, seats, chance):
        if seats == 3:
            raise IndexError("pop from empty list")
        return Little.new(self, options, seats, chance)

    assert failures(broken(new=new), seats=(2,)) == {
        "options_are_refused_or_played": (
            "options.hand = 1: the schema takes it, and new for 3 seats raised IndexError: pop from empty list; "
            "a schema that refuses it would be right, or InvalidOptions where a schema cannot say it"
        )
    }
    assert failures(broken(new=new))["variants_deal"] == (
        "standard, 3 seats: new raised IndexError: pop from empty list; "
        "every variant can be played by every number of seats"
    )


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (
            {**HAND, "maximum": 9},
            r"^options.hand = 8: the schema takes it, and new for 3 seats raised IndexError: pop from",
        ),
        (
            {"minimum": 1, "maximum": 4, "default": 2},
            r"^options.hand = null: the schema takes it, and new for 2 seats raised",
        ),
        (
            {**HAND, "minimum": 0},
            r"^options.hand = 0: the schema takes it, and new for 2 seats raised IndexError: no cards",
        ),
    ],
)
def test_a_schema_that_takes_too_much(hand, message):
    class Careless(Little):
        def new(self, options, seats, chance):
            if options["hand"] == 0:
                raise IndexError("no cards")
            return super().new(options, seats, chance)

    assert_caught("options_are_refused_or_played", message, info(Careless, hand=hand))


def test_options_with_which_the_game_breaks_down_later():
    def new(self, options, seats, chance):
        state = Little.new(self, options, seats, chance)
        if options["hand"] == 3:
            state.points = None
        return state

    assert_caught(
        "options_are_refused_or_played",
        r"^options.hand = 3: the schema takes it, and a game of 2 seats raised TypeError: .*; what the schema takes",
        broken(new=new),
    )


def refusing(problem):
    def new(self, options, seats, chance):
        if options["hand"] * seats > 10:
            raise InvalidOptions([problem])
        return Little.new(self, options, seats, chance)

    return broken(new=new)


def test_an_engine_may_refuse_what_a_schema_cannot_say():
    assert failures(refusing("options.hand: 4 is not 3 or less for 3 seats")) == {}


def test_a_refusal_that_does_not_say_where():
    assert_caught(
        "options_are_refused_or_played",
        r'^options.hand = 4: it was refused with "too few cards"; a message that begins with the place, options.hand,',
        refusing("too few cards"),
    )


def test_a_rule_of_the_whole_schema_does_not_say_where():
    """A rule for an option because of another stands in ``then: {properties}``, where its place is known."""
    schema = {
        "type": "object",
        "properties": {"hand": HAND, "open": {"type": "boolean", "default": False}},
        "additionalProperties": False,
    }
    lawful = {"if": {"properties": {"open": {"const": True}}}, "then": {"properties": {"hand": {"const": 4}}}}
    assert failures(info(options=schema | lawful)) == {}
    assert_caught(
        "options_are_refused_or_played",
        r"^options.open = true: it was refused with .*; a message that begins with the place, options.hand or",
        info(options=schema | {"not": {"properties": {"open": {"const": True}}}}),
    )
