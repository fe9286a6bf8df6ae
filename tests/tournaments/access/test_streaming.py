"""Files that are sent while they are made: part after part in both kinds of server, and nothing made for HEAD."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncRequestFactory, RequestFactory
from rest_framework.request import Request

from tournaments.access.streaming import streamed

SENT = {"content_type": "text/plain; charset=utf-8", "name": "a.txt"}


def made(log: list[str]) -> Iterator[str]:
    for part in ("one\n", "zwölf\n", "three\n"):
        log.append(f"{part.strip()} in {threading.current_thread().name}")
        yield part


@pytest.mark.parametrize("factory", [RequestFactory, AsyncRequestFactory])
def test_parts_come_one_by_one(factory) -> None:
    log: list[str] = []
    response = streamed(Request(factory().get("/")), made(log), **SENT)
    assert log == []
    assert response["Content-Type"] == SENT["content_type"]
    assert response["Content-Disposition"] == 'attachment; filename="a.txt"'
    found: list[bytes] = []

    async def read() -> None:
        async for part in response:
            found.append(part)
            assert len(log) == len(found)

    if response.is_async:
        async_to_sync(read)()
    else:
        for part in response:
            found.append(part)
            assert len(log) == len(found)
    assert response.is_async is (factory is AsyncRequestFactory)
    assert b"".join(found).decode() == "one\nzwölf\nthree\n"
    # where the database connection of the request is
    assert log == [f"{word} in {threading.current_thread().name}" for word in ("one", "zwölf", "three")]


@pytest.mark.parametrize("factory", [RequestFactory, AsyncRequestFactory])
def test_nothing_is_made_for_a_head(factory) -> None:
    log: list[str] = []
    response = streamed(Request(factory().head("/")), made(log), **SENT)

    async def read() -> list[bytes]:
        return [part async for part in response]

    assert (async_to_sync(read)() if response.is_async else list(response)) == []
    assert log == []


def test_an_error_breaks_off() -> None:
    def broken() -> Iterator[str]:
        yield "one"
        raise RuntimeError("gone")

    response = streamed(Request(AsyncRequestFactory().get("/")), broken(), **SENT)

    async def read() -> None:
        async for _ in response:
            pass

    with pytest.raises(RuntimeError, match="gone"):
        async_to_sync(read)()
