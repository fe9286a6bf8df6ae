"""Tournaments: what an event is set up with, and how far it is."""

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

    class Admission(models.TextChoices):
        PUBLIC = "public", "everyone sees it and may enter"
        INVITED = "invited", "everyone sees it, the invited may enter"
        PRIVATE = "private", "the invited see it and may enter"

    class Edition(models.TextChoices):
        E2026 = "2026", "FIDE C.07 of 1 March 2026"
        E2024 = "2024", "FIDE C.07 of 2024"

    class Acceleration(models.TextChoices):
        NONE = "none", "none"
        BAKU = "baku", "Baku (FIDE C.04.5)"

    class Deals(models.TextChoices):
        DUPLICATE = "duplicate", "all tables of a round play the same deals"
        INDEPENDENT = "independent", "every game has its own deal"

    name = models.CharField(max_length=100)
    description = models.TextField(max_length=4000, blank=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    engine = models.CharField(max_length=32)
    variant = models.CharField(max_length=64, blank=True, help_text="The preset that the options were made from.")
    options = models.JSONField(default=dict, help_text="Complete options of the engine.")
    rules_version = models.PositiveIntegerField(null=True, blank=True, help_text="Pinned at the start.")
    format = models.CharField(max_length=32)
    format_options = models.JSONField(default=dict, blank=True, help_text="Options of the format.")
    seats = models.PositiveSmallIntegerField(default=2, validators=[MinValueValidator(2), MaxValueValidator(6)])
    rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Planned rounds; empty until the start: as many as the format suggests."
    )
    boards = models.PositiveSmallIntegerField(default=1, help_text="Deals in a match.")
    rotate = models.BooleanField(default=True, help_text="Play each board once from every seat.")
    admits_remote = models.BooleanField(
        default=False, help_text="Whether bots may play that run on their owner's machine; needs independent deals."
    )
    deals = models.CharField(max_length=16, choices=Deals.choices, default=Deals.DUPLICATE)
    move_ms = models.PositiveIntegerField(default=1_000, help_text="Time of a bot for a move, before its bank.")
    bank_ms = models.PositiveIntegerField(default=30_000, help_text="Time of a bot in a game beyond that of its moves.")
    game_ms = models.PositiveIntegerField(default=600_000, help_text="Time of a bot for all its moves in a game.")
    result = models.CharField(max_length=8, choices=ResultBy.choices, default=ResultBy.RANKS)
    scoring = models.CharField(max_length=8, choices=Scoring.choices, default=Scoring.MATCH)
    points = models.JSONField(
        null=True,
        blank=True,
        help_text="Points by place; empty: 2 for each seat above, 1 for a tie.",
    )
    tie_breaks = models.JSONField(default=list, blank=True, help_text="In this order; empty: those of the format.")
    edition = models.CharField(
        max_length=8, choices=Edition.choices, default=Edition.E2026, help_text="Of the rules of tie-breaks."
    )
    on_void = models.CharField(max_length=8, choices=OnVoid.choices, default=OnVoid.TIE)
    rated = models.BooleanField(default=True)
    hidden = models.BooleanField(default=False, help_text="Results are secret until the organiser releases them.")

    admission = models.CharField(max_length=8, choices=Admission.choices, default=Admission.PUBLIC)
    entries_from = models.DateTimeField(null=True, blank=True, help_text="Nobody enters before.")
    entries_until = models.DateTimeField(null=True, blank=True, help_text="Nobody enters after, late entries apart.")
    starts_at = models.DateTimeField(null=True, blank=True, help_text="It starts by itself then.")
    check_in_minutes = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="How long before the start owners may check in; empty: they need not.",
    )
    capacity = models.PositiveIntegerField(null=True, blank=True, help_text="Most entries that are in.")
    per_owner = models.PositiveIntegerField(null=True, blank=True, help_text="Most entries of one owner that are in.")
    late_until = models.PositiveSmallIntegerField(
        default=0, help_text="The last round that a late entry may begin with."
    )
    late_points = models.PositiveIntegerField(default=0, help_text="What each round missed by a late entry is worth.")
    requested_byes = models.PositiveSmallIntegerField(default=0, help_text="How many byes an entry may request.")
    same_owner_rounds = models.PositiveSmallIntegerField(
        default=0, help_text="Bots of one owner do not meet in so many first rounds."
    )
    acceleration = models.CharField(max_length=8, choices=Acceleration.choices, default=Acceleration.NONE)
    state = models.CharField(max_length=16, choices=State.choices, default=State.DRAFT)
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False, help_text="SHA-256 of the secret, in hex.")
    seed = models.BinaryField(max_length=32, null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, help_text="When it finished or was cancelled.")
    released_at = models.DateTimeField(null=True, blank=True, help_text="When hidden results were released.")
    fault = models.TextField(blank=True, help_text="Why the last try to start it by itself failed.")

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["state"]),
            models.Index(fields=["starts_at"], name="tournament_to_start", condition=Q(state="open")),
        ]
        permissions = [("organise", "May run events")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_concealed(self) -> bool:
        """Whether results are still kept from everyone but the organiser and staff."""
        return self.hidden and self.released_at is None

    @property
    def games_per_match(self) -> int:
        """Games of a match at a full table."""
        return self.boards * (self.seats if self.rotate else 1)
