"""The report as it is written, with its progress on a terminal."""

from io import StringIO

from plugins.conformance.report import report
from plugins.conformance.subject import subject
from tests.plugins.conformance.failing import broken
from tests.plugins.conformance.little import INFO, LittleState


def test_progress_is_shown_and_wiped_out():
    given = subject(INFO, seeds=1)
    given.choose_tables(["full"], [])
    out, progress = StringIO(), StringIO()
    assert report(given, out, progress)
    shown = progress.getvalue().split("\r\x1b[K")
    assert "3/21 games_end: full, 3 seats (1/2)" in shown
    assert "2/21 options_are_refused_or_played: little (0/1)" in shown
    assert shown[-1] == ""
    assert "\x1b" not in out.getvalue()


def test_failures_that_say_the_same_are_shown_once(monkeypatch, tmp_path):
    out = StringIO()
    assert not report(subject(INFO, seeds=1, golden=tmp_path), out, None)
    assert out.getvalue().count("there is no file of golden games") == 1
    assert "(4 of 4 variants and seats fail)" in out.getvalue()


def test_no_more_than_a_few_failures_are_shown():
    class State:
        def result(self):
            right = LittleState.result(self)
            return type(right)(right.ranks, [*right.scores])

    out = StringIO()
    assert not report(subject(broken(State), seeds=1), out, None)
    printed = out.getvalue()
    assert printed.count("    - standard") + printed.count("    - full") == 3
    assert "result().scores is [0, 0, 0]; a tuple of 3 integers would be right" in printed
