"""Tokens, idempotency keys and the audit trail in the admin: no token's text or digest, no answer that was kept."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments.access import tokens
from tournaments.access.actors import Actor
from tournaments.access.models import AuditEntry, IdempotencyKey, Token
from tournaments.access.staff import ManyRowsAdmin, is_staff
from tournaments.access.verbs import Verb, VerbAdmin
from tournaments.admin.base import ServiceAdmin
from tournaments.admin.forms import TokenForm
from tournaments.admin.links import to_row


@admin.register(Token)
class TokenAdmin(VerbAdmin, ServiceAdmin):
    hidden = ("digest",)
    form = TokenForm
    list_display = (
        "name", "prefix", "owner", "scope_list", "standing", "by_staff", "created_at", "last_used_at", "expires_at",
    )  # fmt: skip
    list_filter = ("by_staff", ("owner", AutocompleteSelectFilter))
    list_select_related = ("owner",)
    search_fields = ("name", "prefix", "owner__username")
    autocomplete_fields = ("owner",)
    date_hierarchy = "created_at"
    fields = (
        "owner", "name", "prefix", "scope_list", "standing", "by_staff", "made_with", "created_at", "last_used_at",
        "expires_at", "revoked_at",
    )  # fmt: skip
    readonly_fields = ("prefix", "scope_list", "standing", "made_with", "created_at", "last_used_at", "revoked_at")
    verbs = (
        Verb(
            "revoke", "Revoke", "revoked",
            lambda actor, row: tokens.revoke(token_id=row.pk, by=actor),
            lambda row: row.revoked_at is None,
            asks="The token, and every token that was made with it, is refused from now on. This cannot be undone.",
        ),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else ("owner", "name", "scopes", "expires_at")

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        values = form.cleaned_data
        token, form.token_text = tokens.create_token(
            owner=values["owner"],
            name=values["name"],
            scopes=values["scopes"],
            expires_at=values["expires_at"],
            by=actor,
        )
        return token

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The service has saved it; its text goes on to the answer, and nowhere else."""
        request.token_text = form.token_text  # type: ignore[attr-defined]

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        """The text is in this answer alone: a message for the next page would lie in a cookie or session until then."""
        context = {
            **self.admin_site.each_context(request),
            "title": "Token made",
            "opts": self.opts,
            "token": obj,
            "token_text": request.token_text,  # type: ignore[attr-defined]
        }
        response = TemplateResponse(request, "croupier/admin/token_made.html", context)
        add_never_cache_headers(response)
        return response

    @display(description="Scopes")  # type: ignore[untyped-decorator]
    def scope_list(self, row: Token) -> str:
        return ", ".join(row.scopes)

    @display(  # type: ignore[untyped-decorator]
        description="Standing", label={"live": "success", "revoked": "danger", "expired": "warning"}
    )
    def standing(self, row: Token) -> str:
        if row.revoked_at is not None:
            return "revoked"
        return "expired" if row.expires_at is not None and row.expires_at <= timezone.now() else "live"

    @display(description="Made with")  # type: ignore[untyped-decorator]
    def made_with(self, row: Token) -> SafeString:
        return to_row(row.parent)


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ManyRowsAdmin):
    hidden = ("body", "fingerprint", "location")
    list_display = ("key", "user", "status", "created_at")
    list_filter = ("status", ("user", AutocompleteSelectFilter))
    list_select_related = ("user",)
    search_fields = ("key", "user__username")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = ("key", "user", "status", "created_at")


@admin.register(AuditEntry)
class AuditEntryAdmin(ManyRowsAdmin):
    list_display = ("at", "who", "token_prefix", "verb", "target", "details")
    list_filter = ("verb", "target_type", ("user", AutocompleteSelectFilter))
    search_fields = ("username", "verb", "=target_id", "token_prefix")
    date_hierarchy = "at"
    ordering = ("-id",)
    fields = ("at", "who", "token_prefix", "verb", "target", "details")
    readonly_fields = fields

    @display(description="Who", ordering="username")  # type: ignore[untyped-decorator]
    def who(self, row: AuditEntry) -> str:
        return row.username or "croupier"

    @display(description="What", ordering="target_type")  # type: ignore[untyped-decorator]
    def target(self, row: AuditEntry) -> str:
        return f"{row.target_type} {row.target_id}"
