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
    """One numbered version of a bot; what it plays never changes."""

    class Kind(models.TextChoices):
        POLICY = "policy", "policy"

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(help_text="1, 2, 3, ... within the bot.")
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.POLICY)
    policy = models.CharField(max_length=64, help_text="Name of the engine's policy that it plays.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["bot_id", "number"]
        constraints = [models.UniqueConstraint(fields=["bot", "number"], name="version_number_once_per_bot")]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"
