"""Engines that take an illegal action, refuse one in the wrong way, or change something as they refuse."""

import pytest

from plugins.contract import IllegalAction
from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import Little, LittleState


def refuse():
    raise IllegalAction("action: it is not one of the legal ones")


def apply_without_types(self, seat, action):
    try:
        lawful = action in self.legal(seat)
    except TypeError:
        lawful = False
    if not lawful:
        refuse()
    self.play(seat, int(action))


def apply_for_anybody(self, seat, action):
    if type(action) is not int or action not in self.legal(self.player):
        refuse()
    self.play(self.player, action)


def apply_whatever_is_a_card(self, seat, action):
    if seat not in self.to_act() or type(action) is not int:
        refuse()
    if action in self.hands[(seat + 1) % len(self.hands)]:
        self.turn += 1
        return
    LittleState.apply(self, seat, action)


def apply_and_count(self, seat, action):
    self.turn += 1
    if type(action) is not int or action not in self.choices(seat) or seat != (self.turn - 2) % len(self.hands):
        refuse()
    self.turn -= 1
    self.play(seat, action)


def apply_by_lookup(self, seat, action):
    {own: own for own in self.legal(seat)}[action]
    LittleState.apply(self, seat, action)


def apply_when_over(self, seat, action):
    if not self.to_act():
        return
    LittleState.apply(self, seat, action)


@pytest.mark.parametrize(
    ("apply", "message"),
    [
        (
            apply_without_types,
            r"decision 1: seat 0: -?\d+\.0, of type float, is not legal and was taken; IllegalAction, and",
        ),
        (
            apply_for_anybody,
            r"decision 1: seat 1: -?\d+, of type int, is not legal and was taken; IllegalAction, and noth",
        ),
        (
            apply_whatever_is_a_card,
            r"seat \d: \d+, of type int, is not legal and was taken; IllegalAction, and nothing ch",
        ),
        (
            apply_and_count,
            r"decision 1: seat 0: null, .* was refused and changed snapshot.turn: 2, not 1; IllegalAction",
        ),
        (
            apply_by_lookup,
            r"decision 1: seat 0: null, of type NoneType, raised KeyError: None; IllegalAction, and nothing",
        ),
        (
            apply_when_over,
            r"after decision 40: seat 0: null, of type NoneType, is not legal and was taken; IllegalAction",
        ),
    ],
)
def test_an_illegal_action(apply, message):
    class State:
        pass

    State.apply = apply
    assert_caught("illegal_actions_change_nothing", message, broken(State))


def test_true_for_one():
    class State:
        def apply(self, seat, action):
            if type(action) not in (int, bool) or action not in self.legal(seat):
                refuse()
            self.play(seat, int(action))

    assert_caught(
        "illegal_actions_change_nothing",
        r"seat \d: true, of type bool, is not legal and was taken; IllegalAction, and nothing changed, would be right$",
        broken(State),
        seeds=2,
    )


def test_a_refusal_that_changes_what_is_legal():
    class State:
        forgotten = False

        def choices(self, seat):
            return LittleState.choices(self, seat)[self.forgotten :]

        def apply(self, seat, action):
            try:
                LittleState.apply(self, seat, action)
            except IllegalAction:
                self.forgotten = len(LittleState.choices(self, seat)) > 1
                raise

    assert_caught(
        "illegal_actions_change_nothing",
        r"seat 0: null, of type NoneType, was refused and changed legal\(0\)",
        broken(State),
    )


class Pairs(LittleState):
    """Actions are tuples, in which Python finds 1.0 and True for 1."""

    def legal(self, seat):
        return tuple((action, self.turn) for action in LittleState.legal(self, seat))

    def apply(self, seat, action):
        if type(action) is not tuple or action not in self.legal(seat):
            refuse()
        self.play(seat, self.kept(action[0]))

    def kept(self, card):
        return int(card)


def decode(self, data):
    if type(data) is dict and type(data.get("turn")) is int:
        turn = data["turn"]
        return Little.decode(self, {key: value for key, value in data.items() if key != "turn"}), turn
    return refuse()


CODING = {"encode": lambda self, action: Little.encode(self, action[0]) | {"turn": action[1]}, "decode": decode}


def test_a_tuple_with_one_point_nought_in_it_may_be_taken_for_what_it_is_equal_to():
    assert failures(broken(Pairs, **CODING)) == {}


def test_a_tuple_that_leaves_its_float_in_the_state():
    class State(Pairs):
        def play(self, seat, action):
            super().play(seat, int(action))
            self.points[seat] += action - int(action) if action == int(action) else 0

        def kept(self, card):
            return card

    assert_caught(
        "illegal_actions_change_nothing",
        r"decision 1: seat 0: \(-?\d+\.0, 1\) was taken for \(-?\d+, 1\) and left snapshot.points\[0\]: \d+\.0, not",
        broken(State, **CODING),
    )
