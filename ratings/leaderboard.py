"""The leaderboard of a pool: best score first, equal scores in the order they entered; ranks; pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from ratings.models import Pool, Rating
from tournaments.access.keyset import Keyset

# The index `rating_leaderboard` is the pool and this.
ORDER = ("-score", "version_id")
UNIQUE = "version_id"


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the leaderboard. Equal scores share a rank and the ranks after them are left out: 1, 2, 2, 4."""

    rank: int
    rating: Rating

    @property
    def bot(self) -> str:
        return str(self.rating.version.bot.name)

    @property
    def owner(self) -> str:
        return str(self.rating.version.bot.owner.get_username())

    @property
    def number(self) -> int:
        """The number of the bot's version."""
        return int(self.rating.version.number)


@dataclass(frozen=True, slots=True)
class Page:
    """Consecutive places, and the cursor of the next page; None at the end."""

    places: tuple[Place, ...]
    next: str | None


def ratings_of(pool_id: int) -> QuerySet[Rating]:
    """The ratings of a pool with version, bot and owner, one statement; in no order yet."""
    build = Pool.objects.filter(pk=pool_id).values("build")
    return Rating.objects.filter(build=build, public=True).select_related("version__bot__owner")


def places(ratings: Sequence[Rating]) -> tuple[Place, ...]:
    """Consecutive ratings of one pool's leaderboard with their ranks; one statement, whatever their number.

    The rank of the first is 1 + the number of greater scores. The others are counted from it.
    """
    if not ratings:
        return ()
    first = ratings[0]
    before = Rating.objects.filter(build_id=first.build_id, public=True, score__gte=first.score).aggregate(
        greater=Count("id", filter=Q(score__gt=first.score)),
        equal=Count("id", filter=Q(score=first.score, version_id__lt=first.version_id)),
    )
    rank, start = before["greater"] + 1, before["greater"] + before["equal"] + 1
    found: list[Place] = []
    for position, rating in enumerate(ratings, start=start):
        if found and rating.score != found[-1].rating.score:
            rank = position
        found.append(Place(rank, rating))
    return tuple(found)


def leaderboard(*, pool_id: int, limit: int = 50, cursor: str | None = None) -> Page:
    """A page of at most `limit` places after the cursor of the page before; two statements.

    Raises tournaments.access.errors.Invalid for a cursor that no page gave.
    """
    keyset = Keyset(ORDER, unique=UNIQUE)
    rows = keyset.order(ratings_of(pool_id))
    if cursor is not None:
        rows = keyset.after(rows, keyset.parse(cursor))
    page = list(rows[: limit + 1])
    more = len(page) > limit
    page = page[:limit]
    return Page(places(page), keyset.cursor(keyset.place(page[-1])) if more else None)


def span(ratings: Iterable[Rating]) -> tuple[float, float]:
    """The least mu - 3 sigma and the greatest mu + 3 sigma; (0.0, 1.0) of none. What a chart's axis must hold."""
    bounds = [(rating.mu - 3 * rating.sigma, rating.mu + 3 * rating.sigma) for rating in ratings]
    if not bounds:
        return 0.0, 1.0
    return min(low for low, _ in bounds), max(high for _, high in bounds)
