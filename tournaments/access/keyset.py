"""The order of a list and a place in it: keyset pagination that holds when thousands of rows tie.

A place is the whole sort key of the last row shown, its primary key included, so it is one place whatever is inserted
or deleted around it (M. Winand, "We need tool support for keyset pagination", use-the-index-luke.com/no-offset).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar

from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.db.models import F, Model, Q, QuerySet

from .errors import FieldError, Invalid

M = TypeVar("M", bound=Model)
Value = bool | int | float | str | datetime | date


@dataclass(frozen=True, slots=True)
class Keyset:
    """The sort key, as for `order_by`: ("-score", "name", "id"). The last is the primary key, or what is `unique` among
    the rows of the list; none is ever null.

    Names may be fields, fields of related rows (`owner__username`) or annotations.
    """

    keys: tuple[str, ...]
    unique: str

    def __init__(self, keys: Sequence[str], *, unique: str = "pk") -> None:
        names = [key.removeprefix("-") for key in keys]
        if not keys or isinstance(keys, str) or len(set(names)) != len(names):
            raise ImproperlyConfigured(f"keyset {keys!r} is not a sequence of distinct names")
        object.__setattr__(self, "keys", tuple(keys))
        object.__setattr__(self, "unique", unique)

    def order(self, rows: QuerySet[M]) -> QuerySet[M]:
        """The rows in order. Raises ImproperlyConfigured if the order would not be total."""
        last, primary = self.keys[-1].removeprefix("-"), rows.model._meta.pk
        if primary is None or last not in {"pk", primary.name, self.unique}:
            raise ImproperlyConfigured(f"keyset {self.keys!r} of {rows.model.__name__} does not end in its primary key")
        return rows.order_by(*(F(key[1:]).desc() if key.startswith("-") else F(key).asc() for key in self.keys))

    def after(self, rows: QuerySet[M], values: Sequence[Value]) -> QuerySet[M]:
        """The rows that come after a place.

        (a, b, id) > (x, y, z) with directions of its own for every key:
        a >= x AND (a > x OR (b >= y AND (b > y OR id > z))). The bound in front lets the database enter the index.
        """
        condition: Q | None = None
        for key, value in reversed(list(zip(self.keys, values, strict=True))):
            name, beyond = (key[1:], "lt") if key.startswith("-") else (key, "gt")
            past = Q(**{f"{name}__{beyond}": value})
            condition = past if condition is None else Q(**{f"{name}__{beyond}e": value}) & (past | condition)
        assert condition is not None
        return rows.filter(condition)

    def place(self, row: Any) -> tuple[Value, ...]:
        """The sort key of a row (an instance, or a mapping from `values()`)."""
        return tuple(_value(row, key.removeprefix("-")) for key in self.keys)

    def cursor(self, values: Sequence[Value]) -> str:
        """The place as opaque text, signed: a cursor of another order, or one that was tampered with, is refused."""
        text = json.dumps([_pack(value) for value in values], separators=(",", ":"))
        return signing.b64_encode(self._signer().sign(text).encode()).decode()

    def parse(self, cursor: str) -> tuple[Value, ...]:
        """The place in a cursor. Raises Invalid (`bad_cursor`)."""
        try:
            text = self._signer().unsign(signing.b64_decode(cursor.encode("ascii")).decode())
        except (signing.BadSignature, ValueError):
            message = "cursor: not one that this list gave; start again without it"
            raise Invalid(message, code="bad_cursor", errors=[FieldError("cursor", message, "parameter")]) from None
        return tuple(_unpack(packed) for packed in json.loads(text))

    def _signer(self) -> signing.Signer:
        return signing.Signer(salt="keyset:" + ",".join(self.keys))


def _value(row: Any, name: str) -> Value:
    if isinstance(row, Mapping):
        value = row[name]
    else:
        value = row
        for part in name.split("__"):
            value = getattr(value, part)
    if value is None or (isinstance(value, float) and math.isnan(value)):
        raise ValueError(f"keyset: {name} is {value}, which has no place in an order")
    if not isinstance(value, bool | int | float | str | datetime | date):
        raise TypeError(f"keyset: {name} is a {type(value).__name__}, for which there is no exact text")
    return value


def _pack(value: Value) -> Any:
    # Floats go as hexadecimal: exact by definition, not by a property of repr.
    if isinstance(value, float):
        return {"f": value.hex()}
    if isinstance(value, datetime):
        return {"t": value.isoformat()}
    if isinstance(value, date):
        return {"d": value.isoformat()}
    return value


def _unpack(packed: Any) -> Value:
    match packed:
        case {"f": str(text)}:
            return float.fromhex(text)
        case {"t": str(text)}:
            return datetime.fromisoformat(text)
        case {"d": str(text)}:
            return date.fromisoformat(text)
        case bool() | int() | str():
            return packed
    raise ValueError(f"keyset: {packed!r} was never packed")
