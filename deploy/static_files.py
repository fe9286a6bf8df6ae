"""Static files, served by the process that serves everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise whose answers hold their file whole.

    It answers with an iterator over the file, which under ASGI Django reads whole all the same, warning of it each
    time. None of the files is larger than a megabyte or two.

    It runs in the event loop where there is one, but reads files in a thread: other requests that wait hold none.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self._asynchronous = iscoroutinefunction(get_response)
        if self._asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if not self._asynchronous:
            return super().__call__(request)
        return self._in_loop(request)

    async def _in_loop(self, request: HttpRequest) -> Any:
        if not request.path_info.startswith(self.static_prefix):
            return await self.get_response(request)
        find = self.find_file if self.autorefresh else self.files.get
        found = await sync_to_async(find)(request.path_info)
        if found is None:
            return await self.get_response(request)
        return await sync_to_async(self.serve)(found, request)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The file or the part asked for; nothing of it for HEAD and where the browser's copy is good (304)."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=int(found.status))
        # What is not said of the file is not said: Django would call it text/html.
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
