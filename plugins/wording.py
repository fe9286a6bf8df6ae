"""How values and exceptions that others made are worded in messages: short, and never failing."""

from __future__ import annotations

import json

_LONGEST = 60


def shown(value: object) -> str:
    """``value`` as short JSON, or by its type where it has none: ``11``, ``"x"``, ``[1, 2``..., ``a set``.

    What cannot be printed (a control character, half a surrogate pair) is escaped.
    """
    # An int of thousands of digits, a list that holds itself, a subclass with ideas of its own: all raise.
    try:
        text = json.dumps(value, ensure_ascii=False)
        if not text.isprintable():
            text = json.dumps(value)
    except Exception:
        name = type(value).__name__
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def described(error: BaseException) -> str:
    """An exception on one line of at most 500 characters: ``ZeroDivisionError: division by zero``."""
    name = type(error).__name__
    try:
        message = " ".join(str(error).split())
    except Exception as other:
        message = f"(its message cannot be read: {type(other).__name__})"
    return f"{name}: {message}"[:500] if message else name
