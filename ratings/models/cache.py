"""What follows from the ledger alone: builds, and the ratings, their history, meetings and rank counts of a build.

The many rows of history and the like are written and dropped in bulk, so the database does not check what they refer
to: the ledger does, and what it refers to is never deleted.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q

from ratings.contestants import ids_of
from ratings.models.pools import Pool
from ratings.skill import Belief


class Build(models.Model):
    """One computation from a pool's ledger. What a pool shows is its `build`; it is swapped in whole, and a build
    that is no pool's any more is dropped.

    boards       boards of the ledger that are in it; once it is shown, every closed round adds its own
    through      the last event of the ledger that was known when it was begun
    total        boards there were when it was begun
    width        of a bucket of rank counts, a power of two, so that a value's bucket is exact
    lease_until  whoever works at it says so again before then; a build that is begun and left is taken for lost
    """

    class Kind(models.TextChoices):
        LIVE = "live", "live ratings"
        BATCH = "batch", "second opinion"

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="builds")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.LIVE)
    boards = models.PositiveBigIntegerField(default=0)
    through = models.PositiveIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)
    width = models.FloatField(default=1.0)
    started_at = models.DateTimeField(auto_now_add=True)
    lease_until = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    superseded_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"build {self.pk} of {self.pool}"


class RatingRows(models.QuerySet["Rating"]):
    """Ratings, of which only those of the build that is shown are any pool's."""

    def current(self) -> RatingRows:
        return self.filter(build=F("pool__build"))

    def listed(self, build_id: int | None) -> RatingRows:
        """The public ratings of a build, which its leaderboard shows."""
        # SQLite enters no index by a bare boolean, as which Django writes `public=True`.
        return self.filter(build=build_id, public__in=[True])

    def of_bots(self, build_id: int | None, bots: Iterable[int]) -> RatingRows:
        """The public ratings of some bots in a build."""
        # Here it is the index of versions that is to be entered, and a bare boolean hides the others.
        return self.filter(build=build_id, public=True, version_id__in=ids_of(bots))


class Rating(models.Model):
    """What a pool believes of a bot version.

    boards               rated boards, games: games played on them
    wins, draws, losses  opponents that were beaten, tied with, lost to on these boards; with two seats, boards
    public               it is what the leaderboard shows of its bot
    reference, fixed     it anchors the pool; its belief never moves
    """

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ratings", db_index=False)
    build = models.ForeignKey(Build, on_delete=models.PROTECT, related_name="ratings", db_index=False)
    version = models.ForeignKey("tournaments.BotVersion", on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    score = models.FloatField(help_text="mu - 3 sigma")
    low = models.FloatField(help_text="Lower end of the 95% interval.")
    high = models.FloatField(help_text="Upper end of the 95% interval.")
    boards = models.PositiveIntegerField(default=0, help_text="Rated boards.")
    games = models.PositiveIntegerField(default=0, help_text="Games played on them.")
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    public = models.BooleanField(default=True)
    reference = models.BooleanField(default=False)
    fixed = models.BooleanField(default=False)
    last_played_at = models.DateTimeField(null=True)

    objects = RatingRows.as_manager()

    class Meta:
        ordering = ["build_id", "-score", "version_id"]
        constraints = [models.UniqueConstraint(fields=["build", "version"], name="rating_once_per_version_and_build")]
        indexes = [
            models.Index(fields=["build", "public", "-score", "version"], name="rating_leaderboard"),
            models.Index(fields=["build", "public", "low"], name="rating_low"),
            models.Index(fields=["build", "public", "high"], name="rating_high"),
        ]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {3 * self.sigma:.2f}"

    @property
    def belief(self) -> Belief:
        return Belief(self.mu, self.sigma)


class RatingPoint(models.Model):
    """What was believed of a version after a round that it played in, or when it came in; `boards` are those so far."""

    build = models.ForeignKey(
        Build, on_delete=models.PROTECT, related_name="points", db_index=False, db_constraint=False
    )
    version = models.ForeignKey(
        "tournaments.BotVersion", on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    seq = models.PositiveBigIntegerField(help_text="The last board of the ledger that is in it.")
    mu = models.FloatField()
    sigma = models.FloatField()
    boards = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["build_id", "version_id", "seq"]
        constraints = [models.UniqueConstraint(fields=["build", "version", "seq"], name="point_once_per_version")]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {3 * self.sigma:.2f} after {self.seq}"


class Meeting(models.Model):
    """The boards on which two versions met. `first` has the lesser id; wins are its own."""

    build = models.ForeignKey(
        Build, on_delete=models.PROTECT, related_name="meetings", db_index=False, db_constraint=False
    )
    first = models.ForeignKey(
        "tournaments.BotVersion", on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    second = models.ForeignKey(
        "tournaments.BotVersion", on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    wins = models.PositiveIntegerField()
    draws = models.PositiveIntegerField()
    losses = models.PositiveIntegerField()

    class Meta:
        ordering = ["build_id", "first_id", "second_id"]
        constraints = [
            models.UniqueConstraint(fields=["build", "first", "second"], name="meeting_once_per_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="meeting_in_order"),
        ]
        indexes = [models.Index(fields=["build", "second", "first"], name="meeting_of_second")]

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


class RankBucket(models.Model):
    """How many public ratings of a build have a value in [bucket, bucket + 1) widths: ranks without counting rows.

    A plural kind counts the same values once more, in widths 64 times as great (`ratings.buckets.TOGETHER`).
    """

    class Kind(models.TextChoices):
        SCORE = "score", "score"
        LOW = "low", "low"
        HIGH = "high", "high"
        SCORES = "scores", "scores"
        LOWS = "lows", "lows"
        HIGHS = "highs", "highs"

    build = models.ForeignKey(
        Build, on_delete=models.PROTECT, related_name="buckets", db_index=False, db_constraint=False
    )
    kind = models.CharField(max_length=6, choices=Kind.choices)
    bucket = models.IntegerField()
    count = models.IntegerField()

    class Meta:
        ordering = ["build_id", "kind", "bucket"]
        constraints = [models.UniqueConstraint(fields=["build", "kind", "bucket"], name="bucket_once_per_build")]

    def __str__(self) -> str:
        return f"{self.kind} {self.bucket}: {self.count}"


class BatchRating(models.Model):
    """A second opinion of a version: from all boards of the pool at once, in no order.

    live_mu, live_sigma  the live belief at the same place of the ledger; live_mu - mu is the luck of the order
    """

    build = models.ForeignKey(
        Build, on_delete=models.PROTECT, related_name="batch_ratings", db_index=False, db_constraint=False
    )
    version = models.ForeignKey(
        "tournaments.BotVersion", on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    live_mu = models.FloatField()
    live_sigma = models.FloatField()

    class Meta:
        ordering = ["build_id", "version_id"]
        constraints = [models.UniqueConstraint(fields=["build", "version"], name="batch_once_per_version")]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {3 * self.sigma:.2f}"

    @property
    def order_luck(self) -> float:
        """By how much the order in which boards were rated lifts the live mu over what all of them together say."""
        return self.live_mu - self.mu
