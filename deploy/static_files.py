"""Static files, served by the process that serves everything else."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise whose answers hold their file whole.

    It answers with an iterator over the file, which under ASGI Django reads whole all the same, warning of it each
    time. None of the files is larger than a megabyte or two.
    """

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
