"""Engines whose games do not end, whose turns are wrong, or whose results are out of range."""

import re

import pytest

from plugins.contract import IllegalAction, Result
from tests.plugins.conformance.failing import assert_caught, broken, failures
from tests.plugins.conformance.little import INFO, LittleState, info


def test_a_sound_engine_passes_everything():
    assert failures(INFO, variants=(), seats=(), seeds=2, processes=True) == {}


def test_a_game_longer_than_its_bound():
    assert_caught(
        "games_end",
        r"^standard, 3 seats, seed 0: after 39 decisions the game is not over; max_decisions is 39: raise it, or",
        info(max_decisions=39),
    )


def test_actions_of_a_seat_that_is_not_to_act():
    class State:
        def legal(self, seat):
            return self.choices(seat)

        def apply(self, seat, action):
            if seat not in self.to_act():
                raise IllegalAction("action: it is not your turn")
            LittleState.apply(self, seat, action)

    assert_caught(
        "turns",
        r"decision 1: seat 1 is not to act and has \d legal actions; legal\(seat\) is non-empty exactly for the seats",
        broken(State),
    )


def test_a_seat_to_act_without_actions():
    class State:
        def legal(self, seat):
            return () if self.turn == 7 else LittleState.legal(self, seat)

    assert_caught("turns", r"seed 0, after decision 6: seat 0 is to act and has no legal action; ", broken(State))


def test_an_action_listed_twice():
    class State:
        def choices(self, seat):
            found = LittleState.choices(self, seat)
            return found + found[-1:]

    assert_caught(
        "turns",
        r"decision 1: seat 0: the legal actions 2 and 3 are the same, \d+; every action is listed once$",
        broken(State),
    )


@pytest.mark.parametrize("seats", [[0], (2, 0), (0, 0), (True,), (3,), ("0",)])
def test_seats_to_act_that_are_no_ascending_tuple_of_seats(seats):
    class State:
        def to_act(self):
            return LittleState.to_act(self) and seats

    # With such seats hardly anything works; it is enough that the cause is among what is reported.
    found = failures(broken(State))
    assert "a tuple of seats from 0 to 2, ascending, would be right" in found["turns"]


def test_actions_that_cannot_be_hashed():
    class State:
        def legal(self, seat):
            return tuple([action] for action in LittleState.legal(self, seat))

        def apply(self, seat, action):
            self.play(seat, action[0])

    found = failures(broken(State))
    assert "cannot be hashed; a tuple, str or int can" in found["turns"]


def test_an_order_that_is_not_fixed():
    class State:
        asked = 0

        def choices(self, seat):
            State.asked += 1
            found = LittleState.choices(self, seat)
            return found[::-1] if State.asked % 2 else found

    found = failures(broken(State))
    assert "legal(seat) asked again is another list; its order is fixed" in found["turns"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            lambda ranks, scores: (list(ranks), scores),
            r"result\(\).ranks is \[.*; a tuple of 3 integers would be right",
        ),
        (lambda ranks, scores: (ranks[:2], scores), r"result\(\).ranks is \(0, 0\); a tuple of 3 integers"),
        (
            lambda ranks, scores: (ranks, (*map(float, scores),)),
            r"result\(\).scores is \(0.0, .*; a tuple of 3 integers",
        ),
        (
            lambda ranks, scores: (ranks, (*map(bool, scores),)),
            r"result\(\).scores is \(False, .*; a tuple of 3 integers",
        ),
        (
            lambda ranks, scores: ((*(rank + 1 for rank in ranks),), scores),
            r"ranks is \(1, 1, 1\); .*: \(0, 0, 0\) would",
        ),
    ],
)
def test_results_out_of_range(changed, message):
    class State:
        def result(self):
            right = LittleState.result(self)
            return Result(*changed(right.ranks, right.scores))

    assert_caught("results", message, broken(State))


def test_ranks_that_count_steps_and_not_seats():
    """1, 0, 0 where 2, 0, 0 would be right: the first is behind two. It takes a few games until two are level."""

    class State:
        def result(self):
            right = LittleState.result(self)
            return Result(tuple(sorted(set(right.ranks)).index(rank) for rank in right.ranks), right.scores)

    assert_caught(
        "results",
        r"ranks is \(1, 0, 0\); a rank is the number of seats strictly better: \(2, 0, 0\) would be right$",
        broken(State),
        seeds=5,
    )


def test_a_result_that_is_not_one():
    class State:
        def result(self):
            right = LittleState.result(self)
            return right if self.turn == 1 else (right.ranks, right.scores)

    found = failures(broken(State))
    assert "decision 2: result() is [[" in found["results"]
    assert "a Result would be right" in found["results"]


def test_a_result_that_is_not_defined_at_any_time():
    class State:
        def result(self):
            if self.to_act():
                raise RuntimeError("the game is not over")
            return LittleState.result(self)

    found = failures(broken(State))
    assert re.fullmatch(
        r"standard, 3 seats: result \(test_turns.py, line \d+\) raised RuntimeError: the game is not over; "
        "nothing that the contract asks for raises this",
        found["results"],
    )
