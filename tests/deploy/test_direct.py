"""Requests of remote bots under ASGI: they pass by most middleware, all others do not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deploy.asgi import application
from deploy.direct import DIRECT

pytestmark = pytest.mark.django_db(transaction=True)


def ask(method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> tuple[int, dict[str, str]]:
    """Status and headers of the answer."""
    given = {"host": "localhost", **({"content-length": str(len(body))} if body else {}), **(headers or {})}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "server": ("localhost", 80),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()], "client": ("127.0.0.1", 1),
    }  # fmt: skip
    sent: list[Any] = []

    async def run() -> None:
        came = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if came:
                return came.pop()
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        await application(scope, receive, send)

    asyncio.run(run())
    found = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert int(found["content-length"]) == sum(len(part.get("body", b"")) for part in sent)
    return sent[0]["status"], found


@pytest.mark.parametrize(("method", "verb"), [("GET", "next"), ("POST", "moves"), ("DELETE", "next"), ("GET", "moves")])
def test_a_refusal_is_a_problem_of_stated_length(method: str, verb: str) -> None:
    status, headers = ask(method, f"/api/v1/bots/1/{verb}/")
    assert (status, headers["content-type"]) == (401, "application/problem+json")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["www-authenticate"].startswith("Bearer")
    assert "x-frame-options" not in headers


@pytest.mark.parametrize(("headers", "status"), [({"transfer-encoding": "chunked"}, 411), ({}, 401)])
def test_what_no_view_should_have_to_think_of_is_refused(headers: dict[str, str], status: int) -> None:
    assert ask("POST", "/api/v1/bots/1/moves/", headers=headers)[0] == status


def test_a_body_too_large_is_refused() -> None:
    assert ask("POST", "/api/v1/bots/1/moves/", b"x" * (2**20 + 1))[0] == 413


def test_all_others_pass_through_everything() -> None:
    status, headers = ask("GET", "/api/v1/bots/1/")
    assert (status, headers["x-frame-options"]) == (404, "DENY")


def test_a_host_that_is_not_ours_is_refused() -> None:
    assert ask("GET", "/api/v1/bots/1/next/", headers={"host": "elsewhere.invalid"})[0] == 400


@pytest.mark.parametrize(
    "path", ["/api/v1/bots/1/next", "/x/api/v1/bots/1/next/", "/api/v1/bots/x/next/", "/api/v1/bots/1/next/\n"]
)
def test_addresses_that_are_not_theirs(path: str) -> None:
    assert DIRECT.fullmatch(path) is None
