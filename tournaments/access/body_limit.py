"""No body larger than the limit reaches Django, which would write it to disk before any view could refuse it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

from .problems import problem_response

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


def largest_body(path: str, content_type: str) -> int:
    """How many bytes a body sent to ``path`` may have: more for files (multipart) where programs are uploaded."""
    is_upload = content_type.lower().startswith("multipart/form-data") and any(
        re.fullmatch(pattern, path, re.ASCII) for pattern in settings.CROUPIER_UPLOAD_PATHS
    )
    return int(settings.FILE_UPLOAD_MAX_MEMORY_SIZE if is_upload else settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


class BodyLimit:
    """An ASGI application around another: 413 as soon as more bytes are announced or have come than `limit` says.

    `limit` is asked with the path and the content type.
    """

    def __init__(self, application: Application, limit: Callable[[str, str], int] = largest_body) -> None:
        self.application = application
        self.limit = limit

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        limit = self.limit(scope["path"], headers.get(b"content-type", b"").decode("latin-1"))
        stated = headers.get(b"content-length", b"")
        if stated.isdigit() and (len(stated) > 20 or int(stated) > limit):
            await _refuse(send, limit)
            return
        received, answered, too_large = 0, False, False

        async def counted() -> Message:
            nonlocal received, too_large
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > limit:
                    # For the application the client has gone: it stops reading, and answers nothing.
                    too_large = True
                    return {"type": "http.disconnect"}
            return message

        async def noted(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        await self.application(scope, counted, noted)
        if too_large and not answered:
            await _refuse(send, limit)


async def _refuse(send: Send, limit: int) -> None:
    detail = f"the body is larger than {limit} bytes"
    response = problem_response(status=413, detail=detail, headers={"Connection": "close"})
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    headers.append((b"content-length", str(len(response.content)).encode()))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
