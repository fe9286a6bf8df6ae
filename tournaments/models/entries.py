"""Entries, and what owners and organisers ask for them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournaments import Tournament


class Entry(models.Model):
    """A bot version pinned in a tournament."""

    class State(models.TextChoices):
        IN = "in", "in"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISQUALIFIED = "disqualified", "disqualified"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey("BotVersion", on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(null=True, blank=True, help_text="Seed number from 1, given at the start.")
    rating = models.PositiveIntegerField(
        null=True, blank=True, help_text="Hundredths of its mean skill in the pool when it was seeded."
    )
    state = models.CharField(max_length=16, choices=State.choices, default=State.IN)
    joined = models.PositiveSmallIntegerField(default=1, help_text="The first round it could be paired in.")
    annulled = models.BooleanField(default=False, help_text="Disqualified, and its results do not count.")
    entered_at = models.DateTimeField(auto_now_add=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_id", "number", "id"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="bot_once_per_tournament"),
            models.UniqueConstraint(fields=["tournament", "number"], name="seed_number_once_per_tournament"),
        ]

    def __str__(self) -> str:
        return f"{self.version} in {self.tournament}"


class Invitation(models.Model):
    """An account that may see a private event, and enter where admission is not public."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    invited_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament_id", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="invited_once_per_tournament")]

    def __str__(self) -> str:
        return f"{self.user} invited to {self.tournament}"


class ByeRequest(models.Model):
    """A round that an entry asks not to be paired in."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bye_requests")
    round = models.PositiveSmallIntegerField()
    requested_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["entry_id", "round"]
        constraints = [models.UniqueConstraint(fields=["entry", "round"], name="one_request_per_entry_and_round")]

    def __str__(self) -> str:
        return f"{self.entry} asks for a bye in round {self.round}"


class Barred(models.Model):
    """Two entries that the organiser does not want to meet; the one with the lesser id first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="barred")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["tournament_id", "first_id", "second_id"]
        verbose_name_plural = "barred"
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="barred_once"),
            models.CheckConstraint(condition=Q(first__lt=models.F("second")), name="barred_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second} do not meet"
