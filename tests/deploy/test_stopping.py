"""Requests to stop: raised where they can be, remembered where Python would swallow them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from deploy import stopping
from deploy.stopping import SIGNALS, StopRequested, answered, checkpoint, deferred, stop_on_signals


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    before = [signal.getsignal(number) for number in SIGNALS]
    with stop_on_signals():
        yield
    assert [signal.getsignal(number) for number in SIGNALS] == before


def ask(number: int = signal.SIGTERM) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_is_raised_at_once(number):
    with pytest.raises(StopRequested, match=signal.Signals(number).name) as request:
        ask(number)
    assert request.value.number == number
    assert not isinstance(request.value, Exception)


def test_a_fork_is_not_left_half_done():
    done = []

    def fork() -> None:
        with deferred():
            ask()
            with deferred():
                done.append("inner")
            done.append("outer")

    with pytest.raises(StopRequested):
        fork()
    assert done == ["inner", "outer"]


def test_a_failure_while_it_was_deferred_is_not_hidden():
    def fork() -> None:
        with deferred():
            ask()
            raise BlockingIOError

    with pytest.raises(BlockingIOError):
        fork()
    with pytest.raises(StopRequested):
        checkpoint()


def test_what_was_swallowed_is_raised_again_until_it_is_answered():
    with suppress(StopRequested):  # as Python does in a finaliser
        ask()
    for _ in range(2):
        with pytest.raises(StopRequested):
            checkpoint()
    assert answered()
    assert not answered()
    checkpoint()


def test_repeats_within_a_second_are_one_request(monkeypatch):
    clock = iter([100.0, 100.9, 101.0])
    monkeypatch.setattr(stopping.time, "monotonic", lambda: next(clock))
    with pytest.raises(StopRequested):
        ask()
    assert answered()
    ask()
    checkpoint()
    with pytest.raises(StopRequested):
        ask()
