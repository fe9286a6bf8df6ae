"""A bar on a terminal, plain lines elsewhere, and nothing for what is over at once."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from ratings.management import progress
from ratings.management.progress import Progress, bar, describe, duration


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(progress, "time", found)
    return found


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def run(stream: StringIO, clock: Clock, seconds: float) -> str:
    """A count to 1,000 in steps of 100, each of which takes so long."""
    wrapped = OutputWrapper(stream)
    wrapped.style_func = lambda text: f"<{text}>"
    with Progress(wrapped, "pool 1", 1000) as show:
        for done in range(100, 1001, 100):
            clock.now += seconds
            show(done)
    return stream.getvalue()


def test_elsewhere_there_is_a_line_now_and_then(clock: Clock) -> None:
    assert run(StringIO(), clock, 4.0).splitlines() == [
        "pool 1: 300 of 1,000 boards, 25/s, 28 s left",
        "pool 1: 600 of 1,000 boards, 25/s, 16 s left",
        "pool 1: 900 of 1,000 boards, 25/s, 4 s left",
    ]


def test_on_a_terminal_one_line_is_drawn_again_and_goes(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    written = run(Terminal(), clock, 1.0).split("\r")
    assert written[0] == ""
    assert len(written) == 12
    assert written[1] == "##...................... pool 1: 100 of 1,000 boards, 100/s, 9 s left\x1b[K"
    assert written[-2] == "######################## pool 1: 1,000 of 1,000 boards, 100/s, 0 s left\x1b[K"
    assert written[-1] == "\x1b[K"


@pytest.mark.parametrize(
    ("columns", "start"), [(60, "#............. pool 1: 100 of 1,000"), (20, "pool 1: 100 of 1,00\x1b[K")]
)
def test_a_narrow_terminal_has_a_shorter_bar_or_none(
    columns: int, start: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run(Terminal(), clock, 1.0).split("\r")
    assert lines[1].startswith(start)
    assert all(len(line) <= columns + 2 for line in lines)


@pytest.mark.parametrize("stream", [StringIO(), Terminal()])
def test_what_is_over_at_once_shows_nothing(stream: StringIO, clock: Clock) -> None:
    assert run(stream, clock, 0.001) == ""


def test_more_may_be_done_than_there_was_at_first() -> None:
    assert describe("pool 1", 1200, 1000, "boards", 10.0) == "pool 1: 1,200 of 1,200 boards, 120/s, 0 s left"
    assert describe("pool 1", 0, 1000, "boards", 10.0) == "pool 1: 0 of 1,000 boards"
    assert bar(5, 0, 4) == "####"
    assert bar(12, 10, 4) == "####"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (125, "2 min 5 s"), (3780, "1 h 3 min"), (90061, "25 h 1 min")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
