"""Rounds and byes in the admin: to look at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments.access.staff import ManyRowsAdmin, ReadOnlyInline
from tournaments.admin.base import STATE_LABELS
from tournaments.admin.links import link, listing, to_row
from tournaments.models import Bye, Match, Round


class ByeInline(ReadOnlyInline):
    model = Bye
    fields = ("entry", "kind", "points", "why")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("entry__version__bot", "entry__tournament")


@admin.register(Round)
class RoundAdmin(ManyRowsAdmin):
    list_display = ("name", "tournament_link", "state_label", "matches_over", "bye_count", "paired_at", "closed_at")
    list_filter = ("state", ("tournament", AutocompleteSelectFilter))
    list_select_related = ("tournament",)
    search_fields = ("tournament__name",)
    date_hierarchy = "paired_at"
    ordering = ("-id",)
    fields = ("tournament_link", "number", "state", "fault", "noted", "matches_link", "paired_at", "closed_at")
    readonly_fields = ("tournament_link", "noted", "matches_link")
    inlines = (ByeInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        over = Count("matches", filter=~Q(matches__state__in=Match.UNFINISHED), distinct=True)
        rows: QuerySet[Any] = (
            super()
            .get_queryset(request)
            .annotate(tables=Count("matches", distinct=True), over=over, rests=Count("byes", distinct=True))
        )
        return rows

    @display(description="Round", ordering="number")  # type: ignore[untyped-decorator]
    def name(self, row: Round) -> str:
        return f"Round {row.number}"

    @display(description="Tournament", ordering="tournament__name")  # type: ignore[untyped-decorator]
    def tournament_link(self, row: Round) -> SafeString:
        return to_row(row.tournament)

    @display(description="State", ordering="state", label=STATE_LABELS)  # type: ignore[untyped-decorator]
    def state_label(self, row: Round) -> str:
        return row.state

    @display(description="Matches over")  # type: ignore[untyped-decorator]
    def matches_over(self, row: Any) -> str:
        return f"{row.over} of {row.tables}"

    @display(description="Byes", ordering="rests")  # type: ignore[untyped-decorator]
    def bye_count(self, row: Any) -> int:
        return int(row.rests)

    @display(description="Notes of the pairing")  # type: ignore[untyped-decorator]
    def noted(self, row: Round) -> SafeString | str:
        return format_html_join("", "<p>{}</p>", [(note,) for note in row.notes]) or "-"

    @display(description="Matches")  # type: ignore[untyped-decorator]
    def matches_link(self, row: Any) -> SafeString:
        return link(listing("match", f"round__id__exact={row.pk}"), f"{row.over} of {row.tables} over")


@admin.register(Bye)
class ByeAdmin(ManyRowsAdmin):
    list_display = ("entry_name", "round", "kind_label", "points", "why")
    list_filter = (
        "kind",
        ("round__tournament", AutocompleteSelectFilter),
    )
    list_select_related = ("entry__version__bot", "entry__tournament", "round__tournament")
    search_fields = ("entry__bot__name", "round__tournament__name")
    ordering = ("-id",)
    fields = ("round", "entry", "kind", "points", "why")

    @display(description="Bot", ordering="entry__bot__name")  # type: ignore[untyped-decorator]
    def entry_name(self, row: Bye) -> str:
        return str(row.entry.version)

    @display(  # type: ignore[untyped-decorator]
        description="Kind", ordering="kind", label={"pairing": "", "requested": "info", "granted": "warning"}
    )
    def kind_label(self, row: Bye) -> str:
        return row.kind
