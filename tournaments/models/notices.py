"""What owners are told of their bots."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Notice(models.Model):
    """Something that an owner should know: shown to him alone, and sent by mail where he has an address.

    A worker that sends the mail moves ``mail_at`` on first, so that nobody else sends it meanwhile.
    """

    class Kind(models.TextChoices):
        QUALIFIED = "qualified", "a version has qualified"
        FAILED = "failed", "a version has failed to qualify"
        SUSPENDED = "suspended", "a version was suspended"
        LIFTED = "lifted", "a suspension was lifted"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    version = models.ForeignKey("BotVersion", on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    mail_at = models.DateTimeField(default=timezone.now, help_text="When it may be sent, for the next time.")
    mail_tries = models.PositiveIntegerField(default=0, help_text="How often somebody set out to send it.")
    mailed_at = models.DateTimeField(null=True, blank=True, help_text="When it was sent, or found to need no mail.")
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["owner", "-id"], name="notice_of_owner"),
            models.Index(fields=["owner"], name="notice_unread", condition=Q(read_at=None)),
            models.Index(fields=["mail_at"], name="notice_to_mail", condition=Q(mailed_at=None)),
        ]

    def __str__(self) -> str:
        return self.text
