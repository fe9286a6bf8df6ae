"""Links from one row's page to another's."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString


def to_row(row: Any, text: object = None) -> SafeString:
    """A link to the admin page of a row."""
    if row is None:
        return format_html("<span>{}</span>", "-")
    opts = row._meta
    return link(
        reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[row.pk]), row if text is None else text
    )


def link(url: str, text: object) -> SafeString:
    """A link in the admin's colours."""
    return format_html('<a href="{}" class="text-primary-600 dark:text-primary-500">{}</a>', url, text)


def listing(model: str, query: str = "") -> str:
    """The address of the list of one of our models, filtered: `listing("match", "state__exact=void")`."""
    return reverse(f"admin:tournaments_{model}_changelist") + (f"?{query}" if query else "")
