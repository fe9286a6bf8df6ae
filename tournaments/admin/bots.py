"""Bots and their versions in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments.access.actors import Actor
from tournaments.access.staff import ReadOnlyInline, is_staff
from tournaments.access.verbs import Verb, VerbAdmin
from tournaments.admin.base import STATE_LABELS, ServiceAdmin
from tournaments.admin.forms import BotForm, VersionForm
from tournaments.admin.links import link, listing
from tournaments.admin.verb_forms import LiftForm
from tournaments.bots import quarantine, registering
from tournaments.models import Bot, BotVersion, Entry
from tournaments.overview import count
from tournaments.programs.uploads import Upload

DIGITS_SHOWN = 12  # of a digest


def shortened(version: BotVersion) -> str:
    """The beginning of the digest of a version's program; "-" of what is none."""
    return version.digest[:DIGITS_SHOWN] or "-"


class VersionInline(ReadOnlyInline):
    model = BotVersion
    fk_name = "bot"
    fields = ("number", "kind", "policy", "runtime", "state", "short_digest", "created_at")
    readonly_fields = ("short_digest", "created_at")
    ordering = ("-number",)

    @display(description="Digest")  # type: ignore[untyped-decorator]
    def short_digest(self, row: BotVersion) -> str:
        return shortened(row)


class SuspendedFilter(admin.SimpleListFilter):
    """Versions that are suspended, or are not."""

    title = "suspended"
    parameter_name = "suspended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if (asked := self.value()) in {"yes", "no"}:
            return queryset.filter(suspended_at__isnull=asked == "no")
        return queryset


@admin.register(Bot)
class BotAdmin(ServiceAdmin):
    form = BotForm
    list_display = ("name", "owner", "engine", "active_version", "version_count", "entry_count", "created_at")
    list_filter = ("engine", ("owner", AutocompleteSelectFilter))
    list_select_related = ("owner", "active__bot")
    search_fields = ("name", "owner__username")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = ("name", "engine", "owner", "active", "created_at", "links")
    readonly_fields = ("owner", "active", "created_at", "links")
    inlines = (VersionInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = (
            super()
            .get_queryset(request)
            .annotate(
                versions_all=count(BotVersion.objects.filter(bot=OuterRef("pk"))),
                entries_all=count(Entry.objects.filter(bot=OuterRef("pk"))),
            )
        )
        return rows

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else ("name", "engine")

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj else ()

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        return registering.create_bot(actor=actor, name=form.cleaned_data["name"], engine=form.cleaned_data["engine"])

    @display(description="Active version", ordering="active__number")  # type: ignore[untyped-decorator]
    def active_version(self, row: Bot) -> str:
        return f"v{row.active.number}" if row.active else "none yet"

    @display(description="Versions", ordering="versions_all")  # type: ignore[untyped-decorator]
    def version_count(self, row: Any) -> int:
        return int(row.versions_all)

    @display(description="Entries", ordering="entries_all")  # type: ignore[untyped-decorator]
    def entry_count(self, row: Any) -> int:
        return int(row.entries_all)

    @display(description="More")  # type: ignore[untyped-decorator]
    def links(self, row: Bot) -> SafeString:
        adding = reverse("admin:tournaments_botversion_add") + f"?bot={row.pk}"
        entered = listing("entry", f"bot__id__exact={row.pk}")
        public = reverse("pages:bot", args=[row.pk])
        links = [link(adding, "Add a version"), link(entered, "entries"), link(public, "public page")]
        return format_html_join(", ", "{}", ((one,) for one in links))


@admin.register(BotVersion)
class BotVersionAdmin(VerbAdmin, ServiceAdmin):
    form = VersionForm
    list_display = (
        "name", "owner", "engine", "kind", "plays", "state_label", "suspended", "is_active",
        "entry_count", "created_at",
    )  # fmt: skip
    list_filter = ("kind", "state", SuspendedFilter, "runtime", "bot__engine", ("bot", AutocompleteSelectFilter))
    list_select_related = ("bot__owner",)
    search_fields = ("bot__name", "policy", "^digest", "bot__owner__username")
    autocomplete_fields = ("bot",)
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = (
        "bot", "number", "kind", "policy", "runtime", "main", "digest", "files", "size", "state_label", "qualified_at",
        "suspended_at", "suspension", "cleared_at", "is_active", "created_at",
    )  # fmt: skip
    readonly_fields = (
        "number", "digest", "files", "size", "state_label", "qualified_at", "suspended_at", "suspension", "cleared_at",
        "is_active", "created_at",
    )  # fmt: skip
    verbs = (
        Verb(
            "activate", "Make active", "now active",
            lambda actor, row: registering.activate(actor=actor, bot_id=row.bot_id, number=row.number),
            lambda row: (
                row.bot.active_id != row.pk
                and row.state == BotVersion.State.QUALIFIED
                and row.suspended_at is None
            ),
        ),
        Verb(
            "lift", "Lift suspension", "not suspended any more",
            lambda actor, row, reason: quarantine.lift(
                actor=actor, bot_id=row.bot_id, number=row.number, reason=reason
            ),
            lambda row: row.suspended_at is not None,
            form=LiftForm, bulk=False,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        entered = count(Entry.objects.filter(version=OuterRef("pk")))
        rows: QuerySet[Any] = super().get_queryset(request).annotate(entries_all=entered)
        return rows

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else ("bot", "kind", "policy", "program", "runtime", "main")

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        values = form.cleaned_data
        program = None
        if (sent := values["program"]) is not None:
            sent.seek(0)  # a form that was refused is read twice
            program = Upload(sent.read(), sent.name or "")
        return registering.add_version(
            actor=actor,
            bot_id=values["bot"].pk,
            kind=values["kind"],
            policy=values["policy"],
            program=program,
            runtime=values["runtime"],
            main=values["main"] or None,
        )

    @display(description="State", ordering="state", label=STATE_LABELS)  # type: ignore[untyped-decorator]
    def state_label(self, row: BotVersion) -> str:
        return row.state

    @display(description="Digest")  # type: ignore[untyped-decorator]
    def short_digest(self, row: BotVersion) -> str:
        return shortened(row)

    @display(description="Version", ordering="bot__name")  # type: ignore[untyped-decorator]
    def name(self, row: BotVersion) -> str:
        return str(row)

    @display(description="Owner", ordering="bot__owner__username")  # type: ignore[untyped-decorator]
    def owner(self, row: BotVersion) -> str:
        return row.bot.owner.get_username()

    @display(description="Engine", ordering="bot__engine")  # type: ignore[untyped-decorator]
    def engine(self, row: BotVersion) -> str:
        return row.bot.engine

    @display(description="Active", boolean=True)  # type: ignore[untyped-decorator]
    def is_active(self, row: BotVersion) -> bool:
        return row.bot.active_id == row.pk

    @display(description="Plays", empty_value="-")  # type: ignore[untyped-decorator]
    def plays(self, row: BotVersion) -> str | None:
        return row.policy or f"{row.get_runtime_display()} {row.digest[:DIGITS_SHOWN]}".strip() or None

    @display(description="Suspended", ordering="suspended_at", label={"suspended": "danger"})  # type: ignore[untyped-decorator]
    def suspended(self, row: BotVersion) -> str | None:
        return "suspended" if row.suspended_at else None

    @display(description="Entries", ordering="entries_all")  # type: ignore[untyped-decorator]
    def entry_count(self, row: Any) -> int:
        return int(row.entries_all)
