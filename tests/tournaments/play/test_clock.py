"""A bot's clock: what a move takes, from what, and when time is over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.protocol import Limits
from tournaments.play.clock import Clock

LIMITS = Limits(startup_ms=5000, move_ms=1000, bank_ms=3000, game_ms=10_000)


class Time:
    def __init__(self) -> None:
        self.seconds = 64.0

    def __call__(self) -> float:
        return self.seconds


def thinking(*seconds: float) -> Clock:
    time = Time()
    clock = Clock(LIMITS, time)
    for taken in seconds:
        clock.begin()
        time.seconds += taken
        assert clock.end() == pytest.approx(taken)
        time.seconds += 1000  # others think
    return clock


def test_a_new_clock_holds_the_limits():
    assert thinking().left() == {"move_ms": 1000, "bank_ms": 3000, "game_ms": 10_000}


def test_a_quick_move_takes_nothing_of_the_bank_and_the_time_of_others_takes_nothing():
    assert thinking(1.0, 0.25, 0.5).left() == {"move_ms": 1000, "bank_ms": 3000, "game_ms": 8250}


def test_what_goes_beyond_the_move_is_taken_from_the_bank():
    assert thinking(1.5, 0.5, 2.25).left() == {"move_ms": 1000, "bank_ms": 1250, "game_ms": 5750}


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        ((), 4.0),
        ((2.0,), 3.0),
        ((4.0,), 1.0),
        ((4.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5), 0.5),  # the game's time ends before the move's
    ],
)
def test_time_is_over_with_the_bank_or_with_the_game(taken: tuple[float, ...], left: float):
    clock = thinking(*taken)
    assert clock.begin() - clock._now() == left


def test_the_move_time_shown_is_never_more_than_the_games():
    assert thinking(4.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5).left() == {"move_ms": 500, "bank_ms": 0, "game_ms": 500}


def test_an_answer_after_its_time_leaves_nothing_and_no_debt():
    assert thinking(100.0).left() == {"move_ms": 0, "bank_ms": 0, "game_ms": 0}


def test_getting_ready_has_a_time_of_its_own():
    clock = thinking()
    assert clock.startup() - clock._now() == 5.0


@given(st.lists(st.integers(0, 5000), max_size=12))
def test_the_clock_is_the_sum_of_its_moves(taken: list[int]):
    clock = thinking(*(ms / 1000 for ms in taken))
    left = clock.left()
    assert abs(left["bank_ms"] - max(0, 3000 - sum(max(0, ms - 1000) for ms in taken))) <= 1
    assert abs(left["game_ms"] - max(0, 10_000 - sum(taken))) <= 1
