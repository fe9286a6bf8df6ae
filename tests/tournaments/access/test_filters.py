"""Parameters of lists: what is known, once, and with a value."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tournaments.access.errors import Invalid
from tournaments.access.fields import MAX_ID
from tournaments.access.filters import WholeField, require_known


def asked(query: str) -> Request:
    return Request(APIRequestFactory().get(f"/?{query}"))


@pytest.mark.parametrize("query", ["", "limit=5", "limit=5&state=open"])
def test_what_is_known_is_taken(query: str) -> None:
    require_known(asked(query), ["state", "limit"])


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("stat=open", "stat: not a parameter of this list; those are state, limit"),
        ("state=", "state: has no value; leave the parameter out to have all"),
        ("state=a&state=a", "state: given 2 times; once is right"),
        ("State=a&limit=", "State: not a parameter of this list; those are state, limit; limit: has no value"),
    ],
)
def test_what_is_not_is_refused(query: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        require_known(asked(query), ["state", "limit"])
    assert refused.value.message.startswith(message)
    assert {error.place for error in refused.value.errors} == {"parameter"}


def test_a_list_without_parameters_says_so() -> None:
    with pytest.raises(Invalid, match="x: not a parameter of this list; it has none"):
        require_known(asked("x=1"))


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("007", 7), (str(MAX_ID), MAX_ID)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert WholeField(required=False).clean(text) == number


@pytest.mark.parametrize("text", ["0", "-1", "0.5", "7.0", " 7", "7 ", "+7", "1e3", "٧", str(MAX_ID + 1), "9" * 5000])
def test_nothing_else_is(text: str) -> None:
    with pytest.raises(ValidationError, match="is not a whole number from 1 to"):
        WholeField(required=False).clean(text)
