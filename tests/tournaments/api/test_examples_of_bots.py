"""The commands of docs/api.md about bots and versions, sent as they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.api.conftest import Caller
from tests.tournaments.bots.uploading import SOURCE, sandbox_at
from tests.tournaments.programs.zips import zipped
from tournaments.programs.filenames import LEFT_BY_TOOLS

pytestmark = pytest.mark.django_db
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text()
PART = PAGE[PAGE.index("### Bots and versions") : PAGE.index("### Trials")]
FILES = {"my_bot.py": SOURCE, "my_bot.zip": zipped({"bot.py": SOURCE, "other.py": b"1"})}


def curl(client: Caller, command: str, at: int) -> Any:
    """Send what curl would, to the bot with this id where the page says 1."""
    words = iter(shlex.split(command)[1:])
    url, headers, form, body = "", {}, {}, None
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers |= {f"HTTP_{name.upper().replace('-', '_')}": value} if value else {}
        elif word == "-F":
            name, _, value = next(words).partition("=")
            form[name] = SimpleUploadedFile(value[1:], FILES[value[1:]]) if value[0] == "@" else value
        elif word == "--json":
            body = next(words)
        elif not word.startswith("-"):
            url = word
    parts = urlsplit(url.replace("$A", "/api/v1").replace("/bots/1/", f"/bots/{at}/"))
    if body is not None:
        return client.generic("POST", parts.path, body, "application/json", **headers)
    if form:
        return client.post(parts.path, form, format="multipart", **headers)
    return client.get(f"{parts.path}?{parts.query}", **headers)


def test_they_work(ada: Caller) -> None:
    sandbox_at()
    [commands] = re.findall(r"^```sh\n(.*?)^```$", PART, re.DOTALL | re.MULTILINE)
    bot = 0
    for command in commands.splitlines():
        response = curl(ada, command, bot)
        assert response.status_code in {200, 201}, (command, response.content)
        bot = bot or response.json()["id"]
        if "?kind=program" in command:
            assert [one["main"] for one in response.json()["results"]] == ["my_bot.py", "bot.py"]
        if "/program/" in command:
            assert response["Content-Type"] == "application/zip"
    found = response.json()["results"][0]
    assert (found["name"], found["active"]) == ("Lovelace", 1)


def test_it_names_what_is_left_away_and_every_field() -> None:
    for name in LEFT_BY_TOOLS:
        assert f"`{name}`" in PART
    for field in (
        "runtime",
        "main",
        "digest",
        "files",
        "size",
        "state",
        "qualified_at",
        "suspended_at",
        "suspension",
        "active",
    ):
        assert f"`{field}`" in PART
