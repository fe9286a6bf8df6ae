"""Static files over ASGI: what WhiteNoise promises of them, and no warning of Django's (here any is an error)."""

from __future__ import annotations

from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import AsyncClient
from whitenoise.base import WhiteNoise

from deploy.static_files import StaticFiles

TEXT = b"body { margin: 0 }" * 1000


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """GET or HEAD of a file of 18000 bytes."""
    (tmp_path / "some.css").write_bytes(TEXT)
    monkeypatch.setattr(settings, "STATIC_ROOT", str(tmp_path))

    def ask(method: str = "get", **headers: str):
        return async_to_sync(getattr(AsyncClient(), method))("/static/some.css", headers=headers)

    return ask


def test_a_file_is_served_whole(ask) -> None:
    response = ask()
    assert (response.status_code, response.content) == (200, TEXT)
    assert response["Content-Type"].startswith("text/css")
    assert response["Content-Length"] == str(len(TEXT))
    assert "max-age" in response["Cache-Control"]


def test_a_part_of_a_file(ask) -> None:
    response = ask(Range="bytes=5-11")
    assert (response.status_code, response.content) == (206, TEXT[5:12])
    assert response["Content-Range"] == f"bytes 5-11/{len(TEXT)}"


def test_head_and_a_copy_that_is_good_have_no_content(ask) -> None:
    response = ask("head")
    assert (response.status_code, response.content) == (200, b"")
    assert response["Content-Length"] == str(len(TEXT))
    good = {"If-Modified-Since": ask()["Last-Modified"]}
    response = ask(**good)
    assert (response.status_code, response.content) == (304, b"")


def test_it_is_what_serves() -> None:
    assert issubclass(StaticFiles, WhiteNoise)
    assert "deploy.static_files.StaticFiles" in settings.MIDDLEWARE
