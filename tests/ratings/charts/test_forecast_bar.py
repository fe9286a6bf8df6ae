"""The bar of a forecast: its parts are the chances and fill it."""

from __future__ import annotations

import pytest

from ratings.charts.forecast_bar import forecast_bar
from ratings.skill import Belief, Forecast, Parameters, predict
from tests.ratings.charts.drawing import only, read, share

LUCK = Parameters(mu0=25.0, sigma0=25 / 3, beta=25 / 3, tau=25 / 300, draw_probability=0.25)


@pytest.mark.parametrize(
    "forecast",
    [
        Forecast(0.5, 0.2, 0.3),
        Forecast(1.0, 0.0, 0.0),
        predict(Belief(25.0, 1.0), Belief(400.0, 1.0), LUCK),
        predict(Belief(30.0, 2.0), Belief(25.0, 1.0), LUCK),
    ],
)
def test_parts_are_the_chances(forecast: Forecast) -> None:
    picture = read(forecast_bar(forecast, title="<Ada> & Bob"))
    parts = [only(picture, kind) for kind in ("win", "draw", "loss")]
    widths = [share(part.attrib["width"]) for part in parts]
    assert widths == pytest.approx([forecast.win, forecast.draw, forecast.loss], abs=1e-4)
    starts = [share(part.attrib["x"]) for part in parts]
    assert starts == pytest.approx([0.0, forecast.win, forecast.win + forecast.draw], abs=1e-4)
    title = picture.find("title")
    assert title is not None
    assert title.text == "<Ada> & Bob"
