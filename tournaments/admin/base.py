"""Admin pages on which services write: forms in front of them, and what they refused; and the colours of states."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from tournaments.access.actors import Actor
from tournaments.access.errors import Refused
from tournaments.access.refusals import show_refusal
from tournaments.access.staff import StaffAdmin

STATE_LABELS = {
    "draft": "",
    "open": "info",
    "running": "primary",
    "paused": "warning",
    "finished": "success",
    "cancelled": "",
    "in": "success",
    "withdrawn": "warning",
    "disqualified": "danger",
    "pending": "",
    "void": "danger",
    "paired": "primary",
    "closed": "success",
    "waiting": "",
    "qualified": "success",
    "failed": "danger",
}


class ServiceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form whose values go to a service; what the service refuses stands at the field it is about."""

    refused: ClassVar[Refused | None] = None

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.refused is not None:
            show_refusal(self, self.refused)
        return cleaned


class ServiceAdmin(StaffAdmin):
    """Rows that are made, or changed, by a form in front of a service.

    Django validates a form, saves it, and has no way back. So a refusal of the service ends the request's transaction,
    and the form is shown again with what was refused.
    """

    form = ServiceForm

    def serve(self, actor: Actor, form: Any, row: Any) -> Model:
        """Call the service: for a new row (``row`` None) or a changed one. Returns the row. Raises Refused."""
        raise NotImplementedError

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)  # type: ignore[no-any-return]
        except Refused as refused:
            request.refused = refused  # type: ignore[attr-defined]
            return super().changeform_view(request, object_id, form_url, extra_context)  # type: ignore[no-any-return]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # The factory makes a class for every request, so this one is nobody else's.
        form = super().get_form(request, obj, change=change, **kwargs)
        form.refused = getattr(request, "refused", None)
        return form

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Model:
        return self.serve(Actor(request.user), form, form.instance if change else None)  # type: ignore[arg-type]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The service has."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """There is nothing of the form besides the row."""
