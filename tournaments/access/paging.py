"""Pages of a list view: `?limit=50&cursor=...` in, `{"next": URL or null, "results": [...]}` out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from .errors import FieldError, Invalid
from .keyset import Keyset, Value

DEFAULT_LIMIT = 50
MAX_LIMIT = 200

Rows = Callable[[int, tuple[Value, ...] | None], list[Any]]


class KeysetPagination(BasePagination):
    """The view says its order: `keyset = ("-score", "id")`, or a property where the order depends on the request.

    There is no `previous` and no total: both would be claims about rows that come and go.
    """

    next: str | None = None  # where the list goes on
    after: tuple[Value, ...] | None = None  # the place that the page is beyond

    @property
    def is_last(self) -> bool:
        return self.next is None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """At most `limit` rows after the cursor. Raises Invalid for a bad `limit` or `cursor`."""
        keys: Sequence[str] | None = getattr(view, "keyset", None)
        if keys is None:
            raise ImproperlyConfigured(f"{type(view).__name__}.keyset is missing")
        keyset = Keyset(keys, unique=getattr(view, "unique", "pk"))
        ordered = keyset.order(queryset)

        def rows(limit: int, place: tuple[Value, ...] | None) -> list[Any]:
            return list((ordered if place is None else keyset.after(ordered, place))[:limit])

        return self.page(rows, keyset, request)

    def page(self, rows: Rows, keyset: Keyset, request: Request) -> list[Any]:
        """The same of what is no queryset: `rows` gives at most so many, after a place or from the first on."""
        limit, cursor = parse_limit(request), request.query_params.get("cursor")
        self.after = None if cursor is None else keyset.parse(cursor)
        page = rows(limit + 1, self.after)
        self.next = None
        if len(page) > limit:
            page = page[:limit]
            url = request.build_absolute_uri()
            self.next = replace_query_param(url, "cursor", keyset.cursor(keyset.place(page[-1])))
        return page

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"next": self.next, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        next_url = {
            "type": "string",
            "format": "uri",
            "nullable": True,
            "description": "Where the list goes on; null at its end.",
        }
        return {
            "type": "object",
            "required": ["next", "results"],
            "properties": {"next": next_url, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        limit = {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}
        return [
            {"name": "limit", "in": "query", "description": "Rows of a page.", "schema": limit},
            {
                "name": "cursor",
                "in": "query",
                "description": "From `next` of the page before; opaque.",
                "schema": {"type": "string"},
            },
        ]


def parse_limit(request: Request) -> int:
    """The parameter `limit`, 1 to 200, 50 if not given. Raises Invalid."""
    text = request.query_params.get("limit")
    if text is None:
        return DEFAULT_LIMIT
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MAX_LIMIT:
        return int(text)
    message = f"limit: {json.dumps(text[:20])} is not a whole number from 1 to {MAX_LIMIT}"
    raise Invalid(message, errors=[FieldError("limit", message, "parameter")])
