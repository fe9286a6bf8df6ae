"""What a service refused, said in the form that asked for it."""

from __future__ import annotations

from django import forms

from tournaments.access.errors import Refused


def show_refusal(form: forms.BaseForm, refused: Refused) -> None:
    """Say what a service refused at the fields of the form that it is about, or above them all."""
    for error in refused.errors:
        field = error.where.strip("/").split("/")[0]
        form.add_error(field if field in form.fields else None, error.message)
    if not refused.errors:
        form.add_error(None, refused.message)
