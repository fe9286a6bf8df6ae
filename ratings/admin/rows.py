"""The ledger and what follows from it, as lists that nobody can change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from ratings.display.pool import state_of
from ratings.models import Build, LedgerEvent, LedgerRow, Rating
from tournaments.access.staff import ManyRowsAdmin, StaffAdmin

POOL_FILTER = ("pool", AutocompleteSelectFilter)


@admin.register(LedgerRow)
class LedgerRowAdmin(ManyRowsAdmin):
    list_display = ("pool", "seq", "batch", "match", "board", "versions", "ranks", "games", "edition", "created_at")
    list_filter = (POOL_FILTER,)
    list_select_related = ("pool", "match")
    ordering = ("-id",)

    @display(description="Edition")  # type: ignore[untyped-decorator]
    def edition(self, row: LedgerRow) -> int:
        return row.parameters_version


@admin.register(LedgerEvent)
class LedgerEventAdmin(ManyRowsAdmin):
    list_display = ("pool", "number", "kind", "after", "what", "reason", "who", "created_at")
    list_filter = (POOL_FILTER, "kind")
    list_select_related = ("pool", "by")
    ordering = ("-id",)
    fields = ("pool", "number", "kind", "after", "data", "reason", "who", "created_at")
    readonly_fields = fields

    @display(description="What")  # type: ignore[untyped-decorator]
    def what(self, row: LedgerEvent) -> str:
        return in_short(row)

    @display(description="By", ordering="by__username")  # type: ignore[untyped-decorator]
    def who(self, row: LedgerEvent) -> str:
        return row.by.get_username() if row.by else "croupier"


@admin.register(Rating)
class RatingAdmin(ManyRowsAdmin):
    list_display = (
        "pool", "version", "short_score", "short_mu", "short_sigma", "boards", "games", "record", "public", "reference",
        "last_played_at",
    )  # fmt: skip
    list_filter = (POOL_FILTER, "public", "reference", "fixed")
    list_select_related = ("pool", "version__bot")
    search_fields = ("version__bot__name", "version__bot__owner__username")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Those that are shown; the rows of a build that is under way, or was replaced, are nobody's ratings."""
        rows: Any = super().get_queryset(request)
        return rows.current()

    @display(description="Score", ordering="score")  # type: ignore[untyped-decorator]
    def short_score(self, rating: Rating) -> str:
        return f"{rating.score:.2f}"

    @display(description="mu", ordering="mu")  # type: ignore[untyped-decorator]
    def short_mu(self, rating: Rating) -> str:
        return f"{rating.mu:.2f}"

    @display(description="sigma", ordering="sigma")  # type: ignore[untyped-decorator]
    def short_sigma(self, rating: Rating) -> str:
        return f"{rating.sigma:.2f}"

    @display(description="W-D-L")  # type: ignore[untyped-decorator]
    def record(self, rating: Rating) -> str:
        return f"{rating.wins}-{rating.draws}-{rating.losses}"


@admin.register(Build)
class BuildAdmin(StaffAdmin):
    list_display = ("pool", "kind", "state_label", "progress", "through", "started_at", "finished_at", "note")
    list_filter = (POOL_FILTER, "kind")
    list_select_related = ("pool",)
    ordering = ("-id",)

    @display(  # type: ignore[untyped-decorator]
        description="State", label={"shown": "success", "under way": "primary", "replaced": "", "left": "warning"}
    )
    def state_label(self, row: Build) -> str:
        return state_of(row)

    @display(description="Boards", ordering="boards")  # type: ignore[untyped-decorator]
    def progress(self, row: Build) -> str:
        return str(row.boards) if row.finished_at else f"{row.boards} of {row.total}"


def in_short(event: LedgerEvent, most: int = 80) -> str:
    """What an event says, for one line of a list."""
    data = event.data
    if event.kind == LedgerEvent.Kind.JOIN:
        count = len(data["versions"])
        text = f"{count} version{'s' if count > 1 else ''}: {', '.join(str(line[0]) for line in data['versions'])}"
    elif "matches" in data:
        text = f"matches {', '.join(map(str, data['matches']))}"
    else:
        values = ((name, value) for name, value in data.items() if value is not None)
        text = ", ".join(f"{name} {value:.6g}" for name, value in values)
    return text if len(text) <= most else text[: most - 1] + "…"
