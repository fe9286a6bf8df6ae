"""The audit trail: services call `record` in the transaction of the act."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model

from . import secret
from .actors import Actor
from .models import AuditEntry

VERB = re.compile(r"[a-z][a-z_]*(\.[a-z][a-z_]*)?")
SECRET_NAMES = frozenset({"password", "secret", "seed", "token", "digest", "authorization"})
DETAILS_BYTES = 4096


def record(
    *, actor: Actor | User | None, verb: str, target: Model, details: Mapping[str, Any] | None = None
) -> AuditEntry:
    """Append one entry. `actor` None is Croupier itself; `verb` reads `tournament.start`.

    `details` is a small JSON object (at most 4096 bytes). Raises ValueError, which is a mistake of the caller, for a
    malformed verb, a target that is not saved, and details that are too large or named like a secret;
    the text of a token in a value is taken out.
    """
    if not VERB.fullmatch(verb):
        raise ValueError(f"audit verb {verb!r} does not read like `tournament.start`")
    if target.pk is None:
        raise ValueError(f"audit {verb}: the target has not been saved")
    kept = _clean(details or {}, verb)
    if len(json.dumps(kept)) > DETAILS_BYTES:
        raise ValueError(f"audit {verb}: details take more than {DETAILS_BYTES} bytes")
    if isinstance(actor, User):
        actor = Actor(actor)
    return AuditEntry.objects.create(
        user=actor.user if actor else None,
        username=actor.user.get_username() if actor else "",
        token_prefix=actor.token.prefix if actor and actor.token else "",
        verb=verb,
        target_type=str(target._meta.model_name),
        target_id=str(target.pk),
        details=kept,
    )


def _clean(value: Any, verb: str) -> Any:
    if isinstance(value, Mapping):
        for name in value:
            if str(name).lower() in SECRET_NAMES:
                raise ValueError(f"audit {verb}: details.{name} looks like a secret")
        return {str(name): _clean(item, verb) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item, verb) for item in value]
    # What people typed may hold a token: that is no mistake of the caller, and not kept either.
    return secret.redact(value) if isinstance(value, str) else value
