"""The ledger of a pool: its rated boards, and what else bears on its ratings. Rows are appended and nothing else."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from ratings.models.pools import Pool


class AppendOnlyError(Exception):
    """Something tried to change or delete what is in the ledger."""

    def __init__(self) -> None:
        super().__init__("the ledger of rated boards is append-only: its rows are neither changed nor deleted")


class AppendOnlyRows(models.QuerySet[Any]):
    """Rows that can be read and appended, and nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError

    def delete(self) -> NoReturn:
        raise AppendOnlyError


class AppendOnly(models.Model):
    """A row that is written once."""

    objects = AppendOnlyRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError


class LedgerRow(AppendOnly):
    """One rated board. `seq` counts the boards of the pool from 1 without gaps, in the order they were rated.

    batch     the `seq` of the first board that was appended together with this one, at the close of one round
    versions  ids of the bot versions, by seat of the match
    ranks     the rank of each seat on the board, the least is best, equal ranks tie
    order     a permutation of the seats: the order in which tied sides entered the update
    games     how many games were played on it
    """

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ledger")
    seq = models.PositiveBigIntegerField()
    batch = models.PositiveBigIntegerField()
    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="ledger_rows")
    board = models.PositiveIntegerField()
    versions = models.JSONField()
    ranks = models.JSONField()
    order = models.JSONField()
    games = models.PositiveIntegerField()
    parameters_version = models.PositiveIntegerField()
    algorithm_version = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pool_id", "seq"]
        verbose_name = "rated board"
        constraints = [
            models.UniqueConstraint(fields=["pool", "seq"], name="ledger_seq_once_per_pool"),
            models.UniqueConstraint(fields=["match", "board"], name="ledger_board_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}:{self.seq}"


class LedgerEvent(AppendOnly):
    """What bears on a pool's ratings besides its boards. `number` counts the events of the pool from 1 without gaps.

    after  the `seq` of the last board before it, 0 for none
    data   by kind:
        parameters  {"version", "mu0", "sigma0", "beta", "tau", "draw_probability", "delta"}: hold for boards to come
        rerate      {"version"}: every board before it counts as if it had been played under that edition
        join        {"versions": [[version, bot, predecessor or null, public], ...]}: versions come into the pool, from
                    their predecessor's belief or as newcomers; those that are public are from now on their bot's
        void        {"matches": [...]}: the boards of these matches count no more, not even for what came after them
        restore     {"matches": [...]}: they count again
        reference   {"version", "mu", "sigma"}: a bot that anchors the pool; with numbers its belief is these and stays
        dismiss     {"version"}: it is a bot like others again, from the belief that it has
    reason who asked for it said so, or what did it
    """

    class Kind(models.TextChoices):
        PARAMETERS = "parameters", "parameters"
        RERATE = "rerate", "rerated"
        JOIN = "join", "joined"
        VOID = "void", "voided"
        RESTORE = "restore", "restored"
        REFERENCE = "reference", "reference bot"
        DISMISS = "dismiss", "no reference bot"

    # What cannot be worked into the ratings as they stand.
    DEMAND_A_BUILD = (Kind.RERATE, Kind.VOID, Kind.RESTORE)
    # What moves a version that is in the pool, named in the data.
    MOVE_VERSIONS = (Kind.REFERENCE, Kind.DISMISS)

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveIntegerField()
    after = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    data = models.JSONField()
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pool_id", "number"]
        verbose_name = "event of the ledger"
        verbose_name_plural = "events of the ledger"
        constraints = [models.UniqueConstraint(fields=["pool", "number"], name="ledger_event_once_per_pool")]

    def __str__(self) -> str:
        return f"{self.pool_id}#{self.number} {self.kind}"
