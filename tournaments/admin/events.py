"""Tournaments, entries, rounds and byes in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from ratings.models import Pool
from ratings.pools import options_digest
from tournaments import overview, ranking
from tournaments.access.actors import Actor
from tournaments.access.errors import Refused
from tournaments.access.staff import ManyRowsAdmin, ReadOnlyInline, is_staff
from tournaments.admin import engines
from tournaments.admin.base import STATE_LABELS, ServiceAdmin
from tournaments.admin.forms import DraftForm, EntryForm
from tournaments.admin.links import link, listing, to_row
from tournaments.admin.verbs import Verb, VerbAdmin
from tournaments.events import entries, lifecycle, setup
from tournaments.events.discarding import discard
from tournaments.models import Bye, Entry, Match, Round, Tournament

State = Tournament.State


def _when(*states: str) -> Any:
    return lambda row: row.state in states


@admin.register(Tournament)
class TournamentAdmin(VerbAdmin, ServiceAdmin):
    hidden = ("secret", "seed")
    form = DraftForm
    change_form_outer_before_template = "croupier/admin/tournament.html"
    list_display = (
        "name", "state_label", "engine", "format", "seats", "entry_count", "round_count", "match_count", "organiser",
        "created_at",
    )  # fmt: skip
    list_filter = ("state", "engine", "format", "rated", ("organiser", AutocompleteSelectFilter))
    list_select_related = ("organiser",)
    search_fields = ("name", "organiser__username")
    date_hierarchy = "created_at"
    fieldsets = (
        (None, {"fields": ("name", "description")}),
        ("Game", {"fields": ("engine", "variant", "options", "seats")}),
        ("Format", {"fields": ("format", "rounds", "boards", "rotate")}),
        ("Counting", {"fields": ("result", "scoring", "on_void", "rated")}),
        (
            "History",
            {
                "classes": ("collapse",),
                "fields": (
                    "state", "organiser", "rules_version", "commitment", "created_at", "opened_at", "started_at",
                    "ended_at",
                ),
            },
        ),
    )  # fmt: skip
    readonly_fields = (
        "state", "organiser", "rules_version", "commitment", "created_at", "opened_at", "started_at", "ended_at",
    )  # fmt: skip
    verbs = (
        Verb(
            "open", "Open", "open for entries",
            lambda actor, row: lifecycle.open_(actor=actor, tournament_id=row.pk), _when(State.DRAFT),
        ),
        Verb(
            "start", "Start", "started",
            lambda actor, row: lifecycle.start(actor=actor, tournament_id=row.pk), _when(State.OPEN),
        ),
        Verb(
            "pause", "Pause", "paused",
            lambda actor, row: lifecycle.pause(actor=actor, tournament_id=row.pk), _when(State.RUNNING),
        ),
        Verb(
            "resume", "Resume", "resumed",
            lambda actor, row: lifecycle.resume(actor=actor, tournament_id=row.pk), _when(State.PAUSED),
        ),
        Verb(
            "cancel", "Cancel", "cancelled",
            lambda actor, row: lifecycle.cancel(actor=actor, tournament_id=row.pk),
            _when(State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED),
            asks="Unfinished matches are cancelled and an open round never counts. Closed rounds, their standings and "
            "ratings stay. This cannot be undone.",
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return overview.with_progress(super().get_queryset(request))

    def get_custom_urls(self) -> tuple[tuple[str, str, Any], ...]:
        return (("engines/", "tournaments_engines", engines.engines_page),)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and (obj is None or obj.state == State.DRAFT)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and obj is not None and obj.state == State.DRAFT

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fieldsets(request, obj)[: None if obj else -1]

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        """A new draft, or only what was changed of one: options stay as they are unless game or options are changed."""
        values = {name: form.cleaned_data[name] for name in setup.SETTABLE if row is None or name in form.changed_data}
        if values.get("options") == {} and row is None:
            del values["options"]
        if row is None:
            return setup.create(actor=actor, values=values)
        return setup.edit(actor=actor, tournament_id=row.pk, values=values)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if is_staff(request) else None
        return super().change_view(request, object_id, form_url, {**self.picture(row), **(extra_context or {})})

    def picture(self, row: Any) -> dict[str, Any]:
        """Standings, rounds and links of the event, for its page."""
        if row is None:
            return {}
        standings = overview.standings(row)
        return {
            "tournament": row,
            "standings": standings,
            "columns": ranking.columns(row) if standings else (),
            "strips": overview.strips(row, insider=True),
            "pools": _pools(row),
            "void_matches": Match.objects.filter(round__tournament=row, state=Match.State.VOID)
            .select_related("round")
            .order_by("id")[:20],
            "links": [
                (f"Entries ({row.entries_in})", listing("entry", f"tournament__id__exact={row.pk}")),
                ("Rounds", listing("round", f"tournament__id__exact={row.pk}")),
                (f"Matches ({row.matches_all})", listing("match", f"round__tournament__id__exact={row.pk}")),
                ("Public page", reverse("pages:tournament", args=[row.pk])),
            ],
        }

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


def _pools(row: Tournament) -> list[Pool]:
    """The pools that the event's boards are rated in."""
    if row.rules_version is None:
        return []
    found = Pool.objects.filter(
        engine=row.engine, options_digest=options_digest(row.options), rules_version=row.rules_version
    )
    return list(found.filter(seats__lte=row.seats).order_by("-seats"))


def _may_leave(*states: str) -> Any:
    return lambda row: row.state in states and row.tournament.state in entries.ALIVE


@admin.register(Entry)
class EntryAdmin(VerbAdmin, ServiceAdmin):
    form = EntryForm
    list_display = ("version_name", "owner", "tournament", "number", "state_label", "entered_at", "left_at")
    list_filter = ("state", ("tournament", AutocompleteSelectFilter), ("bot", AutocompleteSelectFilter))
    list_select_related = ("tournament", "version__bot__owner")
    search_fields = ("bot__name", "bot__owner__username", "tournament__name")
    autocomplete_fields = ("tournament", "bot")
    date_hierarchy = "entered_at"
    fields = ("tournament", "bot", "version", "number", "state", "entered_at", "left_at")
    readonly_fields = ("version", "number", "state", "entered_at", "left_at")
    verbs = (
        Verb(
            "withdraw", "Withdraw", "withdrawn",
            lambda actor, row: entries.withdraw(actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id),
            _may_leave(Entry.State.IN),
            asks="The bot is paired no more. What it played counts, and a match already paired is played.",
        ),
        Verb(
            "disqualify", "Disqualify", "disqualified",
            lambda actor, row: entries.disqualify(actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id),
            _may_leave(Entry.State.IN, Entry.State.WITHDRAWN),
            asks="The bot is paired no more and cannot be entered again. What it played so far counts. "
            "This cannot be undone.",
        ),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else ("tournament", "bot")

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        tournament, bot = form.cleaned_data["tournament"], form.cleaned_data["bot"]
        return entries.enter(actor=actor, tournament_id=tournament.pk, bot_id=bot.pk)

    @display(description="Bot", ordering="bot__name")  # type: ignore[untyped-decorator]
    def version_name(self, row: Entry) -> str:
        return str(row.version)

    @display(description="Owner", ordering="bot__owner__username")  # type: ignore[untyped-decorator]
    def owner(self, row: Entry) -> str:
        return row.version.bot.owner.get_username()

    @display(description="State", ordering="state", label=STATE_LABELS)  # type: ignore[untyped-decorator]
    def state_label(self, row: Entry) -> str:
        return row.state


class ByeInline(ReadOnlyInline):
    model = Bye
    fields = ("entry", "points", "why")

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
    fields = ("tournament_link", "number", "state", "fault", "matches_link", "paired_at", "closed_at")
    readonly_fields = ("tournament_link", "matches_link")
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

    @display(description="Matches")  # type: ignore[untyped-decorator]
    def matches_link(self, row: Any) -> SafeString:
        return link(listing("match", f"round__id__exact={row.pk}"), f"{row.over} of {row.tables} over")


@admin.register(Bye)
class ByeAdmin(ManyRowsAdmin):
    list_display = ("entry_name", "round", "points", "why")
    list_filter = (("round__tournament", AutocompleteSelectFilter),)
    list_select_related = ("entry__version__bot", "entry__tournament", "round__tournament")
    search_fields = ("entry__bot__name", "round__tournament__name")
    ordering = ("-id",)
    fields = ("round", "entry", "points", "why")

    @display(description="Bot", ordering="entry__bot__name")  # type: ignore[untyped-decorator]
    def entry_name(self, row: Bye) -> str:
        return str(row.entry.version)
