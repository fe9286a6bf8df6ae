"""No body larger than the limit reaches Django, which would write it to disk before any view could refuse it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from .problems import problem_response

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class BodyLimit:
    """An ASGI application around another: 413 as soon as more than `limit` bytes are announced or have come."""

    def __init__(self, application: Application, limit: int) -> None:
        self.application = application
        self.limit = limit

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        stated = dict(scope["headers"]).get(b"content-length", b"")
        if stated.isdigit() and (len(stated) > 20 or int(stated) > self.limit):
            await self._refuse(send)
            return
        received, answered, too_large = 0, False, False

        async def counted() -> Message:
            nonlocal received, too_large
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > self.limit:
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
            await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        detail = f"the body is larger than {self.limit} bytes"
        response = problem_response(status=413, detail=detail, headers={"Connection": "close"})
        headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
        headers.append((b"content-length", str(len(response.content)).encode()))
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": response.content})
