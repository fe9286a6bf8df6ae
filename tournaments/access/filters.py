"""Filters of lists. A parameter that a list does not have is refused, and so is one without a value."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema_field
from rest_framework.request import Request

from .errors import FieldError, Invalid
from .fields import MAX_ID

PAGE_PARAMETERS = ("limit", "cursor")


class StrictFilterBackend(DjangoFilterBackend):  # type: ignore[misc]
    """Lists answer what was asked: a mistyped filter would silently give everything."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        filterset = self.get_filterset_class(view, queryset)
        known = [*(filterset.base_filters if filterset else ()), *PAGE_PARAMETERS]
        require_known(request, known)
        found: QuerySet[Any] = super().filter_queryset(request, queryset, view)
        return found


def require_known(request: Request, known: Collection[str] = ()) -> None:
    """Raise Invalid unless each query parameter is a known one, stands once and has a value."""
    errors = list(_errors(request, known))
    if errors:
        raise Invalid("; ".join(error.message for error in errors), errors=errors)


def _errors(request: Request, known: Collection[str]) -> Iterable[FieldError]:
    has = f"those are {', '.join(known)}" if known else "it has none"
    for name, values in request.query_params.lists():
        short = name[:60]
        if name not in known:
            message = f"{short}: not a parameter of this list; {has}"
        elif len(values) > 1:
            message = f"{short}: given {len(values)} times; once is right"
        elif values[0] == "":
            message = f"{short}: has no value; leave the parameter out to have all"
        else:
            continue
        yield FieldError(short, message, "parameter")


class WholeField(forms.IntegerField):
    """Digits alone: Django's field would take " 7.0 "."""

    def clean(self, value: Any) -> int | None:
        if value in self.empty_values:
            return None
        if not re.fullmatch("[0-9]{1,19}", value) or not 1 <= int(value) <= MAX_ID:
            raise ValidationError(f"{json.dumps(value[:24])} is not a whole number from 1 to {MAX_ID}")
        return int(value)


@extend_schema_field({"type": "integer", "format": "int64", "minimum": 1, "maximum": MAX_ID})
class WholeFilter(django_filters.NumberFilter):  # type: ignore[misc]
    """A number from 1."""

    field_class = WholeField

    def get_max_validator(self) -> None:
        """None: the field has its own bounds."""


def one_of(choices: Iterable[str], **kwargs: Any) -> django_filters.ChoiceFilter:
    """A filter by one of these values."""
    names = list(choices)
    wrong = f'"%(value)s" is not one of {", ".join(names)}'
    return django_filters.ChoiceFilter(
        choices=[(name, name) for name in names], error_messages={"invalid_choice": wrong}, **kwargs
    )


def text(**kwargs: Any) -> django_filters.CharFilter:
    """A filter by a text, taken as it is."""
    return django_filters.CharFilter(strip=False, **kwargs)
