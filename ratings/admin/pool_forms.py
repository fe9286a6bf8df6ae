"""What the verbs of pools ask for; `ratings.changes` decides whether it may be."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from ratings.changes import PARAMETERS, REASON_LENGTH
from ratings.models import Pool, Rating
from ratings.skill import Belief
from tournaments.access.verbs import VerbForm


class ReasonForm(VerbForm):
    """Why."""

    only_to_act = ("reason",)

    reason = forms.CharField(
        max_length=REASON_LENGTH, widget=UnfoldAdminTextInputWidget(), help_text="For everyone to read."
    )


class ParametersForm(ReasonForm):
    """All constants of a pool, those that hold now filled in."""

    field_order = (*PARAMETERS, "reason")

    def prepare(self) -> None:
        for name, value in asdict(self.row.parameters).items():
            field: Any = Pool._meta.get_field(name)
            self.fields[name] = forms.FloatField(
                initial=value, label=name, help_text=field.help_text or field.verbose_name, widget=number()
            )
        self.order_fields(self.field_order)

    @property
    def values(self) -> dict[str, float]:
        """What it says of the constants; it is valid."""
        return {name: self.cleaned_data[name] for name in PARAMETERS}


class VersionChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A version of a bot, with its owner."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj} ({obj.bot.owner.get_username()})"


class ReferenceForm(ReasonForm):
    """A version, and whether its rating stays as it is from now on."""

    field_order = ("version", "mu", "sigma", "reason")

    mu = forms.FloatField(
        required=False, help_text="Leave mu and sigma empty, and its rating moves like any other.",
    )  # fmt: skip
    sigma = forms.FloatField(
        required=False, label="sigma", help_text="With both, this is its rating from now on, which no board moves."
    )

    def prepare(self) -> None:
        versions = Rating._meta.get_field("version").related_model._default_manager
        self.fields["version"] = VersionChoice(
            versions.select_related("bot__owner"),
            widget=AutocompleteSelect(Rating._meta.get_field("version"), admin.site),
            help_text="Of a bot of somebody who is staff.",
        )
        for name in ("mu", "sigma"):
            self.fields[name].widget = number()
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        mu, sigma = cleaned.pop("mu", None), cleaned.pop("sigma", None)
        if "mu" in self.errors or "sigma" in self.errors:
            return cleaned
        if (mu is None) != (sigma is None):
            self.add_error("mu" if mu is None else "sigma", "mu and sigma: say both or neither")
            return cleaned
        fixed = None
        if mu is not None and sigma is not None:
            try:
                fixed = Belief(mu, sigma)
            except ValueError as error:
                self.add_error(str(error).partition(":")[0], str(error))
        return {**cleaned, "fixed": fixed}


class DismissForm(ReasonForm):
    """One of the pool's reference bots."""

    field_order = ("version", "reason")

    def prepare(self) -> None:
        referring = Rating.objects.filter(build=self.row.build_id, reference=True).values("version_id")
        versions = Rating._meta.get_field("version").related_model._default_manager
        self.fields["version"] = VersionChoice(
            versions.filter(pk__in=referring).select_related("bot__owner"), widget=UnfoldAdminSelectWidget()
        )
        self.order_fields(self.field_order)


def number() -> Any:
    """A field for any number: the step of the browser's own would refuse most of them."""
    return UnfoldAdminDecimalFieldWidget(attrs={"step": "any"})
