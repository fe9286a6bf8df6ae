"""Accounts that people make for themselves."""

from __future__ import annotations

import re

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from . import audit
from .actors import Actor
from .errors import Conflict, FieldError, Invalid, NotAllowed

# ASCII alone: no name looks like another that is written differently.
USERNAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{1,28}[A-Za-z0-9]")
USERNAME_RULE = "3 to 30 of A-Z a-z 0-9 _ . -, the first and the last a letter or a digit"
RESERVED = frozenset({"admin", "administrator", "anonymous", "croupier", "moderator", "root", "staff", "system"})
PASSWORD_LENGTH = 128


def register(*, username: str, password: str) -> User:
    """A new account without any permission.

    Raises NotAllowed (`registration_closed`), Invalid (username, password: every error at once), Conflict
    (`username_taken`; names that differ in case alone are one name).
    """
    if not settings.CROUPIER_OPEN_REGISTRATION:
        raise NotAllowed("this server does not take registrations; ask its staff", code="registration_closed")
    errors = [*_username_errors(username), *_password_errors(username, password)]
    if errors:
        raise Invalid("; ".join(error.message for error in errors), errors=errors)
    # Slow by design, hence outside the transaction.
    hashed = make_password(password)
    try:
        with transaction.atomic():
            if User.objects.filter(username__iexact=username).exists():
                raise _taken(username)
            user = User.objects.create(username=username, password=hashed)
            audit.record(actor=Actor(user), verb="account.register", target=user)
    except IntegrityError:
        # Somebody was quicker; the unique index on lower(username) knows.
        raise _taken(username) from None
    return user


def _taken(username: str) -> Conflict:
    message = f"username: {username} is taken"
    return Conflict(message, code="username_taken", errors=[FieldError("/username", message)])


def _username_errors(username: str) -> list[FieldError]:
    if not USERNAME.fullmatch(username):
        return [FieldError("/username", f"username: not {USERNAME_RULE}")]
    if username.lower() in RESERVED:
        return [FieldError("/username", f"username: {username} is reserved")]
    return []


def _password_errors(username: str, password: str) -> list[FieldError]:
    if len(password) > PASSWORD_LENGTH:
        return [FieldError("/password", f"password: longer than {PASSWORD_LENGTH} characters")]
    if "\0" in password or any("\ud800" <= character <= "\udfff" for character in password):
        return [FieldError("/password", "password: holds a NUL or half a surrogate pair")]
    try:
        validate_password(password, user=User(username=username))
    except ValidationError as exc:
        return [FieldError("/password", f"password: {message}") for message in exc.messages]
    return []
