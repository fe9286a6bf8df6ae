"""A bot in a pool: where it stands, how its rating moved, where its versions came in, whom it met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from ratings.charts.over_time import Believed, over_time
from ratings.display.opponents import Opponents, met
from ratings.history import HistoryPoint, Mark, history, marks
from ratings.leaderboard import Place, place_of
from ratings.models import Pool, RatingPoint
from ratings.skill import Belief
from tournaments.access.errors import Invalid, Missing

AXES = ("time", "boards")  # what runs across
# Points that are read for a chart: the last so many, some thousand more than rounds of years.
MOST_POINTS = 30_000


@dataclass(frozen=True, slots=True)
class Spell:
    """What became of a version in a pool: its first and its last point, those of its greatest and least mu.

    mark  where it came in; None where that is before the points that were read
    """

    number: int
    mark: Mark | None
    first: HistoryPoint
    last: HistoryPoint
    highest: HistoryPoint
    lowest: HistoryPoint


@dataclass(frozen=True, slots=True)
class Course:
    """How the rating of a bot moved.

    chart   over what runs across, one of AXES; "" where there is no point
    spells  of its versions, in the order in which they came in
    points  that are drawn; `cut` says that there are earlier ones
    """

    chart: SafeString
    by: str
    spells: tuple[Spell, ...]
    points: int
    cut: bool


@dataclass(frozen=True, slots=True)
class BotInPool:
    """A bot in a pool, all of it."""

    place: Place
    course: Course
    opponents: Opponents

    @property
    def name(self) -> str:
        return self.place.bot

    @property
    def called(self) -> str:
        """As `ratings.display.versus.called` takes it."""
        return f"{self.place.owner}/{self.place.bot}"


def bot_in_pool(pool: Pool, bot_id: int, *, by: str, limit: int, cursor: str | None) -> BotInPool:
    """A bot with at most `limit` of its opponents, from the cursor of the page before on.

    Raises Missing for a bot that is not rated in the pool, Invalid for what is none of AXES and a cursor that no page
    gave.
    """
    place = place_of(pool, bot_id)
    if place is None:
        raise Missing(f"bot {bot_id} is not rated in pool {pool.pk}")
    opponents = met(pool, bot_id, place.rating.belief, limit=limit, cursor=cursor)
    return BotInPool(place, course(pool, bot_id, name=place.bot, by=by), opponents)


def course(pool: Pool, bot_id: int, *, name: str, by: str = AXES[0]) -> Course:
    """How the rating of a bot of this name moved. Some seven statements, whatever the number of points.

    Raises Invalid for what is none of AXES.
    """
    if by not in AXES:
        raise Invalid(f"by: {by[:20]!r} is not one of {', '.join(AXES)}", field="by")
    points = history(pool, bot_id, limit=MOST_POINTS + 1)
    cut = len(points) > MOST_POINTS
    if cut:
        points = _last(pool, bot_id)
    came_in = {mark.number: mark for mark in marks(pool, bot_id) if mark.joined}
    spells: dict[int, list[HistoryPoint]] = {}
    for point in points:
        spells.setdefault(point.number, []).append(point)
    return Course(
        chart=over_time(_believed(points), title=f"Rating of {name} in {pool.title}", by_boards=by == "boards"),
        by=by,
        spells=tuple(_spell(number, came_in.get(number), spell) for number, spell in spells.items()),
        points=len(points),
        cut=cut,
    )


def _last(pool: Pool, bot_id: int) -> list[HistoryPoint]:
    """The last points of a bot that has more than are drawn."""
    rows = RatingPoint.objects.filter(build=pool.build, version__bot_id=bot_id).order_by("-seq", "-version_id")
    [edge] = rows.values_list("seq", "version_id")[MOST_POINTS : MOST_POINTS + 1]
    return history(pool, bot_id, limit=MOST_POINTS, after=edge)


def _believed(points: Sequence[HistoryPoint]) -> list[Believed]:
    """The points with the boards of the bot, whichever version played them."""
    by_version: dict[int, int] = {}
    total = 0
    found: list[Believed] = []
    for point in points:
        total += point.boards - by_version.get(point.version, 0)
        by_version[point.version] = point.boards
        found.append(Believed(point.at, total, point.number, Belief(point.mu, point.sigma)))
    return found


def _spell(number: int, mark: Mark | None, points: Sequence[HistoryPoint]) -> Spell:
    return Spell(
        number=number,
        mark=mark,
        first=points[0],
        last=points[-1],
        highest=max(points, key=lambda point: point.mu),
        lowest=min(points, key=lambda point: point.mu),
    )
