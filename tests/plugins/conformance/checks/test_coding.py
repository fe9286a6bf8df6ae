"""Engines whose actions have no form of their own, and engines that take something else for an action."""

import pytest

from plugins.conformance.comparing import sorted_dumps
from plugins.contract import IllegalAction
from tests.plugins.conformance.failing import assert_caught, broken
from tests.plugins.conformance.little import CARDS, DRAW, Little, LittleState


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (lambda action: [action], r"decision 1: encode returned \[-?\d+\]; a JSON object would be right"),
        (lambda action: {"card": action / 1}, r"decision 1: action.card: -?\d+.0, of type float; JSON without floats"),
        (
            lambda action: {"cards": (action,)},
            r"decision 1: action.cards: \[-?\d+\], of type tuple; JSON without floats",
        ),
    ],
)
def test_forms_that_are_no_json_objects(form, message):
    read = {sorted_dumps(form(action)): action for action in range(DRAW, len(CARDS))}

    def decode(self, data):
        try:
            return read[sorted_dumps(data)]
        except (KeyError, ValueError, RecursionError) as error:
            raise IllegalAction("action: it is none") from error

    assert_caught("actions_have_one_form", message, broken(encode=lambda self, action: form(action), decode=decode))


def test_two_actions_of_one_form():
    def encode(self, action):
        return Little.encode(self, 0)

    assert_caught(
        "actions_have_one_form",
        r'seat 0: the legal actions 0 and 1 both have the form \{"t": "play", "card": "2C"\}; different actions have',
        broken(encode=encode),
    )


def test_an_action_decoded_as_a_value_of_another_type():
    def decode(self, data):
        action = Little.decode(self, data)
        return bool(action) if action in (0, 1) else action

    def encode(self, action):
        return Little.encode(self, int(action))

    assert_caught(
        "actions_have_one_form",
        r'\{"t": "play", "card": "2."\} was decoded as (true|false), and was encoded from [01]; decode\(encode',
        broken(encode=encode, decode=decode),
        seeds=1,
    )


def test_forms_that_only_the_engine_that_wrote_them_can_read():
    class Handles(Little):
        """A form is a number given out when it is first written."""

        def __init__(self):
            self.given = []

        def encode(self, action):
            if action not in self.given:
                self.given.append(action)
            return {"n": self.given.index(action)}

        def decode(self, data):
            if (
                type(data) is dict
                and list(data) == ["n"]
                and type(data["n"]) is int
                and 0 <= data["n"] < len(self.given)
            ):
                return self.given[data["n"]]
            raise IllegalAction("action: it is none")

    engine = broken(**{name: vars(Handles)[name] for name in ("__init__", "encode", "decode")})
    assert_caught(
        "actions_have_one_form",
        r'decode\(\{"n": \d\}\) raised IllegalAction: action: it is none; decode\(encode\(action\)\) == action',
        engine,
    )


class Worth(int):
    """An action that is equal to another and worth more."""

    bonus = 0


def test_an_equal_action_that_does_something_else():
    class State:
        def choices(self, seat):
            return tuple(map(Worth, LittleState.choices(self, seat)))

        def apply(self, seat, action):
            if type(action) is not Worth or action not in self.legal(seat):
                raise IllegalAction("action: it is none")
            LittleState.play(self, seat, int(action))
            self.points[seat] += action.bonus

    def decode(self, data):
        action = Worth(Little.decode(self, data))
        action.bonus = 1
        return action

    assert_caught(
        "actions_have_one_form",
        r"decoded does something else than the action it was encoded from: snapshot.points\[0\]: \d+, not \d+; decode",
        broken(State, decode=decode),
    )


def lax(read):
    """The engine with a decode that reads what is not exactly an action."""

    def decode(self, data):
        try:
            return Little.decode(self, data)
        except IllegalAction:
            return read(self, data)

    return broken(decode=decode)


def without_extra_keys(self, data):
    if type(data) is dict and data.get("t") == "play":
        return Little.decode(self, {"t": "play", "card": data.get("card")})
    raise IllegalAction("action: it is none")


def in_small_letters(self, data):
    if type(data) is dict and type(data.get("card")) is str and data["card"].islower():
        return Little.decode(self, {**data, "card": data["card"].upper()})
    raise IllegalAction("action: it is none")


def deeply(self, data):
    def depth(value):
        return 1 + max(map(depth, value), default=0) if type(value) is list else 0

    depth(data)
    raise IllegalAction("action: it is none")


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (
            lambda self, data: data["t"],
            r"decode\(null\) raised TypeError: 'NoneType' object is not subscriptable; Illegal",
        ),
        (
            lambda self, data: DRAW if data == {} else without_extra_keys(self, data),
            r'decode took \{\} for an action whose form is \{"t": "draw"\}; IllegalAction would be right for',
        ),
        (without_extra_keys, r'decode took \{"t": "play", "card": "..", "extra": 1\} for an action whose form is'),
        (in_small_letters, r'decode took \{"t": "play", "card": "\d[cd]"\} for an action whose form is'),
        (deeply, r"decode\(a list\) raised RecursionError: maximum recursion depth exceeded"),
        (
            lambda self, data: "x" if data == "x" else without_extra_keys(self, {}),
            r'decode\("x"\) returned "x", for which encode raised TypeError',
        ),
    ],
)
def test_what_is_not_exactly_one_action(read, message):
    assert_caught("decode_refuses_garbage", f"^standard, 3 seats: {message}", lax(read))
