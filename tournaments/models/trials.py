"""Trials: matches outside events, which count for nothing but what they show of a bot."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.played import Attempted, Recorded


class Trial(Attempted):
    """A match outside events, unrated.

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


class TrialGame(Recorded):
    """A game of a trial."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="games")

    class Meta:
        ordering = ["trial_id", "board", "rotation"]
        constraints = [models.UniqueConstraint(fields=["trial", "board", "rotation"], name="game_once_per_trial")]

    def __str__(self) -> str:
        return f"t{self.trial_id}.{self.board}.{self.rotation}"
