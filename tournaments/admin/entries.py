"""Entries, and what owners and organisers ask for them, in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments.access.actors import Actor
from tournaments.access.staff import ManyRowsAdmin, ReadOnlyInline, is_staff
from tournaments.access.verbs import Verb, VerbAdmin
from tournaments.admin.base import STATE_LABELS, ServiceAdmin
from tournaments.admin.forms import EntryForm
from tournaments.admin.verb_forms import RequestForm, RestForm
from tournaments.events import byes, entries
from tournaments.events.admission import next_round
from tournaments.models import Barred, ByeRequest, Entry, Invitation, Tournament

IN, WITHDRAWN, DISQUALIFIED = Entry.State.IN, Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED
LONGEST_ID = 18  # digits


def _is_alive(row: Entry) -> bool:
    return row.tournament.state in entries.ALIVE


def _may_be_put_out(*, annul: bool) -> Any:
    """Who is not yet disqualified, or is with its results counting otherwise."""
    return lambda row: (
        row.tournament.state in (*entries.ALIVE, Tournament.State.FINISHED)
        and (row.state != DISQUALIFIED or row.annulled != annul)
    )


def _may_check_in(row: Entry) -> bool:
    event = row.tournament
    awaited = event.state == Tournament.State.OPEN and event.check_in_minutes is not None
    return awaited and row.state == IN and row.checked_in_at is None


def _may_rest(row: Entry) -> bool:
    event = row.tournament
    if row.state != IN or not _is_alive(row) or row.bye_requests.count() >= event.requested_byes:
        return False
    return event.rounds is None or next_round(event) <= event.rounds


def _may_play_after_all(row: Entry) -> bool:
    return (
        row.state == IN and _is_alive(row) and row.bye_requests.filter(round__gte=next_round(row.tournament)).exists()
    )


class RequestInline(ReadOnlyInline):
    model = ByeRequest
    fields = ("round", "requested_at")
    readonly_fields = fields
    verbose_name_plural = "byes it has asked for"


@admin.register(Entry)
class EntryAdmin(VerbAdmin, ServiceAdmin):
    form = EntryForm
    list_display = ("version_name", "owner", "tournament", "number", "state_label", "joined", "entered_at", "left_at")
    list_filter = ("state", "annulled", ("tournament", AutocompleteSelectFilter), ("bot", AutocompleteSelectFilter))
    list_select_related = ("tournament", "version__bot__owner")
    search_fields = ("bot__name", "bot__owner__username", "tournament__name")
    autocomplete_fields = ("tournament", "bot")
    date_hierarchy = "entered_at"
    fields = (
        "tournament", "bot", "version", "number", "rating", "state", "annulled", "joined", "entered_at",
        "checked_in_at", "left_at",
    )  # fmt: skip
    readonly_fields = fields[2:]
    inlines = (RequestInline,)
    verbs = (
        Verb(
            "enter-again", "Enter again", "entered",
            lambda actor, row: entries.enter(actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id),
            lambda row: row.state == WITHDRAWN and _is_alive(row),
        ),
        Verb(
            "check-in", "Check in", "checked in",
            lambda actor, row: entries.check_in(actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id),
            _may_check_in,
        ),
        Verb(
            "request-bye", "Request a bye", "rests in that round",
            lambda actor, row, round: byes.request_bye(
                actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id, number=round
            ),
            _may_rest,
            asks="The bot is not paired in that round and gets the points of a tie for it.",
            form=RestForm,
        ),
        Verb(
            "cancel-bye", "Cancel a bye", "plays in that round",
            lambda actor, row, round: byes.cancel_bye(
                actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id, number=round
            ),
            _may_play_after_all,
            asks="The bot is paired in that round after all.",
            form=RequestForm,
        ),
        Verb(
            "withdraw", "Withdraw", "withdrawn",
            lambda actor, row: entries.withdraw(actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id),
            lambda row: row.state == IN and _is_alive(row),
            asks="The bot is paired no more. What it played counts, and a match already paired is played.",
        ),
        Verb(
            "disqualify", "Disqualify, results count", "disqualified, its results count",
            lambda actor, row: entries.disqualify(actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id),
            _may_be_put_out(annul=False),
            asks="The bot is paired no more and cannot be entered again. What it played so far counts. "
            "This cannot be undone.",
        ),
        Verb(
            "annul", "Disqualify, results annulled", "disqualified, its results do not count",
            lambda actor, row: entries.disqualify(
                actor=actor, tournament_id=row.tournament_id, bot_id=row.bot_id, annul=True
            ),
            _may_be_put_out(annul=True),
            asks="The bot is paired no more and cannot be entered again. It counts as last at every table it sat at, "
            "its byes are worth nothing, and everyone's points follow from that; boards of these tables count for "
            "ratings no more. That it is out cannot be undone; whether its results count can be changed.",
        ),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else ("tournament", "bot")

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj and obj.bye_requests.exists() else ()

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """Looked up for a form of one event, only its entries are found."""
        event = request.GET.get("tournament", "")
        if event.isdecimal() and len(event) <= LONGEST_ID:
            queryset = queryset.filter(tournament_id=int(event))
        return super().get_search_results(request, queryset.select_related("tournament", "version__bot"), search_term)

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


@admin.register(Invitation)
class InvitationAdmin(ManyRowsAdmin):
    list_display = ("user", "tournament", "invited_at")
    list_filter = (("tournament", AutocompleteSelectFilter), ("user", AutocompleteSelectFilter))
    list_select_related = ("user", "tournament")
    search_fields = ("user__username", "tournament__name")
    date_hierarchy = "invited_at"
    ordering = ("-id",)
    fields = ("tournament", "user", "invited_at")
    readonly_fields = ("invited_at",)


@admin.register(ByeRequest)
class ByeRequestAdmin(ManyRowsAdmin):
    list_display = ("entry_name", "tournament", "round", "requested_at")
    list_filter = (("entry__tournament", AutocompleteSelectFilter),)
    list_select_related = ("entry__version__bot", "entry__tournament")
    search_fields = ("entry__bot__name", "entry__tournament__name")
    date_hierarchy = "requested_at"
    ordering = ("-id",)
    fields = ("entry", "round", "requested_at")
    readonly_fields = ("requested_at",)

    @display(description="Bot", ordering="entry__bot__name")  # type: ignore[untyped-decorator]
    def entry_name(self, row: ByeRequest) -> str:
        return str(row.entry.version)

    @display(description="Tournament", ordering="entry__tournament__name")  # type: ignore[untyped-decorator]
    def tournament(self, row: ByeRequest) -> str:
        return str(row.entry.tournament)


@admin.register(Barred)
class BarredAdmin(ManyRowsAdmin):
    list_display = ("pair", "tournament")
    list_filter = (("tournament", AutocompleteSelectFilter),)
    list_select_related = ("first__version__bot", "second__version__bot", "tournament")
    search_fields = ("first__bot__name", "second__bot__name", "tournament__name")
    ordering = ("-id",)
    fields = ("tournament", "first", "second")

    @display(description="Bots that do not meet", ordering="first__bot__name")  # type: ignore[untyped-decorator]
    def pair(self, row: Barred) -> str:
        return f"{row.first.version} – {row.second.version}"
