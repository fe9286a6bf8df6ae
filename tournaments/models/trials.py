"""Trials: matches outside events, which count for nothing but what they show of a bot."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.matches import Match


class Trial(models.Model):
    """A match outside events, unrated. ``attempt`` and ``lease_until`` are a match's; see docs/lifecycle.md.

    ``secret`` is the seed of its deals, and never leaves the server.
    """

    class Purpose(models.TextChoices):
        QUALIFICATION = "qualification", "qualification of a version"
        CHALLENGE = "challenge", "challenge"

    purpose = models.CharField(max_length=16, choices=Purpose.choices)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="trials")
    engine = models.CharField(max_length=32)
    options = models.JSONField(default=dict, help_text="Complete options of the engine.")
    rules_version = models.PositiveIntegerField()
    boards = models.PositiveSmallIntegerField(default=1, help_text="Deals; each is played once from every seat.")
    state = models.CharField(max_length=16, choices=Match.State.choices, default=Match.State.PENDING)
    attempt = models.PositiveIntegerField(default=0, help_text="Number of claims so far; only the last may record.")
    failures = models.PositiveSmallIntegerField(default=0, help_text="Attempts lost.")
    lease_until = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(null=True, blank=True, help_text="When a message was last sent for it.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True, help_text="First claim.")
    ended_at = models.DateTimeField(null=True, blank=True)
    ranks = models.JSONField(null=True, blank=True, help_text="Rank by seat, once finished.")
    fault = models.TextField(blank=True, help_text="What the last lost attempt died of; for staff.")
    secret = models.BinaryField(max_length=32, editable=False)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["state", "queued_at"], name="trial_unfinished", condition=Q(state__in=["pending", "running"])
            ),
            models.Index(fields=["asked_by", "created_at"], name="trial_asked"),
        ]

    def __str__(self) -> str:
        return f"t{self.pk}"

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more: finished, void or cancelled."""
        return self.state not in Match.UNFINISHED


class TrialSeat(models.Model):
    """Who sits where in a trial: a version, or a policy of the engine to play against."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(help_text="From 0, as in the games without rotation.")
    version = models.ForeignKey(
        "BotVersion", on_delete=models.PROTECT, related_name="trial_seats", null=True, blank=True
    )
    policy = models.CharField(max_length=64, blank=True, help_text="Where there is no version.")

    class Meta:
        ordering = ["trial_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["trial", "seat"], name="seat_once_per_trial"),
            models.CheckConstraint(condition=Q(version=None) ^ Q(policy=""), name="trial_seat_version_or_policy"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of t{self.trial_id}"


class TrialGame(models.Model):
    """One playing of a board of a trial, recorded once. Lists are by seat of the trial, as in ``Game``."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField(help_text="From 1.")
    rotation = models.PositiveSmallIntegerField(help_text="From 0.")
    attempt = models.PositiveIntegerField(help_text="The attempt at the trial that played it.")
    ranks = models.JSONField()
    scores = models.JSONField()
    verdicts = models.JSONField()
    decisions = models.PositiveIntegerField(help_text="Choices that a player was asked for.")
    transcript = models.BinaryField(editable=False)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trial_id", "board", "rotation"]
        constraints = [models.UniqueConstraint(fields=["trial", "board", "rotation"], name="game_once_per_trial")]

    def __str__(self) -> str:
        return f"t{self.trial_id}.{self.board}.{self.rotation}"
