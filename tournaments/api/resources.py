"""What the view sets share: rows found by number, or a 404 that says what is not there."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.errors import Missing
from tournaments.access.fields import MAX_ID
from tournaments.access.filters import StrictFilterBackend
from tournaments.api.viewer import Viewer

Row = TypeVar("Row", bound=Model)
Parent = TypeVar("Parent", bound=Model)


class Resource(viewsets.GenericViewSet[Row]):
    """A view set of rows; `thing` is what a reader calls one, `number_field` the field of the number in its address."""

    lookup_value_regex = "[0-9]+"
    filter_backends = [StrictFilterBackend]
    thing: ClassVar[str]
    number_field: ClassVar[str] = "pk"

    def viewer(self) -> Viewer:
        """Who looks."""
        return Viewer.of(self.request)

    def number(self, kwarg: str | None = None) -> int:
        """A number in the address. Raises Missing if there can be no row of it."""
        kwarg = kwarg or self.lookup_url_kwarg or self.lookup_field
        text = str(self.kwargs[kwarg])
        # The length first: int() refuses thousands of digits.
        if len(text) > 20 or int(text) > MAX_ID:
            raise Missing(f"there is no {kwarg.removesuffix('_id') if '_' in kwarg else self.thing} {text[:24]}")
        return int(text)

    def get_object(self) -> Any:
        """The row of this address, as far as the reader may know of it. Raises Missing."""
        rows, number = self.get_queryset(), self.number()
        row = rows.filter(**{self.number_field: number}).first()
        if row is None:
            raise Missing(f"there is no {self.thing} {number}{self.whose()}")
        return row

    def whose(self) -> str:
        """What a nested row belongs to, as a part of a sentence."""
        return "".join(
            f" of {kwarg.removesuffix('_id')} {value}" for kwarg, value in self.kwargs.items() if kwarg.endswith("_id")
        )

    def parent(self, rows: QuerySet[Parent], thing: str) -> Parent:
        """The row that a nested address begins with. Raises Missing."""
        number = self.number(f"{thing}_id")
        row = rows.filter(pk=number).first()
        if row is None:
            raise Missing(f"there is no {thing} {number}")
        return row


def made(data: Any, request: Request, name: str) -> Response:
    """201, with the address of what was made: that of the list and its name."""
    return made_at(data, request.build_absolute_uri(f"{request.path}{name}/"))


def made_at(data: Any, address: str) -> Response:
    """201, with the address of what was made."""
    return Response(data, status=status.HTTP_201_CREATED, headers={"Location": address})
