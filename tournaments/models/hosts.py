"""What the workers of a machine found when they started."""

from __future__ import annotations

from django.db import models


class WorkerHost(models.Model):
    """Whether programs can be run in a sandbox on a machine, and if not what to install or allow there."""

    host = models.CharField(max_length=255, unique=True)
    sandbox = models.BooleanField(help_text="Whether programs are run there.")
    lacks = models.TextField(blank=True, help_text="What to install or allow.")
    checked_at = models.DateTimeField()

    class Meta:
        ordering = ["host"]

    def __str__(self) -> str:
        return self.host
