"""Whom a bot met in a pool, how it ended, and what is to be expected of the next board."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from ratings.charts.forecast_bar import forecast_bar
from ratings.meetings import KEYSET, Opponent, opponents
from ratings.models import Pool
from ratings.skill import Belief, Forecast, predict


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent, with a forecast from the bot's side."""

    opponent: Opponent
    forecast: Forecast
    bar: SafeString

    @property
    def chances(self) -> str:
        return ", ".join(chances(self.forecast))


@dataclass(frozen=True, slots=True)
class Opponents:
    """Some opponents, and the cursor of the next page; None at the end."""

    lines: tuple[Met, ...]
    next: str | None


def met(pool: Pool, bot_id: int, belief: Belief, *, limit: int, cursor: str | None) -> Opponents:
    """A page of the opponents of a bot of which this is believed, who was met most first.

    Raises tournaments.access.errors.Invalid for a cursor that no page gave.
    """
    after = KEYSET.parse(cursor) if cursor is not None else None
    found = opponents(pool, bot_id, limit=limit + 1, after=after)
    page = found[:limit]
    forecasts = [predict(belief, opponent.rating.belief, pool.parameters) for opponent in page]
    return Opponents(
        lines=tuple(
            Met(opponent, forecast, forecast_bar(forecast, title=words(forecast)))
            for opponent, forecast in zip(page, forecasts, strict=True)
        ),
        next=KEYSET.cursor(KEYSET.place(page[-1])) if len(found) > limit else None,
    )


def chances(forecast: Forecast) -> tuple[str, str, str]:
    """Win, draw and loss in percent."""
    return _percent(forecast.win), _percent(forecast.draw), _percent(forecast.loss)


def words(forecast: Forecast) -> str:
    """The chances in words."""
    win, draw, loss = chances(forecast)
    return f"win {win}, draw {draw}, loss {loss}"


def _percent(chance: float) -> str:
    """In percent with one decimal; what is not certain is not called so."""
    if 0.0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 <= chance < 1.0:
        return ">99.9%"
    return f"{chance:.1%}"
