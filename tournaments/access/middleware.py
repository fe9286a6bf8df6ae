"""Paths under /api/ answer in JSON, whatever part of Django refuses; stands first in MIDDLEWARE."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from .body_limit import largest_body
from .problems import API_ROOT, CONTENT_TYPE, SITE_DETAILS, problem_response

READING = ("GET", "HEAD")
KEPT_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")


class ProblemMiddleware:
    """Refuses what no view should have to think of, and turns what error pages are left (DEBUG, CSRF) into problems.

    A NUL in the address (PostgreSQL has no text with NUL) is a 400; something sent to an address without its
    final slash is a 404, since clients would follow a redirection with a GET; a body of unstated length is a 411, since
    it would be taken for an empty one; a body larger than `largest_body` says is a 413 before anyone reads it.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]) -> None:
        self.get_response = get_response
        self._asynchronous = iscoroutinefunction(get_response)
        if self._asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self._asynchronous:
            return self._in_loop(request)
        refusal = self._refusal(request)
        return refusal or self._as_problem(request, cast(HttpResponseBase, self.get_response(request)))

    async def _in_loop(self, request: HttpRequest) -> HttpResponseBase:
        refusal = self._refusal(request)
        if refusal is not None:
            return refusal
        return self._as_problem(request, await cast(Awaitable[HttpResponseBase], self.get_response(request)))

    def _refusal(self, request: HttpRequest) -> HttpResponse | None:
        if not request.path_info.startswith(API_ROOT):
            return None
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return problem_response(status=400, detail="the address holds a NUL character")
        if "\0" in request.META.get("QUERY_STRING", ""):
            return problem_response(status=400, detail="the address holds a NUL character")
        if request.method not in READING and not request.path_info.endswith("/"):
            detail = f"no such address; it needs its final slash: {request.path_info[:200]}/"
            return problem_response(status=404, detail=detail)
        stated = request.META.get("CONTENT_LENGTH")
        if request.META.get("HTTP_TRANSFER_ENCODING") and not stated:
            return problem_response(status=411, detail="send Content-Length; a chunked body is not taken")
        limit = largest_body(request.path_info, request.META.get("CONTENT_TYPE", ""))
        if stated and stated.isascii() and stated.isdigit() and int(stated[:20]) > limit:
            return problem_response(status=413, detail=f"the body is {stated[:20]} bytes; at most {limit} are taken")
        return None

    def _as_problem(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith(API_ROOT):
            return response
        if response.status_code < 400 or response.get("Content-Type", "").startswith(CONTENT_TYPE):
            return response
        if settings.DEBUG and response.status_code == 500:
            return response
        headers = {name: response[name] for name in KEPT_HEADERS if response.has_header(name)}
        detail = SITE_DETAILS.get(response.status_code, "the request was refused")
        return problem_response(status=response.status_code, detail=detail, headers=headers)
