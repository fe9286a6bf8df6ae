"""Django's error handlers: a problem for addresses of the API, a page for all others."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from .problems import API_ROOT, SITE_DETAILS, problem_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _problem(request, 400) or defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _problem(request, 403) or defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _problem(request, 404) or defaults.page_not_found(request, exception)


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    return _problem(request, 500) or defaults.server_error(request)


def _problem(request: HttpRequest, status: int) -> HttpResponse | None:
    if not request.path_info.startswith(API_ROOT):
        return None
    return problem_response(status=status, detail=SITE_DETAILS[status])
