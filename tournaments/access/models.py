"""What access keeps: tokens, answers to repeat, and who did what."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone


class Token(models.Model):
    """A key to the API. Its text is shown once, when it is made; what is kept cannot be turned back into it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=16, unique=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    scopes = models.JSONField()
    by_staff = models.BooleanField(
        default=False, help_text="Granted by staff: its scopes stand without the owner's own permissions."
    )
    parent = models.ForeignKey(
        "self", null=True, blank=True, editable=False, on_delete=models.CASCADE, related_name="children"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        app_label = "tournaments"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}...)"


class IdempotencyKey(models.Model):
    """The answer that was given to a request, for the client that asks again because it did not hear it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    location = models.TextField(blank=True)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        app_label = "tournaments"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_per_user")]

    def __str__(self) -> str:
        return self.key


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """Entries are added and read."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("the audit trail is append-only")

    def delete(self) -> NoReturn:
        raise TypeError("the audit trail is append-only")


class AuditEntry(models.Model):
    """One act: who did what to which thing, and when. Written by `audit.record` and never changed.

    An account that is deleted leaves its name here; an empty name is Croupier itself.
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    username = models.CharField(max_length=150, blank=True, editable=False)
    token_prefix = models.CharField(max_length=16, blank=True, editable=False)
    verb = models.CharField(max_length=60, editable=False)
    target_type = models.CharField(max_length=60, editable=False)
    target_id = models.CharField(max_length=40, editable=False)
    details = models.JSONField(default=dict, editable=False)

    objects = AuditQuerySet.as_manager()

    class Meta:
        app_label = "tournaments"
        ordering = ["-id"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["target_type", "target_id", "-id"], name="audit_by_target")]

    def __str__(self) -> str:
        return f"{self.username or 'croupier'}: {self.verb} {self.target_type} {self.target_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("the audit trail is append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the audit trail is append-only")
