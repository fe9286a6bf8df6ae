"""What the owner of a bot may see of one of its games, and nobody else."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class SeatReport(models.Model):
    """How a program or remote bot did at its seat of one game, of a match or of a trial."""

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="reports", null=True, blank=True)
    trial_game = models.ForeignKey("TrialGame", on_delete=models.CASCADE, related_name="reports", null=True, blank=True)
    seat = models.PositiveSmallIntegerField(help_text="Of the match or trial, from 0.")
    version = models.ForeignKey("BotVersion", on_delete=models.PROTECT, related_name="reports")
    verdict = models.CharField(max_length=16)
    failure = models.TextField(blank=True, help_text="What was wrong, where the verdict is not `played`.")
    ending = models.CharField(max_length=200, blank=True, help_text="How its process ended by itself.")
    moves = models.PositiveIntegerField(default=0, help_text="Moves that it was asked for and made.")
    times = models.BinaryField(editable=False, help_text="What each took, packed.")
    printed = models.BinaryField(editable=False, help_text="What it printed, compressed.")
    last_request = models.BinaryField(editable=False, help_text="The last question it was asked, compressed.")
    notes = models.JSONField(default=list, blank=True, help_text="What it said of its moves: [seq, note].")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="report_once_per_seat"),
            models.UniqueConstraint(fields=["trial_game", "seat"], name="report_once_per_trial_seat"),
            models.CheckConstraint(condition=Q(game=None) ^ Q(trial_game=None), name="report_of_game_or_trial"),
        ]
        indexes = [
            models.Index(fields=["version", "-id"], name="report_of_version"),
            models.Index(fields=["version", "verdict", "-id"], name="report_by_verdict"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game or self.trial_game}"
