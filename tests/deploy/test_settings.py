"""Settings from the environment: the mail server."""

from __future__ import annotations

import pytest

from deploy.settings import mail_server

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def test_without_a_server_no_mail_is_sent() -> None:
    assert mail_server("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl", "user", "password"),
    [
        ("smtp://mail.example.org", 25, False, False, "", ""),
        ("smtp://ada:p%40ss%3Aword@mail.example.org", 587, True, False, "ada", "p@ss:word"),
        ("smtp://ada:x@mail.example.org:2525?tls=none", 2525, False, False, "ada", "x"),
        ("smtp://ada:x@mail.example.org?tls=immediate", 465, False, True, "ada", "x"),
        ("smtp://mail.example.org:26?tls=starttls", 26, True, False, "", ""),
    ],
)
def test_a_server(url: str, port: int, tls: bool, ssl: bool, user: str, password: str) -> None:
    assert mail_server(url) == {
        "EMAIL_BACKEND": SMTP, "EMAIL_HOST": "mail.example.org", "EMAIL_PORT": port, "EMAIL_USE_TLS": tls,
        "EMAIL_USE_SSL": ssl, "EMAIL_HOST_USER": user, "EMAIL_HOST_PASSWORD": password, "EMAIL_TIMEOUT": 10,
    }  # fmt: skip


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "smtps://mail.example.org",
        "smtp://",
        "smtp://a.b?tls=maybe",
        "smtp://a.b?ssl=1",
        "smtp://a.b:port",
    ],
)
def test_what_makes_no_sense_is_refused_by_name(url: str) -> None:
    with pytest.raises(ValueError, match="CROUPIER_EMAIL_URL"):
        mail_server(url)


@pytest.mark.parametrize("start", ["", "//", "smtps://", "smtp:"])
def test_no_password_stands_in_a_refusal(start: str) -> None:
    with pytest.raises(ValueError, match="CROUPIER_EMAIL_URL") as refusal:
        mail_server(f"{start}ada:secret@mail.example.org")
    assert "secret" not in str(refusal.value)
