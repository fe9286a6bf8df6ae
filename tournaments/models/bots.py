"""Bots and their versions."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Bot(models.Model):
    """A contestant of one owner for one engine."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots")
    name = models.CharField(max_length=64)
    engine = models.CharField(max_length=32, help_text="Id of the engine whose game it plays.")
    active = models.ForeignKey(
        "BotVersion",
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        help_text="The version that enters tournaments.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="bot_name_once_per_owner")]
        indexes = [models.Index(fields=["engine"])]

    def __str__(self) -> str:
        return self.name


class BotVersion(models.Model):
    """One numbered version of a bot. What it plays never changes; of a remote one nobody can promise that."""

    class Kind(models.TextChoices):
        POLICY = "policy", "policy"
        PROGRAM = "program", "program"
        REMOTE = "remote", "remote"

    class Runtime(models.TextChoices):
        PYTHON = "python", "Python"
        NODE = "node", "Node.js"
        EXECUTABLE = "executable", "executable"

    class State(models.TextChoices):
        WAITING = "waiting", "not qualified yet"
        QUALIFIED = "qualified", "qualified"
        FAILED = "failed", "failed to qualify"

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(help_text="1, 2, 3, ... within the bot.")
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.POLICY)
    policy = models.CharField(max_length=64, blank=True, help_text="Name of the engine's policy that it plays.")
    runtime = models.CharField(max_length=16, choices=Runtime.choices, blank=True, help_text="What runs its program.")
    main = models.CharField(max_length=200, blank=True, help_text="The file of its program that is run.")
    digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of its program's files, in hex.")
    files = models.PositiveIntegerField(default=0, help_text="Files of its program.")
    size = models.PositiveIntegerField(default=0, help_text="Bytes of its program, unpacked.")
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUALIFIED)
    qualified_at = models.DateTimeField(null=True, blank=True)
    suspended_at = models.DateTimeField(null=True, blank=True, help_text="Since when it is not paired any more.")
    suspension = models.CharField(max_length=500, blank=True, help_text="Why it is suspended.")
    cleared_at = models.DateTimeField(null=True, blank=True, help_text="When its last suspension was lifted.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["bot_id", "number"]
        constraints = [models.UniqueConstraint(fields=["bot", "number"], name="version_number_once_per_bot")]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"


class Program(models.Model):
    """The files of an uploaded version: a zip of our own making, never the one that was sent."""

    version = models.OneToOneField(BotVersion, on_delete=models.CASCADE, related_name="program")
    archive = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return f"program of {self.version}"
