"""Matches, seats and games in the admin: what is void can be played again or ruled, everything else is looked at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from tournaments import overview, selectors, transcripts
from tournaments.access.actors import Actor
from tournaments.access.staff import ManyRowsAdmin, ReadOnlyInline
from tournaments.access.verbs import Verb, VerbAdmin
from tournaments.admin.base import STATE_LABELS
from tournaments.admin.links import link, listing, to_row
from tournaments.admin.rehearsals import rehearsal
from tournaments.admin.verb_forms import CorrectionForm, ReasonForm, RulingForm
from tournaments.events import rulings
from tournaments.models import Game, Match, Round, Seat, Tournament
from tournaments.rated import NOT_RELEASED, rated, with_rows
from tournaments.standings.scoring import tied


def _is_ruleable(row: Match) -> bool:
    return (
        row.state == Match.State.VOID
        and row.round.state == Round.State.PAIRED
        and row.round.tournament.state in rulings.ALIVE
    )


def _tie(actor: Actor, row: Match) -> Match:
    return rulings.rule(actor=actor, match_id=row.pk, ranks=tied(row.seats.count()))


def _is_correctable(row: Match) -> bool:
    """Whether it is over, in an event that is not cancelled, and not one that `rule` is for."""
    over = row.state in (Match.State.FINISHED, Match.State.VOID)
    alive = row.round.tournament.state in (*rulings.ALIVE, Tournament.State.FINISHED)
    return over and alive and not _is_ruleable(row)


def _may_be_unrated(row: Match) -> bool:
    """Whether it has boards that are rated, or will be when the results are released."""
    return not row.unrated and (rated(row).counts == "yes" or (rated(row) == NOT_RELEASED))


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("seat", "entry")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("entry__version__bot", "entry__tournament")


@admin.register(Match)
class MatchAdmin(ManyRowsAdmin, VerbAdmin):
    list_display = (
        "name", "tournament", "round_number", "table", "who", "state_label", "attempt", "failures", "ended_at",
    )  # fmt: skip
    list_filter = (
        "state",
        "ruled",
        "forfeit",
        ("round__tournament", AutocompleteSelectFilter),
        ("round", AutocompleteSelectFilter),
    )
    list_select_related = ("round__tournament",)
    search_fields = ("=id", "round__tournament__name", "seats__entry__bot__name")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = (
        "round_link", "table", "state", "result", "ruled", "forfeit", "ruling", "counts_for_ratings", "fault", "why",
        "attempt", "failures", "lease_until", "queued_at", "created_at", "started_at", "ended_at", "games_link",
        "replays",
    )  # fmt: skip
    readonly_fields = ("round_link", "result", "counts_for_ratings", "created_at", "games_link", "replays")
    inlines = (SeatInline,)
    verbs = (
        Verb(
            "requeue", "Play again", "to be played again",
            lambda actor, row: rulings.requeue(actor=actor, match_id=row.pk), _is_ruleable,
        ),
        Verb(
            "rule-tie", "Rule a tie", "ruled a tie", _tie, _is_ruleable,
            asks="The match counts as a tie of all its seats and is not rated.",
        ),
        Verb(
            "rule", "Rule", "ruled",
            lambda actor, row, **ruling: rulings.rule(actor=actor, match_id=row.pk, **ruling), _is_ruleable,
            asks="The match counts in the standings as said here, and is not rated.",
            form=RulingForm,
        ),
        Verb(
            "correct", "Correct", "corrected",
            lambda actor, row, **ruling: rulings.correct(actor=actor, match_id=row.pk, **ruling), _is_correctable,
            asks="Every later standing is computed anew, and so are pairings still to be made. Rounds that are paired "
            "stay as they are. Its boards count for ratings as played alone; these follow within seconds.",
            form=CorrectionForm,
        ),
        Verb(
            "unrate", "Take out of the ratings", "taken out of the ratings, which follow within seconds",
            lambda actor, row, reason: rulings.unrate(actor=actor, match_id=row.pk, reason=reason), _may_be_unrated,
            asks="Its boards count for ratings no more, nor for what came after them. Standings stay as they are.",
            form=ReasonForm,
            preview=rehearsal(rulings.unrate, reason="tried out"),
        ),
        Verb(
            "rate", "Rate again", "counts for ratings again, which follow within seconds",
            lambda actor, row: rulings.rate(actor=actor, match_id=row.pk), lambda row: bool(row.unrated),
            asks="Its boards count for ratings again, unless something else forbids it.",
            preview=rehearsal(rulings.rate),
            bulk=False,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return with_rows(super().get_queryset(request)).prefetch_related("seats__entry__version__bot")

    @display(description="Match", ordering="id")  # type: ignore[untyped-decorator]
    def name(self, row: Match) -> str:
        return str(row)

    @display(description="Tournament", ordering="round__tournament__name")  # type: ignore[untyped-decorator]
    def tournament(self, row: Match) -> str:
        return str(row.round.tournament)

    @display(description="Round", ordering="round__number")  # type: ignore[untyped-decorator]
    def round_number(self, row: Match) -> int:
        return row.round.number

    @display(description="Round")  # type: ignore[untyped-decorator]
    def round_link(self, row: Match) -> SafeString:
        return to_row(row.round)

    @display(description="Bots")  # type: ignore[untyped-decorator]
    def who(self, row: Match) -> str:
        return " – ".join(str(seat.entry.version) for seat in row.seats.all())

    @display(description="State", ordering="state", label=STATE_LABELS | {"ruled": "warning", "forfeit": "warning"})  # type: ignore[untyped-decorator]
    def state_label(self, row: Match) -> str:
        return ("forfeit" if row.forfeit else "ruled") if row.ruled else row.state

    @display(description="Result")  # type: ignore[untyped-decorator]
    def result(self, row: Match) -> str:
        [table] = overview.tables([row], insider=True)
        return "; ".join(f"{place.contestant}: {place.word}" for place in table.places if place.word) or "-"

    @display(description="Rated")  # type: ignore[untyped-decorator]
    def counts_for_ratings(self, row: Match) -> str:
        found = rated(row)
        return found.counts.replace("_", " ") + (f": {found.why}" if found.why else "")

    @display(description="Games")  # type: ignore[untyped-decorator]
    def games_link(self, row: Match) -> SafeString:
        return link(listing("game", f"match__id__exact={row.pk}"), f"{row.games.count()} recorded")

    @display(description="Replays")  # type: ignore[untyped-decorator]
    def replays(self, row: Match) -> str:
        if not transcripts.are_public(row):
            return "secret until the round is closed, for staff too"
        return link(reverse("pages:match", args=[row.pk]), "on the public page")


@admin.register(Seat)
class SeatAdmin(ManyRowsAdmin):
    list_display = ("match", "seat", "bot", "tournament")
    list_filter = (("match__round__tournament", AutocompleteSelectFilter), ("match", AutocompleteSelectFilter))
    list_select_related = ("match", "entry__version__bot", "entry__tournament")
    search_fields = ("=match__id", "entry__bot__name")
    ordering = ("-id",)
    fields = ("match", "seat", "entry")

    @display(description="Bot", ordering="entry__bot__name")  # type: ignore[untyped-decorator]
    def bot(self, row: Seat) -> str:
        return str(row.entry.version)

    @display(description="Tournament", ordering="entry__tournament__name")  # type: ignore[untyped-decorator]
    def tournament(self, row: Seat) -> str:
        return str(row.entry.tournament)


@admin.register(Game)
class GameAdmin(ManyRowsAdmin):
    """Results are told when the match is finished, transcripts when the round is closed: to staff as to everyone."""

    hidden = ("transcript",)
    list_display = ("name", "match", "board", "rotation", "told_ranks", "told_scores", "told_verdicts", "recorded_at")
    list_filter = (("match__round__tournament", AutocompleteSelectFilter), ("match", AutocompleteSelectFilter))
    list_select_related = ("match__round__tournament",)
    search_fields = ("=match__id",)
    date_hierarchy = "recorded_at"
    ordering = ("-id",)
    fields = (
        "match_link", "board", "rotation", "attempt", "told_ranks", "told_scores", "told_verdicts", "decisions",
        "recorded_at", "replay",
    )  # fmt: skip
    readonly_fields = ("match_link", "told_ranks", "told_scores", "told_verdicts", "recorded_at", "replay")

    @display(description="Game", ordering="id")  # type: ignore[untyped-decorator]
    def name(self, row: Game) -> str:
        return str(row)

    @display(description="Match")  # type: ignore[untyped-decorator]
    def match_link(self, row: Game) -> SafeString:
        return to_row(row.match)

    @display(description="Ranks")  # type: ignore[untyped-decorator]
    def told_ranks(self, row: Game) -> str:
        return _told(row, row.ranks)

    @display(description="Scores")  # type: ignore[untyped-decorator]
    def told_scores(self, row: Game) -> str:
        return _told(row, row.scores)

    @display(description="Verdicts")  # type: ignore[untyped-decorator]
    def told_verdicts(self, row: Game) -> str:
        return _told(row, row.verdicts)

    @display(description="Transcript")  # type: ignore[untyped-decorator]
    def replay(self, row: Game) -> str:
        if not transcripts.are_public(row.match):
            return "secret until the round is closed, for staff too"
        return link(reverse("pages:game", args=[row.match_id, row.board, row.rotation]), "replay on the public page")


def _told(row: Game, values: list[Any]) -> str:
    return ", ".join(map(str, values)) if selectors.shows_games(row.match) else "when the match is finished"
