"""What is rated together, the append-only ledger of rated boards, and the current ratings, which are its cache."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from ratings.skill import MAX_SIDES, MIN_SIDES, Belief, Parameters


class Pool(models.Model):
    """What is rated together: one engine, one set of options, one version of its rules, one number of seats.

    The parameters are those of `ratings.skill.Parameters`; `parameters_version` numbers their editions. Rows of the
    ledger say under which edition they were rated.
    """

    engine = models.CharField(max_length=64)
    options = models.JSONField(default=dict, help_text="Complete options of the engine.")
    options_digest = models.CharField(max_length=64, editable=False, help_text="SHA-256 of the options, in hex.")
    rules_version = models.PositiveIntegerField()
    seats = models.PositiveSmallIntegerField(validators=[MinValueValidator(MIN_SIDES), MaxValueValidator(MAX_SIDES)])
    title = models.CharField(max_length=200)
    mu0 = models.FloatField("mu of a newcomer")
    sigma0 = models.FloatField("sigma of a newcomer")
    beta = models.FloatField(help_text="Standard deviation of one performance around the skill: the luck of a board.")
    tau = models.FloatField(help_text="Standard deviation of the drift of a skill from board to board.")
    draw_probability = models.FloatField(help_text="Chance that two equal neighbours in a board's ranking tie.")
    parameters_version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["engine", "options_digest", "rules_version", "seats"], name="pool_once_per_game"
            ),
            models.CheckConstraint(condition=Q(seats__gte=MIN_SIDES, seats__lte=MAX_SIDES), name="pool_seats_in_range"),
            models.CheckConstraint(
                condition=Q(sigma0__gt=0, beta__gt=0, tau__gte=0, draw_probability__gt=0, draw_probability__lt=1),
                name="pool_parameters_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def parameters(self) -> Parameters:
        """The current constants; ValueError if they could not rate every board."""
        return Parameters(
            mu0=self.mu0,
            sigma0=self.sigma0,
            beta=self.beta,
            tau=self.tau,
            draw_probability=self.draw_probability,
        ).admit_draws()


class AppendOnlyError(Exception):
    """Something tried to change or delete what is in the ledger."""

    def __init__(self) -> None:
        super().__init__("the ledger of rated boards is append-only: its rows are neither changed nor deleted")


class LedgerRows(models.QuerySet["LedgerRow"]):
    """Rows that can be read and appended, and nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError

    def delete(self) -> NoReturn:
        raise AppendOnlyError


class LedgerRow(models.Model):
    """One rated board. `seq` counts the boards of the pool from 1 without gaps, in the order they were rated.

    versions  ids of the bot versions, by seat of the match
    ranks     the rank of each seat on the board, the least is best, equal ranks tie
    order     a permutation of the seats: the order in which tied sides entered the update
    """

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ledger")
    seq = models.PositiveBigIntegerField()
    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="ledger_rows")
    board = models.PositiveIntegerField()
    versions = models.JSONField()
    ranks = models.JSONField()
    order = models.JSONField()
    parameters_version = models.PositiveIntegerField()
    algorithm_version = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LedgerRows.as_manager()

    class Meta:
        ordering = ["pool_id", "seq"]
        verbose_name = "rated board"
        constraints = [
            models.UniqueConstraint(fields=["pool", "seq"], name="ledger_seq_once_per_pool"),
            models.UniqueConstraint(fields=["match", "board"], name="ledger_board_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}:{self.seq}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError


class Rating(models.Model):
    """What a pool believes now of a bot version; follows from the ledger alone."""

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ratings")
    version = models.ForeignKey("tournaments.BotVersion", on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    score = models.FloatField(help_text="mu - 3 sigma")
    boards = models.PositiveIntegerField(default=0, help_text="Rated boards.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pool_id", "-score", "id"]
        constraints = [models.UniqueConstraint(fields=["pool", "version"], name="rating_once_per_version_and_pool")]
        indexes = [models.Index(fields=["pool", "-score", "id"], name="rating_leaderboard")]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {3 * self.sigma:.2f}"

    @property
    def belief(self) -> Belief:
        return Belief(self.mu, self.sigma)
