"""What verbs of events, entries and matches ask for; the services decide whether it may be."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from tournaments.access.verbs import VerbForm
from tournaments.admin.fields import ListField, NumbersField
from tournaments.events.admission import next_round
from tournaments.events.rulings import REASON_LENGTH
from tournaments.models import Barred, Entry
from tournaments.standings.scoring import ranks_by_sum, tied

TIE, BOTH_FORFEIT, RANKS, AS_PLAYED = "tie", "forfeit", "ranks", "played"


class RoundsForm(VerbForm):
    """How many rounds an event is to have in all."""

    rounds = forms.IntegerField(
        widget=UnfoldAdminIntegerFieldWidget(), help_text="In all, those that are paired already included."
    )

    def prepare(self) -> None:
        self.fields["rounds"].initial = self.row.rounds


class UsernamesForm(VerbForm):
    """Accounts by username."""

    usernames = ListField(
        required=True, help_text="One a line, in whatever case.", widget=UnfoldAdminTextareaWidget(attrs={"rows": 8})
    )


class EntrantSelect(AutocompleteSelect):
    """Entries looked up by what is typed; ``of`` is the tournament whose they are."""

    of: int | None = None

    def get_url(self) -> str:
        return f"{super().get_url()}?tournament={self.of}"


class PairForm(VerbForm):
    """Two entries of an event."""

    first = forms.ModelChoiceField(
        Entry.objects.none(), widget=EntrantSelect(Barred._meta.get_field("first"), admin.site), label="One bot"
    )
    second = forms.ModelChoiceField(
        Entry.objects.none(), widget=EntrantSelect(Barred._meta.get_field("second"), admin.site), label="The other"
    )

    def prepare(self) -> None:
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            assert isinstance(field.widget, EntrantSelect)
            field.queryset = self.row.entries.select_related("version__bot", "tournament")
            field.widget.of = self.row.pk


class BarredField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of several barred pairs, by the names of the bots."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.first.version} – {obj.second.version}"


class BarredForm(VerbForm):
    """One of the pairs that are barred."""

    pair = BarredField(Barred.objects.none(), widget=UnfoldAdminSelectWidget())

    def prepare(self) -> None:
        field = self.fields["pair"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = self.row.barred.select_related("first__version__bot", "second__version__bot")


class RestForm(VerbForm):
    """The round that an entry is to rest in."""

    round = forms.IntegerField(widget=UnfoldAdminIntegerFieldWidget())

    def prepare(self) -> None:
        event = self.row.tournament
        self.fields["round"].initial = next_round(event)
        self.fields["round"].help_text = (
            f"The next round to be paired is {next_round(event)}. Of the {event.requested_byes} byes that an entry may "
            f"request, this one has asked for {self.row.bye_requests.count()}."
        )


class RequestForm(VerbForm):
    """One of the byes that an entry has asked for."""

    round = forms.TypedChoiceField(coerce=int, widget=UnfoldAdminSelectWidget())

    def prepare(self) -> None:
        unpaired = self.row.bye_requests.filter(round__gte=next_round(self.row.tournament))
        asked = unpaired.order_by("round").values_list("round", flat=True)
        field = self.fields["round"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, f"Round {number}") for number in asked]


class RulingForm(VerbForm):
    """How a match is to count: cleaned to ``ranks`` by seat (None: as it was played) and ``forfeit``."""

    outcome = forms.ChoiceField(widget=UnfoldAdminRadioSelectWidget(), label="It counts as")
    ranks = NumbersField(
        label="Ranks by seat",
        help_text="Only for ranks as below. A rank is the number of seats that are better: 0, 1, 1 is one winner "
        "before two who tie.",
    )

    def prepare(self) -> None:
        names = [
            str(seat.entry.version) for seat in self.row.seats.select_related("entry__version__bot").order_by("seat")
        ]
        two = len(names) == 2
        choices = [(f"win-{seat}", f"won by {name}") for seat, name in enumerate(names)]
        choices.append((TIE, "a tie" if two else "a tie of all"))
        if two:
            choices += [
                (f"forfeit-{seat}", f"forfeited by {name}, won by {names[1 - seat]}") for seat, name in enumerate(names)
            ]
            choices.append((BOTH_FORFEIT, "forfeited by both, lost by both"))
            del self.fields["ranks"]
        else:
            choices.append((RANKS, "ranks as below"))
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*choices, *self.besides()]
        self.seats = len(names)

    def besides(self) -> list[tuple[str, str]]:
        """Further outcomes."""
        return []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        outcome, ranks = cleaned.pop("outcome", None), cleaned.pop("ranks", None)
        if outcome is None:
            return cleaned
        if outcome == RANKS and ranks is None:
            self.add_error("ranks", "ranks: say the rank of every seat, or choose another outcome")
        kind, _, seat = outcome.partition("-")
        if outcome in (TIE, BOTH_FORFEIT):
            ranks = tied(self.seats)
        elif outcome == AS_PLAYED:
            ranks = None
        elif seat:
            loses = kind == "forfeit"
            front = [int((number == int(seat)) != loses) for number in range(self.seats)]
            ranks = ranks_by_sum(front)
        return {**cleaned, "ranks": ranks, "forfeit": kind == "forfeit"}


class ReasonForm(VerbForm):
    """Why something is done to a match."""

    reason = forms.CharField(
        max_length=REASON_LENGTH, widget=UnfoldAdminTextInputWidget(), help_text="For everyone to read."
    )


class LiftForm(VerbForm):
    """Why a suspension is lifted."""

    reason = forms.CharField(
        max_length=REASON_LENGTH, widget=UnfoldAdminTextInputWidget(), help_text="For the owner of the bot to read."
    )


class CorrectionForm(RulingForm, ReasonForm):
    """How a match is to count from now on, and why."""

    def besides(self) -> list[tuple[str, str]]:
        return [(AS_PLAYED, "as it was played")]
