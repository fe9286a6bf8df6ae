"""Accounts and groups in the admin: all staff look, changing takes permissions, and nobody lifts themselves."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from tournaments.access.staff import is_staff
from tournaments.models import Bot, Tournament
from tournaments.overview import count

admin.site.unregister(User)
admin.site.unregister(Group)

RANK_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]
    """Who is no superuser changes neither staff nor superusers, nor what an account may do."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_fullwidth = True
    list_filter_submit = True
    list_display = (
        "username",
        "email",
        "is_staff",
        "is_active",
        "bot_count",
        "event_count",
        "date_joined",
        "last_login",
    )
    filter_horizontal = ()
    autocomplete_fields = ("groups",)
    date_hierarchy = "date_joined"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = (
            super()
            .get_queryset(request)
            .annotate(
                bots_all=count(Bot.objects.filter(owner=OuterRef("pk"))),
                events_all=count(Tournament.objects.filter(organiser=OuterRef("pk"))),
            )
        )
        return rows

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(super().has_change_permission(request, obj)) and _within_reach(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(super().has_delete_permission(request, obj)) and _within_reach(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Accounts are deleted one by one: a list is not asked whose each of them is."""
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fixed = ("last_login", "date_joined")
        return fixed if getattr(request.user, "is_superuser", False) else (*fixed, *RANK_FIELDS)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what is offered as a filter, so that no hash of a password can be asked about."""
        offered = {"id", "pk", "date_joined", *(name for name in self.list_filter if isinstance(name, str))}
        return lookup.split("__")[0] in offered and bool(super().lookup_allowed(lookup, value, request))

    @display(description="Bots", ordering="bots_all")  # type: ignore[untyped-decorator]
    def bot_count(self, row: Any) -> int:
        return int(row.bots_all)

    @display(description="Events", ordering="events_all")  # type: ignore[untyped-decorator]
    def event_count(self, row: Any) -> int:
        return int(row.events_all)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):  # type: ignore[misc]
    """What a group may do is for superusers to say."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))


def _within_reach(request: HttpRequest, account: Any) -> bool:
    if account is None or getattr(request.user, "is_superuser", False):
        return True
    return not (account.is_staff or account.is_superuser)
