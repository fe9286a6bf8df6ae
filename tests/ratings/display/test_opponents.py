"""Whom a bot met: the meetings' figures, with forecasts from the bot's side."""

from __future__ import annotations

import pytest

from ratings.display.opponents import chances, met, words
from ratings.leaderboard import place_of
from ratings.meetings import opponents
from ratings.skill import Belief, Forecast, predict
from tests.ratings.charts.drawing import only, read, share
from tests.ratings.league import league
from tournaments.access.errors import Invalid


@pytest.mark.django_db
def test_records_are_the_meetings_and_forecasts_the_beliefs() -> None:
    pool, bots = league(6, rounds=5)
    place = place_of(pool, bots[0].pk)
    assert place is not None
    own = place.rating.belief
    found = met(pool, bots[0].pk, own, limit=3, cursor=None)
    rest = met(pool, bots[0].pk, own, limit=3, cursor=found.next)
    lines = (*found.lines, *rest.lines)
    assert [line.opponent for line in lines] == opponents(pool, bots[0].pk, limit=99)
    assert rest.next is None
    for line in lines:
        assert line.forecast == predict(own, line.opponent.rating.belief, pool.parameters)
        assert share(only(read(line.bar), "win").attrib["width"]) == pytest.approx(line.forecast.win, abs=1e-4)
        assert line.chances == ", ".join(chances(line.forecast))
    with pytest.raises(Invalid):
        met(pool, bots[0].pk, Belief(25.0, 1.0), limit=3, cursor="nonsense")


@pytest.mark.parametrize(
    ("forecast", "expected"),
    [
        (Forecast(0.432, 0.297, 0.271), ("43.2%", "29.7%", "27.1%")),
        (Forecast(0.99996, 0.00003, 0.00001), (">99.9%", "<0.1%", "<0.1%")),
        (Forecast(1.0, 0.0, 0.0), ("100.0%", "0.0%", "0.0%")),
        (Forecast(0.0005, 0.0, 0.9995), ("0.1%", "0.0%", ">99.9%")),
    ],
)
def test_what_is_not_certain_is_not_called_so(forecast: Forecast, expected: tuple[str, str, str]) -> None:
    assert chances(forecast) == expected
    assert words(forecast) == f"win {expected[0]}, draw {expected[1]}, loss {expected[2]}"
