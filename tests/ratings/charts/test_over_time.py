"""The rating over time: lines and band lie at their numbers, versions are marked, extremes survive."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from ratings.charts.over_time import Believed, over_time
from ratings.skill import Z95, Belief
from tests.ratings.charts.drawing import Element, of, only, points, read, share

START = datetime(2026, 5, 1, tzinfo=UTC)


def history(*lines: tuple[int, int, int, float, float]) -> list[Believed]:
    """(day, boards, version, mu, sigma)"""
    return [
        Believed(START + timedelta(days=day), boards, version, Belief(mu, sigma))
        for day, boards, version, mu, sigma in lines
    ]


def height(picture: Element, value: float) -> float:
    """Where a skill lies by the labels of the axis."""
    ticks = [
        (float(text.text or ""), 1 - share(text.attrib["y"]))
        for text in of(picture, "label")
        if text.attrib["text-anchor"] == "end" and text.attrib["x"] == "-6"
    ]
    (low, at_low), (high, at_high) = ticks[0], ticks[-1]
    return at_low + (value - low) / (high - low) * (at_high - at_low)


def test_lines_and_band_lie_at_their_numbers() -> None:
    picture = read(over_time(history((0, 0, 1, 25, 5), (1, 2, 1, 30, 4), (4, 9, 1, 28, 2)), title="Ada's bot"))
    title = picture.find("title")
    assert title is not None
    assert title.text == "Ada's bot"
    for kind, values in (("mu", (25, 30, 28)), ("score", (10, 18, 22))):
        got = points(only(picture, kind))
        assert [across for across, _ in got] == [0, 0.25, 1]
        assert [up for _, up in got] == pytest.approx([height(picture, value) for value in values], abs=1e-3)
    upper = [25 + 5 * Z95, 30 + 4 * Z95, 28 + 2 * Z95]
    lower = [25 - 5 * Z95, 30 - 4 * Z95, 28 - 2 * Z95]
    band = points(only(picture, "band"))
    assert [across for across, _ in band] == [0, 0.25, 1, 1, 0.25, 0]
    assert [up for _, up in band] == pytest.approx([height(picture, value) for value in upper + lower[::-1]], abs=1e-3)
    now = only(picture, "now")
    assert share(now.attrib["cx"]) == 1
    assert 1 - share(now.attrib["cy"]) == pytest.approx(height(picture, 28), abs=1e-3)


def test_boards_instead_of_days() -> None:
    picture = read(over_time(history((0, 0, 1, 25, 5), (1, 2, 1, 30, 4), (4, 8, 1, 28, 2)), title="", by_boards=True))
    assert [across for across, _ in points(only(picture, "mu"))] == [0, 0.25, 1]
    below = [text.text for text in of(picture, "label") if text.attrib["y"] == "100%" and text.attrib["x"] != "-6"]
    assert below == ["0", "2", "4", "6", "8"]


def test_a_new_version_is_marked_and_has_lines_of_its_own() -> None:
    lines = [(0, 0, 1, 25, 5), (1, 2, 1, 27, 4), (2, 2, 2, 27, 5), (4, 6, 2, 29, 4)]
    picture = read(over_time(history(*lines), title=""))  # type: ignore[arg-type]
    assert [share(mark.attrib["x1"]) for mark in of(picture, "came-in")] == [0, 0.5]
    assert [text.text for text in of(picture, "version")] == ["v1", "v2"]
    assert [[across for across, _ in points(path)] for path in of(picture, "mu")] == [[0, 0.25], [0.5, 1]]


def test_versions_that_play_at_the_same_time_are_two_lines() -> None:
    lines = [(0, 0, 1, 25, 5), (1, 2, 2, 25, 6), (2, 4, 1, 26, 4), (3, 6, 2, 30, 5), (4, 8, 1, 27, 4)]
    picture = read(over_time(history(*lines), title=""))  # type: ignore[arg-type]
    assert [[across for across, _ in points(path)] for path in of(picture, "mu")] == [[0, 0.5, 1], [0.25, 0.75]]
    assert [text.text for text in of(picture, "version")] == ["v1", "v2"]
    now = only(picture, "now")
    assert (share(now.attrib["cx"]), 1 - share(now.attrib["cy"])) == pytest.approx(
        (0.75, height(picture, 30)), abs=1e-3
    )


def test_names_of_versions_do_not_run_into_each_other() -> None:
    picture = read(over_time(history(*((day, day, day + 1, 25.0, 5.0) for day in range(200))), title=""))
    assert len(of(picture, "came-in")) == 200
    places = [share(text.attrib["x"]) for text in of(picture, "version")]
    assert 10 <= len(places) <= 21
    assert all(after - before >= 0.05 for before, after in pairwise(places))


def test_a_single_belief_is_its_interval() -> None:
    picture = read(over_time(history((0, 0, 1, 25, 5)), title=""))
    (bottom, low), (top, high) = points(only(picture, "single"))
    assert (bottom, top) == (0.5, 0.5)
    assert (low, high) == pytest.approx((height(picture, 25 - 5 * Z95), height(picture, 25 + 5 * Z95)), abs=1e-3)
    assert of(picture, "band") == []


def test_nothing_is_drawn_of_nothing() -> None:
    assert over_time([], title="x") == ""


def test_of_thousands_of_points_the_extremes_are_seen() -> None:
    lines = [(day, day, 1, 25.0 + (day % 7) / 10, 1.0) for day in range(20_000)]
    lines[7_001], lines[13_003] = (7_001, 7_001, 1, 80.0, 1.0), (13_003, 13_003, 1, -30.0, 1.0)
    chart = over_time(history(*lines), title="")
    picture = read(chart)
    ups = [up for _, up in points(only(picture, "mu"))]
    assert max(ups) == pytest.approx(height(picture, 80), abs=1e-3)
    assert min(ups) == pytest.approx(height(picture, -30), abs=1e-3)
    assert len(chart) < 120_000


def test_names_are_text() -> None:
    assert "<b>" not in over_time(history((0, 0, 1, 25, 5)), title="<b>")
