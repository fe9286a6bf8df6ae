"""Files that are sent while they are made, in either kind of server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from rest_framework.request import Request


def streamed(request: Request, parts: Iterator[str], *, content_type: str, name: str) -> StreamingHttpResponse:
    """The parts as an attachment of this name, which holds nothing that would need quoting.

    An error on the way breaks the connection off, so that nobody takes a part for the whole.
    """
    # An ASGI server would read a plain iterator to its end before it sends anything.
    there = iter(()) if request.method == "HEAD" else parts
    content = _one_by_one(there) if isinstance(request._request, ASGIRequest) else there
    return StreamingHttpResponse(
        content, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def _one_by_one(parts: Iterator[str]) -> AsyncIterator[str]:
    """Each part made in the thread of the request, where its database connection is."""
    take = sync_to_async(partial(next, parts, None), thread_sensitive=True)
    while (part := await take()) is not None:
        yield part
