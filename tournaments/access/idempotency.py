"""`Idempotency-Key`: a POST that creates, sent again, has one effect and the first answer.

Follows draft-ietf-httpapi-idempotency-key-header: another request under the same key is a 422. The key is inserted in
the transaction of the effect, so a second request that comes while the first is under way waits for it in the database:
on PostgreSQL at the unique index, on SQLite at the write lock. Only success is kept; what failed had no effect and may
be sent again under its key.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from .actors import Actor
from .errors import Conflict, FieldError, Invalid, Refused
from .models import IdempotencyKey
from .multipart import told

KEPT_FOR = timedelta(hours=24)
MAX_LENGTH = 200
VISIBLE_ASCII = re.compile(r"[\x21-\x7e]+")
HEADER = "Idempotency-Key"

Handler = TypeVar("Handler", bound=Callable[..., Response])


class KeyReused(Refused):
    """The key belongs to another request."""

    status = 422
    default_code = "idempotency_key_reused"


def idempotent(handler: Handler) -> Handler:
    """For a view's method: with the header, the method runs at most once for each account and key within 24 hours.

    The response must hold no secret: its body is kept. Raises Invalid (`bad_idempotency_key`), KeyReused, Conflict.
    """

    @functools.wraps(handler)
    def once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = read_key(request)
        if key is None:
            return handler(view, request, *args, **kwargs)
        actor = Actor.of(request)
        if actor is None:
            raise invalid(f"{HEADER}: only for requests with an account")
        return _once(key, actor, request, lambda: handler(view, request, *args, **kwargs))

    once.idempotent = True  # type: ignore[attr-defined]
    return once  # type: ignore[return-value]


def refuse_key(handler: Handler) -> Handler:
    """For a view's method whose response holds a secret, which must not be kept: the header is refused, not ignored."""

    @functools.wraps(handler)
    def without(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        if HEADER in request.headers:
            raise invalid(f"{HEADER}: not here: the answer holds a secret, which is not kept to be given again")
        return handler(view, request, *args, **kwargs)

    return without  # type: ignore[return-value]


def read_key(request: Request) -> str | None:
    """The header's value. Raises Invalid unless it is 1 to 200 visible ASCII characters."""
    key = request.headers.get(HEADER)
    if key is None or request.method in SAFE_METHODS:
        return None
    if len(key) > MAX_LENGTH or not VISIBLE_ASCII.fullmatch(key):
        raise invalid(f"{HEADER}: not 1 to {MAX_LENGTH} visible ASCII characters")
    return key


def forget_expired(now: datetime | None = None) -> int:
    """Delete the keys older than 24 hours; for beat. Returns how many."""
    deleted, _ = IdempotencyKey.objects.filter(created_at__lte=(now or timezone.now()) - KEPT_FOR).delete()
    return deleted


def fingerprint(request: Request) -> str:
    """SHA-256 of method, full path and the body's meaning (keys sorted, no blanks): equal for equal requests.

    Of a file in a form its bytes and its name are meant.
    """
    data = told(request.data) if isinstance(request.data, MultiValueDict) else request.data
    body = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{request.method} {request.get_full_path()}\n{body}".encode()).hexdigest()


def _once(key: str, actor: Actor, request: Request, run: Callable[[], Response]) -> Response:
    mark = fingerprint(request)
    kept = _kept(key, actor)
    if kept is not None:
        return _replay(kept, mark)
    with transaction.atomic():
        row = _insert(key, actor, mark)
        if row is not None:
            response = run()
            if response.status_code >= 400:
                transaction.set_rollback(True)
                return response
            row.status = response.status_code
            row.location = response.get("Location", "")
            row.body = JSONRenderer().render(response.data).decode()
            row.save(update_fields=["status", "location", "body"])
            return response
    kept = _kept(key, actor)
    if kept is None:
        raise Conflict(
            f"{HEADER}: another request with this key has just ended; send it again",
            code="idempotency_key_in_use",
            headers={"Retry-After": "1"},
        )
    return _replay(kept, mark)


def _insert(key: str, actor: Actor, mark: str) -> IdempotencyKey | None:
    """The new row; None if there is one already. Waits for a transaction that is inserting the same."""
    IdempotencyKey.objects.filter(user=actor.user, key=key, created_at__lte=timezone.now() - KEPT_FOR).delete()
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(user=actor.user, key=key, fingerprint=mark)
    except IntegrityError:
        return None


def _kept(key: str, actor: Actor) -> IdempotencyKey | None:
    fresh = timezone.now() - KEPT_FOR
    return IdempotencyKey.objects.filter(user=actor.user, key=key, created_at__gt=fresh).first()


def _replay(kept: IdempotencyKey, mark: str) -> Response:
    if kept.fingerprint != mark:
        raise KeyReused(f"{HEADER}: this key was used for another request; a new request needs a new key")
    headers = {"Idempotency-Replayed": "true"}
    if kept.location:
        headers["Location"] = kept.location
    data = json.loads(kept.body) if kept.body else None
    return Response(data, status=kept.status, headers=headers)


def invalid(message: str) -> Invalid:
    """A refusal of the header (`bad_idempotency_key`), to be raised."""
    return Invalid(message, code="bad_idempotency_key", errors=[FieldError(HEADER, message, "header")])
