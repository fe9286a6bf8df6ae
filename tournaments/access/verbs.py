"""Verbs: what staff do to rows, one by one with the buttons of a page or many at once from a list.

A verb calls the same service as the API. Buttons are forms that post; nothing is changed by following a link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from tournaments.access.actors import Actor
from tournaments.access.errors import Refused
from tournaments.access.refusals import show_refusal
from tournaments.access.staff import StaffAdmin, is_staff

MOST_ROWS = 200
MOST_MESSAGES = 25


class VerbForm(forms.Form):
    """What a verb asks whoever does it; its cleaned values are the keywords of ``Verb.run``.

    ``only_to_act`` are required fields that a preview does without.
    """

    only_to_act: ClassVar[tuple[str, ...]] = ()

    def __init__(self, data: Any = None, *, row: Any, previewing: bool = False) -> None:
        super().__init__(data)
        self.row = row
        self.prepare()
        for name in self.only_to_act if previewing else ():
            self.fields[name].required = False

    def prepare(self) -> None:
        """Set what depends on the row that it is done to."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a verb would do, shown where it asks.

    run       with an actor, the row and the form; None where there is nothing to show. May raise Refused
    template  shows it, as ``preview``
    button    asks for it with what the form says then; "" where it depends on nothing that is asked
    """

    run: Callable[[Actor, Any, Any], object] = field(repr=False)
    template: str
    button: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something to do to a row.

    label    on the button: `Start`; done: in the report: `started`
    run      calls the service with an actor, the row, and what the form asked; may raise Refused
    offered  whether the row's page shows the button: a courtesy, the service decides
    asks     what follows, for a verb that asks before it acts
    form     asked before it acts; such a verb is done to one row at a time
    preview  of what it would do, for a verb that asks and is done to one row at a time
    bulk     whether it may be done to many rows from the list
    opens    whether to go on to the page of the row that `run` returns
    """

    name: str
    label: str
    done: str
    run: Callable[..., object] = field(repr=False)
    offered: Callable[[Any], bool] = field(repr=False)
    asks: str = ""
    form: type[VerbForm] | None = None
    preview: Preview | None = field(default=None, repr=False)
    bulk: bool = True
    opens: bool = False

    @property
    def fills_in(self) -> bool:
        """Whether it has a form: a template would call the class of it."""
        return self.form is not None


class VerbAdmin(StaffAdmin):
    """Rows with verbs."""

    verbs: ClassVar[Sequence[Verb]] = ()
    change_form_outer_before_template = "croupier/admin/verbs.html"

    def verbs_of(self, row: Any) -> list[Verb]:
        """All verbs of a row, offered or not."""
        return list(self.verbs)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        if is_staff(request):
            for verb in self.verbs:
                if verb.bulk and verb.form is None:
                    actions[verb.name] = (partial(_bulk, verb=verb), verb.name, verb.label)
        return actions

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_verb"
        view = self.admin_site.admin_view(require_POST(self.verb_view))
        return [path("<int:pk>/do/<slug:verb_name>/", view, name=name), *super().get_urls()]

    def verb_view(self, request: HttpRequest, pk: int, verb_name: str) -> HttpResponse:
        """Do a verb to one row and go back to its page; a verb that asks is asked about first."""
        if not is_staff(request):
            raise PermissionDenied
        row = self.get_object(request, str(pk))
        verb = next((verb for verb in self.verbs_of(row) if verb.name == verb_name), None) if row else None
        if row is None or verb is None:
            raise Http404(f"there is no {self.opts.verbose_name} {pk} with the verb {verb_name}")
        form = None
        previewing = verb.preview is not None and "preview" in request.POST
        if verb.form is not None:
            form = verb.form(request.POST if "confirmed" in request.POST else None, row=row, previewing=previewing)
        if (verb.asks or form is not None) and ("confirmed" not in request.POST or previewing):
            return self.ask(request, verb, [row], cancel=_page(self, row), form=form)
        if form is None:
            [done] = self.do(request, verb, [row])
        elif (done := self.fill_in(request, verb, row, form)) is None:
            return self.ask(request, verb, [row], cancel=_page(self, row), form=form)
        return HttpResponseRedirect(_page(self, done if verb.opens and done is not None else row))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if is_staff(request) else None
        extra = {"row_verbs": self.buttons(row) if row else [], **(extra_context or {})}
        return super().change_view(request, object_id, form_url, extra)  # type: ignore[no-any-return]

    def buttons(self, row: Any) -> list[dict[str, Any]]:
        """The verbs offered for a row, and where they are posted."""
        name = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_verb"
        offered = [verb for verb in self.verbs_of(row) if verb.offered(row)]
        return [{"verb": verb, "url": reverse(name, args=[row.pk, verb.name])} for verb in offered]

    def fill_in(self, request: HttpRequest, verb: Verb, row: Any, form: VerbForm) -> object | None:
        """Do a verb with what its form says. Returns what the service did, or None where the form now says why not."""
        if not form.is_valid():
            return None
        try:
            done = verb.run(Actor(request.user), row, **form.cleaned_data)  # type: ignore[arg-type]
        except Refused as refused:
            show_refusal(form, refused)
            return None
        self.log_change(request, row, verb.label)
        self.message_user(request, f"{row}: {verb.done}", messages.SUCCESS)
        return done

    def do(self, request: HttpRequest, verb: Verb, rows: Iterable[Any]) -> list[object | None]:
        """Do the verb to each row and report what happened to each. Returns what services did, None for refusals."""
        actor = Actor(request.user)  # type: ignore[arg-type]
        reports: list[tuple[int, str]] = []
        found: list[object | None] = []
        for row in rows:
            name = str(row)
            try:
                found.append(verb.run(actor, row))
            except Refused as refused:
                found.append(None)
                reports.append((messages.ERROR, f"{name}: {refused.message}"))
            else:
                self.log_change(request, row, verb.label)
                reports.append((messages.SUCCESS, f"{name}: {verb.done}"))
        reports.sort(key=lambda report: -report[0])  # refusals first: they are what must not be cut off
        for level, text in reports[:MOST_MESSAGES]:
            self.message_user(request, text, level)
        if rest := reports[MOST_MESSAGES:]:
            refused_rest = sum(level == messages.ERROR for level, _ in rest)
            self.message_user(
                request, f"and {len(rest) - refused_rest} more {verb.done}, {refused_rest} more refused", messages.INFO
            )
        return found

    def ask(
        self,
        request: HttpRequest,
        verb: Verb,
        rows: Sequence[Any],
        *,
        cancel: str,
        form: VerbForm | None = None,
        bulk: bool = False,
    ) -> TemplateResponse:
        """The page that asks before a verb is done: whether, or what its form asks."""
        preview = refused = None
        if verb.preview is not None and (form is None or form.is_valid() or not form.is_bound):
            try:
                preview = verb.preview.run(Actor(request.user), rows[0], form)  # type: ignore[arg-type]
            except Refused as refusal:
                if form is not None and form.is_bound:
                    show_refusal(form, refusal)
                else:
                    refused = refusal.message
        context = {
            **self.admin_site.each_context(request),
            "title": verb.label if form else f"{verb.label}?",
            "opts": self.opts,
            "verb": verb,
            "form": form,
            "preview": preview,
            "preview_refused": refused,
            "rows": rows,
            "bulk": bulk,
            "checkbox": ACTION_CHECKBOX_NAME,
            "cancel": cancel,
        }
        return TemplateResponse(request, "croupier/admin/confirm.html", context)


def _bulk(admin: VerbAdmin, request: HttpRequest, queryset: QuerySet[Any], *, verb: Verb) -> HttpResponse | None:
    """The action of a list. Ordered by key, so that two who press at once lock rows in the same order."""
    rows = list(queryset.order_by("pk")[: MOST_ROWS + 1])
    if len(rows) > MOST_ROWS:
        admin.message_user(request, f"{verb.label}: more than {MOST_ROWS} rows at once; choose fewer", messages.ERROR)
        return None
    if verb.asks and "confirmed" not in request.POST:
        return admin.ask(request, verb, rows, cancel=request.get_full_path(), bulk=True)
    admin.do(request, verb, rows)
    return None


def _page(admin: VerbAdmin, row: Any) -> str:
    """Where a row's page is."""
    opts = admin.opts
    return reverse(f"{admin.admin_site.name}:{opts.app_label}_{opts.model_name}_change", args=[row.pk])
