"""The picture of times per move: every move in the bar of its step."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tournaments.bots.diary import Times
from tournaments.pages.move_times import Bin, bins, time_chart


def test_steps_of_1_2_5() -> None:
    assert bins({0: 1, 1: 2, 2: 3, 4: 4, 5: 5, 10: 6}) == [
        Bin(0, 1, 1), Bin(1, 2, 2), Bin(2, 5, 7), Bin(5, 10, 5), Bin(10, 20, 6),
    ]  # fmt: skip
    assert bins({30: 1, 1000: 1}) == [
        Bin(20, 50, 1), Bin(50, 100, 0), Bin(100, 200, 0), Bin(200, 500, 0), Bin(500, 1000, 0), Bin(1000, 2000, 1),
    ]  # fmt: skip
    assert bins({}) == []


@given(st.lists(st.integers(0, 700_000), min_size=1))
def test_every_move_is_in_its_step(times: list[int]) -> None:
    found = bins(Counter(times))
    for step in found:
        assert step.moves == sum(step.low <= ms < step.high for ms in times)
    assert sum(step.moves for step in found) == len(times)
    assert found[0].moves > 0
    assert found[-1].moves > 0
    assert [step.high for step in found[:-1]] == [step.low for step in found[1:]]


def test_a_bar_for_each_step() -> None:
    text = str(time_chart(Times(1, 7, 1, 2, {0: 4, 1500: 1, 2: 2}), title="How <long>"))
    assert "<title>How &lt;long&gt;</title>" in text
    assert text.count('<rect class="moves"') == 11
    assert "4 moves took 0 ms to 1 ms" in text
    assert "1 moves took 1 s to 2 s" in text
    heights = re.findall(r'<rect[^>]* height="([0-9.]+)%"', text)
    assert (heights[0], heights[2], heights[-1]) == ("100", "50", "25")


def test_nothing_is_drawn_without_a_move() -> None:
    assert time_chart(Times(0, 0, None, None, {}), title="x") == ""
