"""The chart of a calibration: a point and an interval for every bin that has forecasts, at their shares."""

from __future__ import annotations

import pytest

from ratings.charts.calibration import calibration_chart
from ratings.skill.calibration import calibrate
from tests.ratings.charts.drawing import of, only, read, share


def test_points_and_intervals_lie_at_their_shares() -> None:
    # In the bin from 0.2 a quarter happens of 4, in that from 0.8 all of 1.
    calibration = calibrate([(0.25, True), (0.25, False), (0.25, False), (0.25, False), (0.85, True)])
    picture = read(calibration_chart(calibration, title="<Forecasts>"))
    points, intervals = of(picture, "observed"), of(picture, "single")
    assert [share(point.attrib["cx"]) for point in points] == [0.25, 0.85]
    assert [1 - share(point.attrib["cy"]) for point in points] == [0.25, 1.0]
    filled = [found for found in calibration.bins if found.count]
    for interval, found in zip(intervals, filled, strict=True):
        ends = [1 - share(interval.attrib[end]) for end in ("y1", "y2")]
        assert ends == pytest.approx(found.interval, abs=1e-4)
    # Four times as many forecasts: the greatest point; else one whose area has grown by a quarter of the way.
    assert [float(point.attrib["r"]) for point in points] == [7.0, 4.8]
    diagonal = only(picture, "came-in")
    assert [diagonal.attrib[name] for name in ("x1", "x2", "y1", "y2")] == ["0", "100%", "100%", "0"]
    title = picture.find("title")
    assert title is not None
    assert title.text == "<Forecasts>"


def test_nothing_is_drawn_of_nothing() -> None:
    assert calibration_chart(calibrate([]), title="x") == ""
