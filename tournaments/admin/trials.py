"""Trials in the admin: looked at, with what a lost attempt died of."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments.access.staff import ManyRowsAdmin, ReadOnlyInline
from tournaments.admin.base import STATE_LABELS
from tournaments.models import Trial, TrialSeat


class TrialSeatInline(ReadOnlyInline):
    model = TrialSeat
    fields = ("seat", "version", "policy")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("version__bot")


@admin.register(Trial)
class TrialAdmin(ManyRowsAdmin):
    """Results are for the owners of those who play: staff see that a trial is there, and why it is not played."""

    hidden = ("secret",)
    list_display = (
        "name", "purpose", "who", "asked_by", "engine", "state_label", "attempt", "failures", "created_at", "ended_at",
    )  # fmt: skip
    list_filter = ("state", "purpose", "engine", ("asked_by", AutocompleteSelectFilter))
    list_select_related = ("asked_by",)
    search_fields = ("=id", "asked_by__username", "seats__version__bot__name")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = (
        "purpose", "asked_by", "engine", "rules_version", "options", "boards", "state", "fault", "attempt", "failures",
        "lease_until", "queued_at", "created_at", "started_at", "ended_at",
    )  # fmt: skip
    readonly_fields = ("created_at",)
    inlines = (TrialSeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("seats__version__bot")

    @display(description="Trial", ordering="id")  # type: ignore[untyped-decorator]
    def name(self, row: Trial) -> str:
        return str(row)

    @display(description="Who plays")  # type: ignore[untyped-decorator]
    def who(self, row: Trial) -> str:
        return " – ".join(str(seat.version or seat.policy) for seat in row.seats.all())

    @display(description="State", ordering="state", label=STATE_LABELS)  # type: ignore[untyped-decorator]
    def state_label(self, row: Trial) -> str:
        return row.state
