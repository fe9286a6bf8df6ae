"""Settings read from the environment: what makes no sense stops the start with a message that names the variable."""

from __future__ import annotations

import os

import pytest

from deploy.environment import mail_server, whole
from deploy.settings import bot_user

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.mark.parametrize(("text", "least", "value"), [("", 64, 512), (" 64 ", 64, 64), ("0", 0, 0)])
def test_a_whole_number_is_read(monkeypatch: pytest.MonkeyPatch, text: str, least: int, value: int):
    monkeypatch.setenv("CROUPIER_BOT_MEMORY_MIB", text)
    assert whole("CROUPIER_BOT_MEMORY_MIB", 512, least) == value


@pytest.mark.parametrize("text", ["63", "-64", "64.5", "１００", "much"])
def test_what_is_no_whole_number_or_too_small_is_refused(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("CROUPIER_BOT_MEMORY_MIB", text)
    with pytest.raises(ValueError, match=rf"^CROUPIER_BOT_MEMORY_MIB: '{text}' is not a whole number from 64$"):
        whole("CROUPIER_BOT_MEMORY_MIB", 512, 64)


@pytest.mark.parametrize(
    ("worker", "text", "user"), [(0, "", 65_533), (1000, "", None), (0, "70000", 70_000), (1000, "1000", 1000)]
)
def test_programs_run_as_the_worker_unless_it_is_root(
    monkeypatch: pytest.MonkeyPatch, worker: int, text: str, user: int | None
):
    monkeypatch.setattr(os, "geteuid", lambda: worker)
    monkeypatch.setenv("CROUPIER_BOT_USER", text)
    assert bot_user() == user


def test_no_program_runs_as_root(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CROUPIER_BOT_USER", "0")
    with pytest.raises(ValueError, match="CROUPIER_BOT_USER: '0' is not a whole number from 1"):
        bot_user()


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
