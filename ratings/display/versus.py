"""Two bots of a pool side by side: how they stand, how they fared, what is to be expected of their next board."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from ratings.charts.forecast_bar import forecast_bar
from ratings.display.board import Board, plotted
from ratings.display.opponents import chances, words
from ratings.leaderboard import places, ratings_of
from ratings.meetings import HeadToHead, head_to_head
from ratings.models import Pool
from tournaments.access.errors import Invalid, Missing

# A username and a bot's name, with the stroke between them.
NAME_LENGTH = 150 + 1 + 64


@dataclass(frozen=True, slots=True)
class Versus:
    """Two bots: their record and forecast from the first one's side; both on one axis; the forecast in percent (win,
    draw, loss) and as a bar."""

    meeting: HeadToHead
    names: tuple[str, str]
    board: Board
    chances: tuple[str, str, str]
    bar: SafeString


def versus(pool: Pool, bot_id: int, other_id: int) -> Versus:
    """Raises Missing where the two are not two that are rated in the pool."""
    found = head_to_head(pool, bot_id, other_id) if bot_id != other_id else None
    if found is None:
        raise Missing(f"bots {bot_id} and {other_id} are not two that are rated in pool {pool.pk}")
    one, two = names = (found.bot.version.bot.name, found.other.version.bot.name)
    return Versus(
        meeting=found,
        names=names,
        board=plotted(places(pool, [found.bot, found.other], consecutive=False)),
        chances=chances(found.forecast),
        bar=forecast_bar(found.forecast, title=f"{one} against {two}: {words(found.forecast)}"),
    )


def pair_called(pool: Pool, first: str, second: str) -> tuple[int, int] | None:
    """The ids of two bots that are called `owner/name`; None while one of them is not said.

    Raises Invalid where none such is rated in the pool, and where both are one.
    """
    if not first or not second:
        return None
    two = _called(pool, first, field="first"), _called(pool, second, field="second")
    if two[0] == two[1]:
        raise Invalid("second: is the first one again; say another bot", field="second")
    return two


def _called(pool: Pool, text: str, *, field: str) -> int:
    owner, stroke, name = text.strip().partition("/")
    found = None
    if stroke and len(text) <= NAME_LENGTH:
        rows = ratings_of(pool).filter(version__bot__owner__username=owner, version__bot__name=name)
        found = rows.values_list("version__bot_id", flat=True).first()
    if found is None:
        message = f"{field}: {text[:NAME_LENGTH]!r} is not the owner/name of a bot that is rated here"
        raise Invalid(message, field=field)
    return int(found)
