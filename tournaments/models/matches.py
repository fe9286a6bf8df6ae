"""Matches, their seats and their games."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Match(models.Model):
    """A meeting at one table of a round. ``attempt`` and ``lease_until`` say whose it is; see docs/lifecycle.md."""

    class State(models.TextChoices):
        PENDING = "pending", "pending"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        VOID = "void", "void"
        CANCELLED = "cancelled", "cancelled"

    # What somebody has yet to play.
    UNFINISHED = (State.PENDING, State.RUNNING)

    round = models.ForeignKey("Round", on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(help_text="From 1.")
    state = models.CharField(max_length=16, choices=State.choices, default=State.PENDING)
    attempt = models.PositiveIntegerField(default=0, help_text="Number of claims so far; only the last may record.")
    failures = models.PositiveSmallIntegerField(default=0, help_text="Attempts lost since the last requeue.")
    lease_until = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(null=True, blank=True, help_text="When a message was last sent for it.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True, help_text="First claim.")
    ended_at = models.DateTimeField(null=True, blank=True)
    ranks = models.JSONField(null=True, blank=True, help_text="Rank by seat, once finished.")
    ruled = models.BooleanField(default=False, help_text="The ranks are the organiser's ruling, and unrated.")
    forfeit = models.BooleanField(default=False, help_text="Ruled: won because the others did not play.")
    ruling = models.CharField(max_length=500, blank=True, help_text="Why the organiser ruled so.")
    unrated = models.CharField(
        max_length=500, blank=True, help_text="Why the organiser took its boards out of the ratings; empty if not."
    )
    fault = models.TextField(blank=True, help_text="What the last lost attempt died of; for staff and organiser.")
    why = models.CharField(max_length=500, blank=True, help_text="How the pairing came about.")

    class Meta:
        ordering = ["round_id", "table"]
        verbose_name_plural = "matches"
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="table_once_per_round")]
        indexes = [
            models.Index(
                fields=["state", "queued_at"], name="match_unfinished", condition=Q(state__in=["pending", "running"])
            ),
            models.Index(
                fields=["round"], name="match_holds_round", condition=Q(state__in=["pending", "running", "void"])
            ),
        ]

    def __str__(self) -> str:
        return f"m{self.pk}"

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more: finished, void or cancelled."""
        return self.state not in self.UNFINISHED


class Seat(models.Model):
    """Who sits where in a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(help_text="From 0, as in the games without rotation.")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["match_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="seat_once_per_match"),
            models.UniqueConstraint(fields=["match", "entry"], name="entry_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of m{self.match_id}"


class Game(models.Model):
    """One playing of a board, recorded once.

    Lists are by seat of the match, not of the game: with rotation r the seat s of the match sits at
    place (s + r) modulo seats of the game. ``transcript`` is what ``play.transcript`` packs.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
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
        ordering = ["match_id", "board", "rotation"]
        constraints = [models.UniqueConstraint(fields=["match", "board", "rotation"], name="game_once_per_match")]

    def __str__(self) -> str:
        return f"m{self.match_id}.{self.board}.{self.rotation}"
