"""Comma-separated values (RFC 4180) that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

Value: TypeAlias = str | int | float | None

CONTENT_TYPE = "text/csv; charset=utf-8; header=present"

# What begins a formula, in half and full width (OWASP, CSV Injection).
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def written(columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    """A header and the rows, lines ending with CR LF; None is empty.

    A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay as they are.
    """
    return "".join(parts(columns, rows))


def parts(columns: Sequence[str], rows: Iterable[Sequence[Value]], *, lines: int = 1_000) -> Iterator[str]:
    """The same, so many lines at a time."""
    rest = iter(rows)
    part: Iterable[Sequence[Value]] = [columns]
    while part:
        out = io.StringIO()
        csv.writer(out).writerows(map(_safe, row) for row in part)  # RFC 4180 is its default
        yield out.getvalue()
        part = list(islice(rest, lines))


def _safe(value: Value) -> Value:
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return f"'{value}"
    return value
