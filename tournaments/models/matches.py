"""Matches, their seats and their games."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.played import Attempted, Recorded


class Match(Attempted):
    """A meeting at one table of a round."""

    round = models.ForeignKey("Round", on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(help_text="From 1.")
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


class Game(Recorded):
    """A game of a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")

    class Meta:
        ordering = ["match_id", "board", "rotation"]
        constraints = [models.UniqueConstraint(fields=["match", "board", "rotation"], name="game_once_per_match")]

    def __str__(self) -> str:
        return f"m{self.match_id}.{self.board}.{self.rotation}"
