"""The forms of what staff may make: drafts, entries, bots, versions and tokens; the services decide what is valid."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from plugins import registry
from tournaments.access.actors import Scope
from tournaments.admin.base import ServiceForm
from tournaments.models import Bot, BotVersion, Entry, Token, Tournament
from tournaments.pairing import registry as pairing

Choices = list[tuple[str, str]]


def engine_choices() -> Choices:
    """The engines that are installed now."""
    return [(engine_id, info.title) for engine_id, info in registry.engines().items()]


def format_choices() -> Choices:
    """The formats of events."""
    return [(format_id, chosen.title) for format_id, chosen in pairing.formats().items()]


def variant_choices() -> Choices:
    """All variants, each with the engines that have it; "" is the engine's first."""
    known: dict[str, list[str]] = {}
    for info in registry.engines().values():
        for name in info.variants:
            known.setdefault(name, []).append(info.title)
    return [("", "the engine's default"), *((name, f"{name} ({', '.join(of)})") for name, of in known.items())]


def policy_choices() -> Choices:
    """All policies, each with the engines that have it."""
    known: dict[str, list[str]] = {}
    for engine_id in registry.engines():
        for name in registry.policies(engine_id):
            known.setdefault(name, []).append(engine_id)
    return [(name, f"{name} ({', '.join(of)})") for name, of in known.items()]


class PrettyJSON(json.JSONEncoder):
    """Indented, so that options can be read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "indent": 2})


class DraftForm(ServiceForm):
    """A draft of a tournament."""

    engine = forms.ChoiceField(choices=engine_choices, widget=UnfoldAdminSelectWidget())
    variant = forms.ChoiceField(choices=variant_choices, required=False, widget=UnfoldAdminSelectWidget())
    format = forms.ChoiceField(choices=format_choices, widget=UnfoldAdminSelectWidget())
    options = forms.JSONField(
        required=False,
        initial=dict,
        encoder=PrettyJSON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 6, "spellcheck": "false"}),
        help_text="A JSON object of the options that differ from the variant's; empty for none. "
        "The page of engines says which there are.",
    )

    class Meta:
        model = Tournament
        fields = "__all__"

    def clean_options(self) -> dict[str, Any]:
        options = self.cleaned_data["options"]
        if options is None:
            return {}
        if not isinstance(options, dict):
            raise forms.ValidationError(f"options: {type(options).__name__} is not a JSON object")
        return options


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
    """The next version of a bot."""

    policy = forms.ChoiceField(choices=policy_choices, widget=UnfoldAdminSelectWidget())

    class Meta:
        model = BotVersion
        fields = ("bot", "kind", "policy")


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
