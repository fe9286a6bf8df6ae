"""What matches and trials share: a worker's attempts at them, and the games that are recorded."""

from __future__ import annotations

from django.db import models


class PlayState(models.TextChoices):
    """How far a match or trial is."""

    PENDING = "pending", "pending"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    VOID = "void", "void"
    CANCELLED = "cancelled", "cancelled"


class Attempted(models.Model):
    """Played by one worker at a time. ``attempt`` and ``lease_until`` say whose it is; see docs/lifecycle.md."""

    State = PlayState
    # What somebody has yet to play.
    UNFINISHED = (PlayState.PENDING, PlayState.RUNNING)

    state = models.CharField(max_length=16, choices=PlayState.choices, default=PlayState.PENDING)
    attempt = models.PositiveIntegerField(default=0, help_text="Number of claims so far; only the last may record.")
    failures = models.PositiveSmallIntegerField(default=0, help_text="Attempts lost since the last requeue.")
    lease_until = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(null=True, blank=True, help_text="When a message was last sent for it.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True, help_text="First claim.")
    ended_at = models.DateTimeField(null=True, blank=True)
    ranks = models.JSONField(null=True, blank=True, help_text="Rank by seat, once finished.")

    class Meta:
        abstract = True

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more: finished, void or cancelled."""
        return self.state not in self.UNFINISHED


class Recorded(models.Model):
    """One playing of a board, recorded once.

    Lists are by seat of the match or trial, not of the game: with rotation r its seat s sits at place (s + r) modulo
    seats of the game. ``transcript`` is what ``play.transcript`` packs.
    """

    board = models.PositiveSmallIntegerField(help_text="From 1.")
    rotation = models.PositiveSmallIntegerField(help_text="From 0.")
    attempt = models.PositiveIntegerField(help_text="The attempt at the match that played it.")
    ranks = models.JSONField()
    scores = models.JSONField()
    verdicts = models.JSONField()
    decisions = models.PositiveIntegerField(help_text="Choices that a player was asked for.")
    transcript = models.BinaryField(editable=False)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
