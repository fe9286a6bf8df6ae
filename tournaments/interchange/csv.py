"""Comma-separated values (RFC 4180) that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Value: TypeAlias = str | int | None

# What begins a formula, in half and full width (OWASP, CSV Injection).
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def written(columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    """A header and the rows, lines ending with CR LF; None is empty.

    A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay as they are.
    """
    out = io.StringIO()
    writer = csv.writer(out)  # RFC 4180 is its default
    writer.writerow(map(_safe, columns))
    writer.writerows(map(_safe, row) for row in rows)
    return out.getvalue()


def _safe(value: Value) -> Value:
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return f"'{value}"
    return value
