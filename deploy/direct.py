"""Requests of remote bots, which come by the thousand: past what they need nothing of."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponseBase
from django.urls import set_script_prefix

from tournaments.access.middleware import ProblemMiddleware

DIRECT = re.compile(r"/api/v1/bots/[0-9]+/(next|moves)/")


class DirectHandler(ASGIHandler):
    """Django's handler with ProblemMiddleware alone.

    Sessions, messages, CSRF and what protects pages in a browser are nothing to a request that is admitted by its token
    and answered in JSON; through all of them it would change threads sixteen times, which takes longer than the rest.
    Nor are signals of a request sent, for which alone it would need a thread: these views clean up after themselves.
    """

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """As Django's: answers, unless the client goes away, which cancels the view."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        set_script_prefix(get_script_prefix(scope))
        request, refusal = self.create_request(scope, body)
        if request is None:
            assert refusal is not None  # of the two there is one
            await self.send_response(refusal, send)
            return

        async def answer() -> None:
            await self.send_response(await self.run_get_response(request), send)

        gone = asyncio.create_task(self.listen_for_disconnect(receive))
        answering = asyncio.create_task(answer())
        try:
            await asyncio.wait([gone, answering], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, answering):
                task.cancel()
            results = await asyncio.gather(gone, answering, return_exceptions=True)
            body.close()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, RequestAborted):
                raise result

    def load_middleware(self, is_async: bool = False) -> None:
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []

        async def respond(request: HttpRequest) -> HttpResponseBase:
            request.get_host()  # refused if it is none of ALLOWED_HOSTS
            return await self._get_response_async(request)  # type: ignore[attr-defined,no-any-return]

        checked: Any = ProblemMiddleware(convert_exception_to_response(respond))

        async def whole(request: HttpRequest) -> HttpResponseBase:
            response: Any = await checked(request)
            # As Django's CommonMiddleware and SecurityMiddleware do, of which the former also looks at the host.
            response["Content-Length"] = str(len(response.content))
            response["X-Content-Type-Options"] = "nosniff"
            return response  # type: ignore[no-any-return]

        self._middleware_chain: Any = whole


class Direct:
    """An ASGI application around Django's: requests of remote bots go to a DirectHandler, all others to Django."""

    def __init__(self, django: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        self._django = django
        self._direct = DirectHandler()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        direct = scope["type"] == "http" and DIRECT.fullmatch(scope["path"])
        await (self._direct if direct else self._django)(scope, receive, send)
