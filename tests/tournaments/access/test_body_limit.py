import asyncio
import json

import pytest
from django.core.asgi import get_asgi_application

from tournaments.access.body_limit import BodyLimit

LIMIT = 100


def limit(path, content_type):
    return LIMIT


def ask(application, chunks, headers=(), path="/api/nothing/"):
    """Send a POST in chunks; the status, the headers, the body and how many chunks were read."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    read, sent = 0, []

    async def receive():
        nonlocal read
        if read == len(chunks):
            await asyncio.sleep(3600)
        read += 1
        return {"type": "http.request", "body": chunks[read - 1], "more_body": read < len(chunks)}

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], dict(sent[0]["headers"]), body, read


async def measuring(scope, receive, send):
    """Answers with the size of the body; nothing to a client that has gone."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


def test_what_fits_passes():
    status, _, body, _ = ask(BodyLimit(measuring, limit), [b"x" * 60, b"x" * 40])
    assert (status, body) == (200, b"100")


@pytest.mark.parametrize("length", [b"101", b"9" * 5000])
def test_an_announced_excess_is_refused_unread(length):
    status, headers, body, read = ask(BodyLimit(measuring, limit), [b"x"], [(b"content-length", length)])
    assert (status, read) == (413, 0)
    assert headers[b"content-type"] == b"application/problem+json"
    assert json.loads(body)["code"] == "body_too_large"
    assert headers[b"content-length"] == str(len(body)).encode()


@pytest.mark.parametrize("application", [measuring, get_asgi_application()])
def test_an_unannounced_excess_is_refused_when_it_comes(application):
    status, _, body, read = ask(BodyLimit(application, limit), [b"x" * 60, b"x" * 41, b"x" * 1000])
    assert (status, read) == (413, 2)
    assert "larger than 100 bytes" in json.loads(body)["detail"]


def test_what_is_not_http_is_left_alone():
    seen = []

    async def application(scope, receive, send):
        seen.append(scope)

    asyncio.run(BodyLimit(application, limit)({"type": "lifespan"}, None, None))
    assert seen == [{"type": "lifespan"}]
