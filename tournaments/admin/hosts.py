"""The machines of workers in the admin: whether programs are run there, and what to install or allow if not."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from tournaments.access.staff import StaffAdmin, is_staff
from tournaments.models import WorkerHost


@admin.register(WorkerHost)
class WorkerHostAdmin(StaffAdmin):
    """Workers write it when they start. A machine that is gone can be forgotten; another one comes back by itself."""

    list_display = ("host", "works", "lacks", "checked_at")
    list_filter = ("sandbox",)
    search_fields = ("host",)
    ordering = ("host",)
    fields = ("host", "works", "lacks", "checked_at")
    readonly_fields = ("works",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    @display(description="Runs programs", boolean=True, ordering="sandbox")  # type: ignore[untyped-decorator]
    def works(self, row: WorkerHost) -> bool:
        return row.sandbox
