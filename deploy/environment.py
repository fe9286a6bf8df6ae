"""Values of environment variables: what makes no sense stops the start with a message that names the variable."""

from __future__ import annotations

import os
import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit


def flag(name: str, default: bool) -> bool:
    """A yes/no variable: 1, true, yes, on or 0, false, no, off."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    if value == "":
        return default
    raise ValueError(f"{name}: {value!r} is not one of 1, true, yes, on, 0, false, no, off")


def number(name: str, default: float) -> float:
    """A positive number."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    try:
        result = float(value)
    except ValueError:
        result = 0.0
    if not 0 < result < float("inf"):
        raise ValueError(f"{name}: {value!r} is not a positive number")
    return result


def rate(name: str, default: str) -> str:
    """How often: 600/minute."""
    value = os.environ.get(name, "").strip() or default
    if not re.fullmatch(r"[1-9][0-9]{0,8}/(second|minute|hour|day)", value):
        raise ValueError(f"{name}: {value!r} does not read like 600/minute (or second, hour, day)")
    return value


def whole(name: str, default: int, least: int = 0) -> int:
    """A whole number from ``least``."""
    value = os.environ.get(name, "").strip()
    if value and not (value.isascii() and value.isdigit() and int(value) >= least):
        raise ValueError(f"{name}: {value!r} is not a whole number from {least}")
    return int(value) if value else default


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def database(url: str) -> dict[str, Any]:
    """A Django database from sqlite:///PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME (an empty HOST: ?host=DIR)."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path).removeprefix("/") if parts.path == "/:memory:" else unquote(parts.path),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    if parts.scheme in {"postgresql", "postgres"}:
        host = parts.hostname or ""
        for pair in parts.query.split("&"):
            if pair.startswith("host="):
                host = unquote(pair[5:])
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": host,
            "PORT": str(parts.port or ""),
        }
    raise ValueError(f"CROUPIER_DATABASE_URL: scheme {parts.scheme!r} is not one of sqlite, postgresql")


def mail_server(url: str) -> dict[str, Any]:
    """Django's settings of mail from smtp://USER:PASSWORD@HOST:PORT?tls=starttls (or immediate, none); "" sends none.

    A password goes through TLS unless ``tls=none`` says that it need not.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts = urlsplit(url)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if parts.scheme != "smtp" or not host:
        raise ValueError("CROUPIER_EMAIL_URL: does not read like smtp://user:password@host:port?tls=starttls")
    asked = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls = asked.pop("tls", "starttls" if parts.password else "none")
    ports = {"none": 25, "starttls": 587, "immediate": 465}
    if tls not in ports or asked:
        wrong = f"tls={tls}" if tls not in ports else next(iter(asked))
        raise ValueError(f"CROUPIER_EMAIL_URL: {wrong!r} is not one of {', '.join(f'tls={name}' for name in ports)}")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": host,
        "EMAIL_PORT": port or ports[tls],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": tls == "starttls",
        "EMAIL_USE_SSL": tls == "immediate",
        "EMAIL_TIMEOUT": 10,
    }
