"""API views that wait: asynchronous, with DRF's authentication, permissions, throttles and refusals."""

from __future__ import annotations

from typing import Any

from asgiref.sync import SyncToAsync, sync_to_async
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connections
from django.http import HttpRequest, HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView


class AsyncView(APIView):
    """A view whose methods are coroutines that give a plain HttpResponse.

    What comes before them is DRF's, and so is what becomes of their exceptions; then comes `prepare`. Both run in the
    event loop, and once more in a thread if they ask the database, which Django allows there alone. While the method
    runs, the request holds neither that thread nor a connection to the database.
    """

    async def dispatch(  # type: ignore[override]
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        self.args, self.kwargs = args, kwargs
        self.request = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        response: Any
        try:
            try:
                self._begin()
            except SynchronousOnlyOperation:
                await sync_to_async(self._begin_in_thread)()
                release_thread()
            response = await self._handler()(self.request, *args, **kwargs)
        except Exception as exc:
            response = self.handle_exception(exc)
        self.response = self.finalize_response(self.request, response, *args, **kwargs)
        return self.response

    def prepare(self, request: Request) -> None:
        """What the method needs, the database included, after DRF's checks. Raises what refuses the request."""

    def _begin(self) -> None:
        self.initial(self.request, *self.args, **self.kwargs)
        if self._handler() != self.http_method_not_allowed:
            self.prepare(self.request)

    def _begin_in_thread(self) -> None:
        # Anew: what has failed may be half done.
        self.request = self.initialize_request(self.request._request, *self.args, **self.kwargs)
        try:
            self._begin()
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:  # a test's
                    connection.close()

    def _handler(self) -> Any:
        method = (self.request.method or "").lower()
        known = method in self.http_method_names
        return getattr(self, method, self.http_method_not_allowed) if known else self.http_method_not_allowed


def release_thread() -> None:
    """End the thread of this request, in which Django runs what is synchronous; it gets another one when it needs it.

    Otherwise each request that waits would hold one, for Django's signals alone begin it.
    """
    context = SyncToAsync.thread_sensitive_context.get(None)
    executor = SyncToAsync.context_to_thread_executor.pop(context, None) if context is not None else None
    if executor is not None:
        executor.shutdown(wait=False)
