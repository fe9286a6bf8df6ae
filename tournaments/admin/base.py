"""What the admin pages of all rows share: staff look, services write, and what is hidden cannot be asked about."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from unfold.admin import ModelAdmin, TabularInline
from unfold.paginator import InfinitePaginator

from tournaments.access.actors import Actor
from tournaments.access.errors import Refused

STATE_LABELS = {
    "draft": "",
    "open": "info",
    "running": "primary",
    "paused": "warning",
    "finished": "success",
    "cancelled": "",
    "in": "success",
    "withdrawn": "warning",
    "disqualified": "danger",
    "pending": "",
    "void": "danger",
    "paired": "primary",
    "closed": "success",
}


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


class ServiceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form whose values go to a service; what the service refuses stands at the field it is about."""

    refused: ClassVar[Refused | None] = None

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.refused is not None:
            for error in self.refused.errors:
                field = error.where.strip("/").split("/")[0]
                self.add_error(field if field in self.fields else None, error.message)
            if not self.refused.errors:
                self.add_error(None, self.refused.message)
        return cleaned


class ServiceAdmin(StaffAdmin):
    """Rows that are made, or changed, by a form in front of a service.

    Django validates a form, saves it, and has no way back. So a refusal of the service ends the request's transaction,
    and the form is shown again with what was refused.
    """

    form = ServiceForm

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        """Call the service: for a new row (``row`` None) or a changed one. Returns the row. Raises Refused."""
        raise NotImplementedError

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)  # type: ignore[no-any-return]
        except Refused as refused:
            request.refused = refused  # type: ignore[attr-defined]
            return super().changeform_view(request, object_id, form_url, extra_context)  # type: ignore[no-any-return]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # The factory makes a class for every request, so this one is nobody else's.
        form = super().get_form(request, obj, change=change, **kwargs)
        form.refused = getattr(request, "refused", None)
        return form

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Model:
        return self.serve(Actor(request.user), form, form.instance if change else None)  # type: ignore[arg-type]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The service has."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """There is nothing of the form besides the row."""
