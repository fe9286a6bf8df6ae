"""Tournaments, their entries, rounds and byes."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q


class Tournament(models.Model):
    """An event. ``secret`` and ``seed`` leave the server only when it is over, as ``commitment`` promised."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        OPEN = "open", "open"
        RUNNING = "running", "running"
        PAUSED = "paused", "paused"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class ResultBy(models.TextChoices):
        RANKS = "ranks", "ranks of the games"
        SCORES = "scores", "summed engine scores"

    class Scoring(models.TextChoices):
        MATCH = "match", "match points"
        GAME = "game", "game points"

    class OnVoid(models.TextChoices):
        TIE = "tie", "score as a tie"
        HOLD = "hold", "wait for the organiser"

    name = models.CharField(max_length=100)
    description = models.TextField(max_length=4000, blank=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    engine = models.CharField(max_length=32)
    variant = models.CharField(max_length=64, blank=True, help_text="The preset that the options were made from.")
    options = models.JSONField(default=dict, help_text="Complete options of the engine.")
    rules_version = models.PositiveIntegerField(null=True, blank=True, help_text="Pinned at the start.")
    format = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField(default=2, validators=[MinValueValidator(2), MaxValueValidator(6)])
    rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Planned rounds; empty until the start: as many as the format suggests."
    )
    boards = models.PositiveSmallIntegerField(default=1, help_text="Deals in a match.")
    rotate = models.BooleanField(default=True, help_text="Play each board once from every seat.")
    result = models.CharField(max_length=8, choices=ResultBy.choices, default=ResultBy.RANKS)
    scoring = models.CharField(max_length=8, choices=Scoring.choices, default=Scoring.MATCH)
    on_void = models.CharField(max_length=8, choices=OnVoid.choices, default=OnVoid.TIE)
    rated = models.BooleanField(default=True)
    state = models.CharField(max_length=16, choices=State.choices, default=State.DRAFT)
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False, help_text="SHA-256 of the secret, in hex.")
    seed = models.BinaryField(max_length=32, null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, help_text="When it finished or was cancelled.")

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["state"])]
        permissions = [("organise", "May run events")]

    def __str__(self) -> str:
        return self.name

    @property
    def games_per_match(self) -> int:
        """Games of a match at a full table."""
        return self.boards * (self.seats if self.rotate else 1)


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
    state = models.CharField(max_length=16, choices=State.choices, default=State.IN)
    entered_at = models.DateTimeField(auto_now_add=True)
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
    """An entry that sits a round out, what that is worth, and why."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    points = models.PositiveIntegerField()
    why = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["round_id", "entry_id"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_bye_per_round_and_entry")]

    def __str__(self) -> str:
        return f"{self.entry.version} rests in {self.round}"
