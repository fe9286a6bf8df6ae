"""What the admin pages of all rows share: staff look, and what is hidden cannot be asked about."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.paginator import InfinitePaginator


def is_staff(request: HttpRequest) -> bool:
    """Staff may do in every event what its organiser may (docs/lifecycle.md), so they may look at every row."""
    return request.user.is_active and bool(getattr(request.user, "is_staff", False))


class StaffAdmin(ModelAdmin):  # type: ignore[misc]
    """Rows that staff look at and services write.

    ``hidden`` are the columns nobody sees: they are neither loaded nor taken as a filter. Django lets every own column
    be asked about in the address (``?seed__gt=...``), which would tell a secret bit by bit; here only what
    ``list_filter`` and ``date_hierarchy`` name is taken.
    """

    hidden: ClassVar[tuple[str, ...]] = ()
    list_fullwidth = True
    list_filter_submit = True
    list_per_page = 50
    list_max_show_all = 200
    show_full_result_count = False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.defer(*self.hidden) if self.hidden else rows

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Without Django's own deletion, which goes around the services."""
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only the primary key, and what is offered as a filter."""
        offered = {self.date_hierarchy, "id", "pk"}
        for item in self.get_list_filter(request):
            offered.add(item[0] if isinstance(item, tuple | list) else getattr(item, "parameter_name", item))
        asked = any(name and (lookup == name or lookup.startswith(f"{name}__")) for name in offered)
        return asked and bool(super().lookup_allowed(lookup, value, request))


class ManyRowsAdmin(StaffAdmin):
    """Tables of millions of rows: pages without counting them."""

    paginator = InfinitePaginator


class ReadOnlyInline(TabularInline):  # type: ignore[misc]
    """Rows of another row, to look at."""

    extra = 0
    max_num = 0
    can_delete = False
    per_page = 50
    show_change_link = True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
