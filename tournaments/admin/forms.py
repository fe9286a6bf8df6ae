"""The forms of what staff may make: drafts, entries, bots, versions and tokens; the services decide what is valid."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.utils.functional import lazy
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminFileFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from tournaments.access.actors import Scope
from tournaments.admin.base import ServiceForm
from tournaments.admin.choices import (
    engine_choices,
    format_choices,
    format_options_help,
    policy_choices,
    tie_breaks_help,
    variant_choices,
)
from tournaments.admin.fields import JSONObjectField, ListField, NumbersField
from tournaments.models import Bot, BotVersion, Entry, Token, Tournament


class DraftForm(ServiceForm):
    """A draft of a tournament; of an open one, what may still be changed."""

    engine = forms.ChoiceField(choices=engine_choices, widget=UnfoldAdminSelectWidget())
    variant = forms.ChoiceField(choices=variant_choices, required=False, widget=UnfoldAdminSelectWidget())
    options = JSONObjectField(
        help_text="A JSON object of the options that differ from the variant's; empty for none. "
        "The page of engines says which there are.",
    )
    format = forms.ChoiceField(choices=format_choices, widget=UnfoldAdminSelectWidget())
    format_options = JSONObjectField(help_text=lazy(format_options_help, str)())
    points = NumbersField(
        label="Points by place",
        help_text="For three to six seats: points by place, the winner's first, such as 72, 48, 24, 12. "
        "Empty: 2 for each seat above, 1 for a tie.",
    )
    tie_breaks = ListField(label="Tie-breaks", help_text=lazy(tie_breaks_help, str)())

    class Meta:
        model = Tournament
        fields = "__all__"
        labels: ClassVar[dict[str, str]] = {
            "entries_from": "Entries from",
            "entries_until": "Entries until",
            "starts_at": "Start",
            "check_in_minutes": "Check-in, in minutes",
            "per_owner": "Entries per owner",
            "late_until": "Late entries until round",
            "late_points": "Points of rounds missed",
            "requested_byes": "Byes on request",
            "same_owner_rounds": "Rounds without bots of one owner meeting",
            "on_void": "Void matches",
            "result": "Result of a match by",
            "scoring": "Standings count",
            "edition": "Edition of the tie-breaks",
            "hidden": "Hide results",
            "boards": "Boards in a match",
            "rotate": "Rotate seats",
            "admits_remote": "Admit remote bots",
            "move_ms": "Time for a move, in ms",
            "bank_ms": "Bank of a game, in ms",
            "game_ms": "Time for a game, in ms",
        }


class EntryForm(ServiceForm):
    """A bot to be entered with its active version."""

    class Meta:
        model = Entry
        fields = ("tournament", "bot")


class BotForm(ServiceForm):
    """A bot of whoever fills the form in."""

    engine = forms.ChoiceField(choices=engine_choices, widget=UnfoldAdminSelectWidget())

    class Meta:
        model = Bot
        fields = ("name", "engine")


class VersionForm(ServiceForm):
    """The next version of a bot: a policy, a program with its file, or a remote one."""

    policy = forms.ChoiceField(
        choices=lambda: [("", "none: it is a program, or remote"), *policy_choices()],
        required=False,
        widget=UnfoldAdminSelectWidget(),
    )
    program = forms.FileField(
        required=False,
        allow_empty_file=True,
        widget=UnfoldAdminFileFieldWidget(),
        help_text="Of a program: one file, or a zip.",
    )

    class Meta:
        model = BotVersion
        fields = ("bot", "kind", "policy", "runtime", "main")
        labels: ClassVar[dict[str, str]] = {"main": "Main file"}
        help_texts: ClassVar[dict[str, str]] = {
            "runtime": "Of a program: what runs it.",
            "main": "Of a program: the file that is run; empty for the one that its runtime suggests.",
        }


class TokenForm(ServiceForm):
    """A token for an account; its text is shown once."""

    name = forms.CharField(
        max_length=100, widget=UnfoldAdminTextInputWidget(), help_text="What it is for, for people to recognise it by."
    )
    scopes = forms.MultipleChoiceField(
        choices=[
            (Scope.READ, "read: see what is the owner's and not public"),
            (Scope.BOTS, "bots: register bots, enter and withdraw them"),
            (Scope.ORGANISE, "organise: make events and run them"),
        ],
        widget=UnfoldAdminCheckboxSelectMultipleWidget(),
    )

    class Meta:
        model = Token
        fields = ("owner", "name", "scopes", "expires_at")
