"""The admin's looks that settings name: its navigation and its stylesheets."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy

GROUPS: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        "Events",
        (
            ("Tournaments", "trophy", "admin:tournaments_tournament_changelist"),
            ("Entries", "how_to_reg", "admin:tournaments_entry_changelist"),
            ("Rounds", "format_list_numbered", "admin:tournaments_round_changelist"),
            ("Byes", "weekend", "admin:tournaments_bye_changelist"),
            ("Bye requests", "snooze", "admin:tournaments_byerequest_changelist"),
            ("Barred pairs", "block", "admin:tournaments_barred_changelist"),
            ("Invitations", "mail", "admin:tournaments_invitation_changelist"),
        ),
    ),
    (
        "Play",
        (
            ("Matches", "swords", "admin:tournaments_match_changelist"),
            ("Seats", "event_seat", "admin:tournaments_seat_changelist"),
            ("Games", "playing_cards", "admin:tournaments_game_changelist"),
            ("Trials", "science", "admin:tournaments_trial_changelist"),
            ("Worker hosts", "dns", "admin:tournaments_workerhost_changelist"),
            ("Engines", "extension", "admin:tournaments_engines"),
        ),
    ),
    (
        "Bots",
        (
            ("Bots", "smart_toy", "admin:tournaments_bot_changelist"),
            ("Versions", "history", "admin:tournaments_botversion_changelist"),
        ),
    ),
    (
        "Ratings",
        (
            ("Leaderboards", "leaderboard", "admin:ratings_pool_changelist"),
            ("Ratings", "trending_up", "admin:ratings_rating_changelist"),
            ("Rated boards", "receipt_long", "admin:ratings_ledgerrow_changelist"),
            ("Ledger events", "event_note", "admin:ratings_ledgerevent_changelist"),
            ("Builds", "construction", "admin:ratings_build_changelist"),
        ),
    ),
    (
        "Access",
        (
            ("Accounts", "person", "admin:auth_user_changelist"),
            ("Groups", "group", "admin:auth_group_changelist"),
            ("Tokens", "key", "admin:tournaments_token_changelist"),
            ("Idempotency keys", "repeat", "admin:tournaments_idempotencykey_changelist"),
            ("Audit trail", "policy", "admin:tournaments_auditentry_changelist"),
        ),
    ),
)


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The groups of the side bar, as django-unfold takes them."""
    here = request.resolver_match.view_name if request.resolver_match else ""
    return [
        {
            "title": title,
            "separator": True,
            "collapsible": False,
            "items": [_item(name, icon, view, here) for name, icon, view in items],
        }
        for title, items in GROUPS
    ]


def _item(name: str, icon: str, view: str, here: str) -> dict[str, Any]:
    """A line of it, lit on the pages of its model: django-unfold goes by addresses, where one may begin another."""
    lit = here == view or (view.endswith("_changelist") and here.startswith(view.removesuffix("changelist")))
    return {"title": name, "icon": icon, "link": reverse_lazy(view), "active": lit and not _is_other(here, view)}


def _is_other(here: str, view: str) -> bool:
    """Whether the page here has a line of its own."""
    return here != view and any(here == other for _, items in GROUPS for _, _, other in items)


def strips_style(request: HttpRequest) -> str:
    return static("croupier/strips.css")


def charts_style(request: HttpRequest) -> str:
    return static("ratings/charts.css")


def admin_style(request: HttpRequest) -> str:
    return static("croupier/admin.css")


def icon(request: HttpRequest) -> str:
    return static("croupier/icon.svg")
