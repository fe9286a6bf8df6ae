"""Tournaments in the admin: the form of their settings, their verbs, and their page."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments import overview, ranking
from tournaments.access.actors import Actor
from tournaments.access.errors import Refused
from tournaments.access.staff import is_staff
from tournaments.access.verbs import VerbAdmin
from tournaments.admin import engines, event_page
from tournaments.admin.base import STATE_LABELS, ServiceAdmin
from tournaments.admin.event_verbs import VERBS
from tournaments.admin.forms import DraftForm
from tournaments.admin.links import listing
from tournaments.events import setup
from tournaments.events.discarding import discard
from tournaments.models import Tournament

State = Tournament.State
HISTORY = (
    "state", "organiser", "rules_version", "commitment", "created_at", "opened_at", "started_at", "ended_at",
    "released_at",
)  # fmt: skip
SETTINGS = (
    (None, {"fields": ("name", "description")}),
    ("Game", {"fields": (("engine", "variant", "seats"), "options")}),
    ("Format", {"fields": (("format", "rounds"), "format_options", ("boards", "rotate"), "deals")}),
    ("Bots", {"fields": ("admits_remote", ("move_ms", "bank_ms", "game_ms"))}),
    (
        "Counting",
        {"fields": (("result", "scoring"), "points", "tie_breaks", ("edition", "on_void"), ("rated", "hidden"))},
    ),
    (
        "Entries",
        {
            "fields": (
                ("admission", "capacity", "per_owner"), ("entries_from", "entries_until"),
                ("starts_at", "check_in_minutes"), ("late_until", "late_points", "requested_byes"),
            ),
        },
    ),
    ("Pairing", {"fields": (("same_owner_rounds", "acceleration"),)}),
    ("History", {"classes": ("collapse",), "fields": HISTORY}),
)  # fmt: skip
IN_WORDS = {"points": "points_in_words", "tie_breaks": "tie_breaks_in_words"}


@admin.register(Tournament)
class TournamentAdmin(VerbAdmin, ServiceAdmin):
    hidden = ("secret", "seed")
    form = DraftForm
    change_form_outer_before_template = "croupier/admin/tournament.html"
    list_display = (
        "name", "state_label", "engine", "format", "seats", "entry_count", "round_count", "match_count", "organiser",
        "starts_at", "created_at",
    )  # fmt: skip
    list_filter = (
        "state", "engine", "format", "admission", "hidden", "rated", ("organiser", AutocompleteSelectFilter),
    )  # fmt: skip
    list_select_related = ("organiser",)
    search_fields = ("name", "organiser__username")
    date_hierarchy = "created_at"
    compressed_fields = False
    fieldsets = SETTINGS
    verbs = VERBS

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return overview.with_progress(super().get_queryset(request))

    def get_custom_urls(self) -> tuple[tuple[str, str, Any], ...]:
        return (("engines/", "tournaments_engines", engines.engines_page),)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and (obj is None or obj.state in (State.DRAFT, State.OPEN))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and obj is not None and obj.state == State.DRAFT

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """A new one has no history. What cannot be changed any more is in words, and from the start on folded."""
        if obj is None:
            return SETTINGS[:-1]
        if obj.state == State.DRAFT:
            return SETTINGS
        classes = () if obj.state == State.OPEN else ("collapse",)
        return [
            (
                title,
                {"classes": classes if title else (), **given, "fields": [_in_words(line) for line in given["fields"]]},
            )
            for title, given in SETTINGS
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Of an open event only what has had no effect yet can be changed."""
        if obj is None or obj.state == State.DRAFT:
            return HISTORY
        return (*HISTORY, *IN_WORDS.values(), *(name for name in setup.SETTABLE if name not in setup.SETTABLE_OPEN))

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        """A new draft, or only what was changed of one: options stay as they are unless game or options are changed."""
        asked = [name for name in setup.SETTABLE if name in form.fields]
        values = {name: form.cleaned_data[name] for name in asked if row is None or name in form.changed_data}
        if values.get("options") == {} and row is None:
            del values["options"]
        if row is None:
            return setup.create(actor=actor, values=values)
        return setup.edit(actor=actor, tournament_id=row.pk, values=values)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if is_staff(request) else None
        page = {} if row is None else event_page.shown(row)
        return super().change_view(request, object_id, form_url, {**page, **(extra_context or {})})

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        discard(actor=Actor(request.user), tournament_id=obj.pk)  # type: ignore[arg-type]

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)  # type: ignore[no-any-return]
        except Refused as refused:
            self.message_user(request, refused.message, messages.ERROR)
            return HttpResponseRedirect(listing("tournament"))

    @display(description="Points by place")  # type: ignore[untyped-decorator]
    def points_in_words(self, row: Tournament) -> str:
        return ", ".join(map(str, row.points)) if row.points else "2 for each seat above, 1 for a tie"

    @display(description="Tie-breaks")  # type: ignore[untyped-decorator]
    def tie_breaks_in_words(self, row: Tournament) -> str:
        words = ", ".join(tie_break.title for tie_break in ranking.columns(row))
        return words if row.tie_breaks else f"{words} (those of the format)"

    @display(description="State", ordering="state", label=STATE_LABELS)  # type: ignore[untyped-decorator]
    def state_label(self, row: Tournament) -> str:
        return row.state

    @display(description="Entries", ordering="entries_in")  # type: ignore[untyped-decorator]
    def entry_count(self, row: Any) -> int:
        return int(row.entries_in)

    @display(description="Round", ordering="rounds_paired")  # type: ignore[untyped-decorator]
    def round_count(self, row: Any) -> str:
        return f"{row.rounds_paired} of {row.rounds or '–'}"

    @display(description="Matches over", ordering="matches_done")  # type: ignore[untyped-decorator]
    def match_count(self, row: Any) -> str:
        return f"{row.matches_done} of {row.matches_all}"


def _in_words(line: Any) -> Any:
    """A line of a fieldset, with what says settings in words in place of those that are lists."""
    return IN_WORDS.get(line, line) if isinstance(line, str) else line
