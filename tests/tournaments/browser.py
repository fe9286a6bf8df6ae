"""A tab of a real browser on a real server, which notes what goes wrong in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

CHROMIUM = os.environ.get("CROUPIER_CHROMIUM") or shutil.which("chromium")


class Tab:
    """A page of the browser; ``problems`` are errors of scripts, of the console, and answers of 400 and above."""

    def __init__(self, page: Any, server: str) -> None:
        self.page = page
        self.server = server
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on("console", lambda line: self.problems.append(line.text) if line.type == "error" else None)
        page.on("response", lambda got: self.problems.append(f"{got.status} {got.url}") if got.status >= 400 else None)

    def open(self, address: str) -> None:
        answer = self.page.goto(self.server + address)
        assert answer.status == 200, address


@pytest.fixture
def tab(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tab]:
    """Without chromium the test is skipped, but under CI it fails."""
    if CHROMIUM is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail("chromium is not installed: apt-get install chromium")
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, and Django would not touch the database beside one.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        try:
            yield Tab(browser.new_page(), live_server.url)
        finally:
            browser.close()
            # Beside the event loop this thread had a connection of its own, which nobody else would close.
            connections.close_all()
