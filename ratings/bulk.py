"""Many rows at once, in statements that both databases share or in each one's fastest way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

# Rows of one transaction of `insert`: on SQLite nobody else writes for the tenth of a second that it takes.
_CHUNK = 20_000


def insert(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> int:
    """Insert rows, in transactions of a size that holds nobody up; returns their number. Columns are the database's."""
    table, names = _names(model, columns)
    rest, written = iter(rows), 0
    while chunk := list(islice(rest, _CHUNK)):
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                    for row in chunk:
                        copy.write_row(row)
            else:
                marks = ", ".join(["%s"] * len(columns))
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", chunk)  # noqa: S608
        written += len(chunk)
    return written


def add(model: type[Model], key: Sequence[str], counts: Sequence[str], rows: Iterable[Sequence[int | str]]) -> None:
    """Add to the counts of rows that are there, by their unique key; insert those that are not.

    rows  the key, then what is to be added to each count
    """
    table, names = _names(model, [*key, *counts])
    quote = connection.ops.quote_name
    marks = ", ".join(["%s"] * (len(key) + len(counts)))
    sums = ", ".join(f"{quote(name)} = {table}.{quote(name)} + EXCLUDED.{quote(name)}" for name in counts)
    unique = ", ".join(map(quote, key))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT ({unique}) DO UPDATE SET {sums}",  # noqa: S608
            list(rows),
        )


def moment(value: datetime | None) -> Any:
    """A time as `insert` takes it."""
    return connection.ops.adapt_datetimefield_value(value) if value is not None else None


def _names(model: type[Model], columns: Sequence[str]) -> tuple[str, str]:
    quote = connection.ops.quote_name
    return quote(model._meta.db_table), ", ".join(map(quote, columns))
