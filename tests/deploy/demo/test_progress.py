"""The progress of the demo, on a terminal and elsewhere."""

from __future__ import annotations

import io

from deploy.demo.progress import Progress, bars

COUNTS = [("Swiss", 15, 30), ("Pods", 0, 12)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bars_fill_with_what_is_done():
    assert bars(COUNTS, 200) == "##########.......... Swiss 15/30  .................... Pods 0/12"
    assert bars([("Swiss", 30, 30)], 200) == "#################### Swiss 30/30"


def test_a_narrow_terminal_loses_bars_then_the_end():
    assert bars(COUNTS, 30) == "Swiss 15/30  Pods 0/12"
    assert bars(COUNTS, 14) == "Swiss 15/30  P"
    for width in range(1, 120):
        assert len(bars(COUNTS, width)) <= width


def test_more_done_than_foreseen_is_a_full_bar():
    assert bars([("Swiss", 31, 30)], 200) == "#################### Swiss 31/30"


def test_elsewhere_lines_are_whole_and_few():
    stream = io.StringIO()
    progress = Progress(stream)
    for done in range(1000):
        progress.show([("Swiss", done, 1000)])
    progress.show([("Swiss", 1000, 1000)])
    progress.end()
    lines = stream.getvalue().splitlines()
    assert lines[0] == "Swiss 0/1000"
    assert lines[-1] == "Swiss 1000/1000"
    assert len(lines) < 100
    assert "\r" not in stream.getvalue()


def test_a_terminal_line_is_redrawn_and_left_at_the_end():
    stream = Terminal()
    progress = Progress(stream)
    progress.show(COUNTS)
    progress.show(COUNTS)
    progress.end()
    assert stream.getvalue().count("\r") == 1
    assert stream.getvalue().endswith("\x1b[K\n")
