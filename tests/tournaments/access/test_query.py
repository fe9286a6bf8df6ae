"""Parameters of a query string that are no filters: what is taken, and what is said of the others."""

from __future__ import annotations

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tournaments.access.errors import Invalid
from tournaments.access.fields import MAX_ID
from tournaments.access.query import needed, one_of, whole


def asked(query: str) -> Request:
    return Request(APIRequestFactory().get(f"/?{query}"))


def test_what_is_needed_is_given_or_named() -> None:
    assert needed(asked("bot=7"), "bot", "the id of a bot") == "7"
    with pytest.raises(Invalid, match=r"^bot: missing; give the id of a bot$") as refusal:
        needed(asked("other=7"), "bot", "the id of a bot")
    assert [(error.where, error.place) for error in refusal.value.errors] == [("bot", "parameter")]


def test_one_of_some_texts() -> None:
    assert one_of("as", "csv", ["csv", "jsonl"]) == "csv"
    with pytest.raises(Invalid, match=r'^as: "xml" is not one of csv, jsonl$'):
        one_of("as", "xml", ["csv", "jsonl"])


def test_whole_numbers() -> None:
    assert [whole("bot", text) for text in ("1", "007", str(MAX_ID))] == [1, 7, MAX_ID]


@pytest.mark.parametrize("text", ["0", "-1", "1.0", "", "x", "²", str(MAX_ID + 1), "9" * 100])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(Invalid, match="is not a whole number from 1 to"):
        whole("bot", text)
