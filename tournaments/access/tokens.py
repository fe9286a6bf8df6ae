"""Tokens made and revoked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from . import audit, secret
from .actors import Actor, Scope, is_entitled
from .errors import Conflict, Invalid, Missing, NotAllowed
from .models import Token
from .names import checked_name

NAME_LENGTH = 100
MAX_LIVE_TOKENS = 100


def create_token(
    *,
    owner: User,
    name: str,
    scopes: Iterable[Scope | str],
    expires_at: datetime | None = None,
    by: Actor | None = None,
    by_operator: bool = False,
) -> tuple[Token, str]:
    """A new token and its text, which is not to be had again.

    `by` is who makes it (None: the owner himself). A token makes others with no scope that it lacks and no end later
    than its own; when it is revoked, so are they. Staff, in the browser, and the operator at the shell grant scopes
    that the owner is not entitled to.
    Raises Invalid (name, scopes, expires_at), NotAllowed (`not_owner`, `insufficient_scope`, `token_revoked`),
    Conflict (`too_many_tokens`).
    """
    by = by or Actor(owner)
    name, asked, now = checked_name(name, longest=NAME_LENGTH), _scopes(scopes), timezone.now()
    if expires_at is not None and expires_at <= now:
        raise Invalid(f"expires_at: {expires_at.isoformat()} is not in the future", field="expires_at")
    grants = by_operator or (by.user.is_active and by.user.is_staff and by.token is None)
    parent = by.token
    if not grants:
        if by.user.pk != owner.pk:
            raise NotAllowed("only staff make tokens for other accounts", code="not_owner")
        for scope in asked:
            by.require(scope)
    if parent is not None and parent.expires_at is not None:
        if expires_at is None:
            expires_at = parent.expires_at
        elif expires_at > parent.expires_at:
            limit = parent.expires_at.isoformat()
            raise Invalid(f"expires_at: this token itself ends at {limit}, so no later", field="expires_at")
    beyond_owner = not all(is_entitled(owner, Scope(scope)) for scope in asked)
    by_staff = (grants and beyond_owner) or (parent is not None and parent.by_staff)
    while True:
        made = secret.new()
        try:
            with transaction.atomic():
                # Revoking locks the same row, so that no child is born to a token that is just being revoked.
                if parent is not None and not _live(now).select_for_update().filter(pk=parent.pk).exists():
                    raise NotAllowed("this token is revoked or has expired", code="token_revoked")
                if _live(now).filter(owner=owner).count() >= MAX_LIVE_TOKENS:
                    raise Conflict(f"{MAX_LIVE_TOKENS} tokens are in use; revoke one first", code="too_many_tokens")
                token = Token.objects.create(
                    owner=owner,
                    name=name,
                    prefix=made.prefix,
                    digest=made.digest,
                    scopes=asked,
                    by_staff=by_staff,
                    parent=parent,
                    expires_at=expires_at,
                )
                audit.record(
                    actor=None if by_operator else by,
                    verb="token.create",
                    target=token,
                    details={"owner": owner.get_username(), "name": name, "scopes": asked},
                )
            return token, made.text
        except IntegrityError:
            if not Token.objects.filter(prefix=made.prefix).exists():
                raise


def revoke(*, token_id: int, by: Actor) -> Token:
    """Make a token, and all that were made with it, useless for good; again and again is the same.

    A token revokes itself, and others of its owner whose scopes it holds itself. Raises Missing for an unknown token or
    another owner's (staff, in the browser, reach everyone's), NotAllowed (`insufficient_scope`).
    """
    with transaction.atomic():
        token = Token.objects.select_for_update().filter(pk=token_id).first()
        staff = by.user.is_staff and by.token is None
        if token is None or (token.owner_id != by.user.pk and not staff):
            raise Missing(f"no token {token_id} of yours")
        if by.token is not None and by.token.pk != token.pk:
            for scope in token.scopes:
                if scope not in by.token.scopes:
                    raise NotAllowed(by.lack(scope), code="insufficient_scope")
        if token.revoked_at is None:
            token.revoked_at = timezone.now()
            token.save(update_fields=["revoked_at"])
            audit.record(actor=by, verb="token.revoke", target=token, details={"name": token.name})
        made_with = [token.pk]
        while made_with:
            children = Token.objects.select_for_update().filter(parent__in=made_with)
            made_with = list(children.values_list("pk", flat=True))
            Token.objects.filter(pk__in=made_with, revoked_at=None).update(revoked_at=token.revoked_at)
    return token


def _live(now: datetime) -> QuerySet[Token]:
    return Token.objects.filter(revoked_at=None).exclude(expires_at__lte=now)


def _scopes(scopes: Iterable[Scope | str]) -> list[str]:
    asked = {str(scope) for scope in scopes}
    unknown = sorted(asked - set(Scope))
    if unknown:
        raise Invalid(f"scopes: {json.dumps(unknown[0])} is not one of {', '.join(Scope)}", field="scopes")
    if not asked:
        raise Invalid(f"scopes: none given; at least one of {', '.join(Scope)}", field="scopes")
    return [str(scope) for scope in Scope if scope in asked]
