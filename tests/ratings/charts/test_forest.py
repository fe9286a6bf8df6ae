"""The forest plot: every line's interval, mu and score on the axis of all."""

from __future__ import annotations

import pytest

from ratings.charts.forest import forest_axis, forest_head, forest_line
from ratings.skill import Z95, Belief
from tests.ratings.charts.drawing import of, only, read, share

BELIEFS = [Belief(25.0, 25 / 3), Belief(40.0, 1.0)]


def test_interval_mu_and_score_lie_at_their_numbers() -> None:
    axis = forest_axis(BELIEFS)
    # The least score is 0, the greatest end of an interval 41.96.
    assert [tick.label for tick in axis.ticks] == ["0", "10", "20", "30", "40", "50"]
    picture = read(forest_line(BELIEFS[1], axis))
    interval, mu, score = only(picture, "interval"), only(picture, "mu"), only(picture, "at-score")
    ends = [share(interval.attrib["x1"]), share(interval.attrib["x2"])]
    assert ends == pytest.approx([(40 - Z95) / 50, (40 + Z95) / 50], abs=1e-4)
    assert share(mu.attrib["cx"]) == pytest.approx(40 / 50, abs=1e-4)
    assert [share(score.attrib[end]) for end in ("x1", "x2")] == pytest.approx([37 / 50] * 2, abs=1e-4)
    assert only(picture, "reach").attrib["x2"] == interval.attrib["x1"]
    title = picture.find("title")
    assert title is not None
    assert title.text == "mu 40.00, 95% interval 38.04 to 41.96, score 37.00"


def test_the_strokes_of_the_axis_stand_below_its_labels() -> None:
    axis = forest_axis(BELIEFS)
    head, line = read(forest_head(axis)), read(forest_line(BELIEFS[0], axis))
    places = [stroke.attrib["x1"] for stroke in of(head, "grid")]
    assert places == [text.attrib["x"] for text in of(head, "label")]
    assert places == [stroke.attrib["x1"] for stroke in of(line, "grid")]
    assert of(line, "label") == []


def test_an_axis_of_nobody() -> None:
    assert len(forest_axis([]).ticks) > 1
