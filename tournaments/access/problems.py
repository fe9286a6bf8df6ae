"""Every refusal of the API as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import http
import logging
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, OperationalError
from django.http import Http404, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.settings import api_settings

from .errors import FieldError, Place, Refused, pointer

API_ROOT = "/api/"
CONTENT_TYPE = "application/problem+json"
BUSY_RETRY_SECONDS = 2
OUT_OF_RANGE = "a number or a text is larger than the database can hold"
TITLES = {
    400: "Bad request",
    401: "Not authenticated",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    409: "Conflict",
    411: "Length required",
    413: "Body too large",
    415: "Unsupported media type",
    422: "Unprocessable content",
    429: "Too many requests",
    500: "Internal error",
    503: "Busy",
}
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "conflict",
    411: "length_required",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "unprocessable",
    429: "throttled",
    500: "internal_error",
    503: "busy",
}
# What is said of a refusal by Django itself, outside of any view of the API.
SITE_DETAILS = {
    400: "the request is malformed",
    403: "the session's CSRF token is missing or wrong; clients with a token need no session",
    404: "no such address; every address of the API ends in a slash",
    405: "this address does not take this method",
    500: "an error of the server; it has been logged",
}

logger = logging.getLogger(__name__)


def problem_response(
    *,
    status: int,
    detail: str,
    code: str | None = None,
    errors: Iterable[FieldError] = (),
    headers: Mapping[str, str] | None = None,
    members: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The response. `code` is the slug for programs; `type` is made from it. `members` are more of the body's own."""
    code = code or CODES.get(status, "error")
    body: dict[str, Any] = {
        "type": f"urn:problem-type:croupier:{code}",
        "title": TITLES.get(status) or http.HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **(members or {}),
    }
    listed = [error.as_json() for error in errors]
    if listed:
        body["errors"] = listed
    response = JsonResponse(body, status=status, content_type=CONTENT_TYPE, headers=headers)
    response["Cache-Control"] = "no-store"
    return response


def handle(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's EXCEPTION_HANDLER. None for what nobody foresaw: Django logs that, and the middleware gives a 500."""
    request = context.get("request")
    method = getattr(request, "method", None)
    if isinstance(exc, Refused):
        return _refused(exc)
    if isinstance(exc, DjangoValidationError):
        exc = exceptions.ValidationError(_django_detail(exc))
    if isinstance(exc, exceptions.APIException):
        return _api_exception(exc, "parameter" if method in SAFE_METHODS else "pointer")
    if isinstance(exc, Http404):
        return problem_response(status=404, detail="nothing here by this name or number")
    if isinstance(exc, PermissionDenied):
        return problem_response(status=403, detail=str(exc) or "this account may not do this")
    if isinstance(exc, RequestDataTooBig):
        return problem_response(status=413, detail="the body is larger than this server takes")
    if isinstance(exc, SuspiciousOperation):
        return problem_response(status=400, detail="the request is malformed")
    # A value that passed its field and that the database cannot hold: PostgreSQL says DataError, SQLite's driver this.
    if isinstance(exc, DataError) or (isinstance(exc, OverflowError) and "SQLite" in str(exc)):
        logger.warning("out of range for the database", exc_info=exc)
        return problem_response(status=400, detail=OUT_OF_RANGE, code="out_of_range")
    if isinstance(exc, OperationalError):
        logger.error("the database does not serve", exc_info=exc)
        return problem_response(
            status=503,
            detail="the database is busy or away; try again",
            headers={"Retry-After": str(BUSY_RETRY_SECONDS)},
        )
    return None


def flatten(detail: Any, place: Place = "pointer") -> Iterator[FieldError]:
    """The errors in the `detail` of a DRF ValidationError, each with the place it is at."""
    yield from _flatten(detail, (), place)


def _flatten(detail: Any, path: tuple[str | int, ...], place: Place) -> Iterator[FieldError]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            whole = name in (api_settings.NON_FIELD_ERRORS_KEY, NON_FIELD_ERRORS)
            yield from _flatten(inner, path if whole else (*path, name), place)
    elif isinstance(detail, list | tuple):
        for index, inner in enumerate(detail):
            # A list of texts is about its field; a list of objects mirrors the list that was sent.
            yield from _flatten(inner, path if isinstance(inner, str) else (*path, index), place)
    else:
        where = pointer(path) if place == "pointer" else ".".join(str(part) for part in path)
        yield FieldError(where, str(detail), place)


def _refused(exc: Refused) -> HttpResponse:
    headers = {"WWW-Authenticate": _bearer("insufficient_scope")} if exc.code == "insufficient_scope" else {}
    return problem_response(
        status=exc.status, detail=exc.message, code=exc.code, errors=exc.errors, headers={**headers, **exc.headers}
    )


def _api_exception(exc: exceptions.APIException, place: Place) -> HttpResponse:
    headers: dict[str, str] = {}
    if isinstance(exc, exceptions.ValidationError):
        errors = list(flatten(exc.detail, place))
        return problem_response(status=400, detail=_summary(errors), code="invalid", errors=errors)
    code = exc.get_codes()
    code = code if isinstance(code, str) else exc.default_code
    challenge = getattr(exc, "auth_header", None)
    if challenge:
        invalid = isinstance(exc, exceptions.AuthenticationFailed) and code == "invalid_token"
        headers["WWW-Authenticate"] = _bearer("invalid_token") if invalid else challenge
    if code == "insufficient_scope":
        headers["WWW-Authenticate"] = _bearer("insufficient_scope")
    if isinstance(exc, exceptions.Throttled):
        headers["Retry-After"] = str(max(1, math.ceil(getattr(exc, "wait", None) or 1)))
    generic = {exceptions.PermissionDenied.default_code, exceptions.MethodNotAllowed.default_code}
    if code in generic or code == exc.default_code:
        code = CODES.get(exc.status_code, code)
    return problem_response(status=exc.status_code, detail=str(exc.detail), code=code, headers=headers)


def _bearer(error: str) -> str:
    """The challenge of RFC 6750, section 3."""
    return f'Bearer realm="croupier", error="{error}"'


def _summary(errors: list[FieldError]) -> str:
    said = [f"{error.where.lstrip('/').replace('/', '.')}: {error.message}".removeprefix(": ") for error in errors[:3]]
    more = f" (and {len(errors) - 3} more)" if len(errors) > 3 else ""
    return "; ".join(said) + more


def _django_detail(exc: DjangoValidationError) -> Any:
    return exc.message_dict if hasattr(exc, "error_dict") else exc.messages
