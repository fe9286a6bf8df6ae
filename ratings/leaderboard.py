"""The leaderboard of a pool: best score first, equal scores in the order of their versions; ranks; pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from ratings.models import BatchRating, Build, Pool, Rating
from ratings.ranks import ranks
from tournaments.access.keyset import Keyset

# The index `rating_leaderboard` is the build and this.
ORDER = ("-score", "version_id")
UNIQUE = "version_id"
# Of sigma0: at half of it three quarters of a newcomer's variance are gone, and the interval is half as long.
_SETTLED = 0.5
_OWN = tuple(field.name for field in Rating._meta.concrete_fields)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the leaderboard. Equal scores share a rank and the ranks after them are left out: 1, 2, 2, 4.

    best, worst  the rank interval, as in `ratings.ranks.Rank`
    provisional  too little is known of it yet: sigma > sigma0 / 2
    second       the second opinion of its version; None where the pool has none of it
    """

    rank: int
    best: int
    worst: int
    provisional: bool
    rating: Rating
    second: BatchRating | None = None

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


def shown_build(pool: Pool) -> Build:
    """What a pool shows. Whoever reads several things of a pool reads them of one build."""
    assert pool.build is not None  # every pool is made with one
    return pool.build


def is_provisional(sigma: float, pool: Pool) -> bool:
    """Whether too little is known of a version to trust its place."""
    return sigma > _SETTLED * pool.sigma0


def ratings_of(pool: Pool) -> QuerySet[Rating]:
    """The public ratings of a pool with what names them of version, bot and owner; in no order yet."""
    return _named(Rating.objects.listed(pool.build_id))


def ratings_of_bots(pool: Pool, bots: Iterable[int]) -> QuerySet[Rating]:
    """Those of some bots; in no order."""
    return _named(Rating.objects.of_bots(pool.build_id, bots)).order_by()


def _named(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """With version, bot and owner, but of an account its name alone, and of a bot nothing that makes pages slower."""
    names = ("version__number", "version__bot__name", "version__bot__engine", "version__bot__owner__username")
    keys = ("version__bot", "version__bot__owner")
    return ratings.select_related("version__bot__owner").only(*_OWN, *names, *keys)


def places(pool: Pool, ratings: Sequence[Rating], *, consecutive: bool = True) -> tuple[Place, ...]:
    """Public ratings of a pool with their ranks, which are those in the whole pool.

    consecutive  they are next to each other on the leaderboard, in its order
    Three statements for up to 200 of them, two where there is no second opinion.
    """
    if not ratings:
        return ()
    return tuple(
        Place(rank.rank, rank.best, rank.worst, is_provisional(rating.sigma, pool), rating, second)
        for rating, rank, second in zip(
            ratings,
            ranks(shown_build(pool), ratings, consecutive=consecutive),
            second_opinions(pool, ratings),
            strict=True,
        )
    )


def second_opinions(pool: Pool, ratings: Sequence[Rating]) -> list[BatchRating | None]:
    """What the pool's batch says of these versions, in their order; one statement, or none where there is no batch."""
    if pool.batch_id is None:
        return [None] * len(ratings)
    versions = [rating.version_id for rating in ratings]
    found = {row.version_id: row for row in BatchRating.objects.filter(build=pool.batch_id, version_id__in=versions)}
    return [found.get(version) for version in versions]


def leaderboard(*, pool_id: int, limit: int = 50, cursor: str | None = None) -> Page:
    """A page of at most `limit` places after the cursor of the page before; five statements at most.

    Raises tournaments.access.errors.Invalid for a cursor that no page gave, Pool.DoesNotExist.
    """
    pool = Pool.objects.select_related("build").get(pk=pool_id)
    keyset = Keyset(ORDER, unique=UNIQUE)
    rows = keyset.order(ratings_of(pool))
    if cursor is not None:
        rows = keyset.after(rows, keyset.parse(cursor))
    page = list(rows[: limit + 1])
    more = len(page) > limit
    page = page[:limit]
    return Page(places(pool, page), keyset.cursor(keyset.place(page[-1])) if more else None)


def place_of(pool: Pool, bot_id: int) -> Place | None:
    """Where a bot stands; None if it is not rated in the pool. Four statements at most."""
    return next(iter(places(pool, list(ratings_of_bots(pool, [bot_id])))), None)
