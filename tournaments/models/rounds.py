"""Rounds and byes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament


class Round(models.Model):
    """The matches of one turn of an event."""

    class State(models.TextChoices):
        PAIRED = "paired", "paired"
        CLOSED = "closed", "closed"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=16, choices=State.choices, default=State.PAIRED)
    paired_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    fault = models.TextField(blank=True, help_text="What the last try to close it failed with; for staff.")
    notes = models.JSONField(default=list, blank=True, help_text="What its pairing could not meet, and why.")

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once_per_tournament"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state="paired"), name="one_paired_round_per_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.number}"


class Bye(models.Model):
    """An entry that sits a round out, what that is worth, and why. Rounds missed by absence or before a late entry have
    no row: they follow from the entry.
    """

    class Kind(models.TextChoices):
        PAIRING = "pairing", "left over by the pairing"
        REQUESTED = "requested", "requested by its owner"
        GRANTED = "granted", "granted by the organiser"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.PAIRING)
    points = models.PositiveIntegerField()
    why = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["round_id", "entry_id"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_bye_per_round_and_entry")]

    def __str__(self) -> str:
        return f"{self.entry.version} rests in {self.round}"
