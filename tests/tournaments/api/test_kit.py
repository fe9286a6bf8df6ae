"""/api/v1/kit/"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from tests.tournaments.api.conftest import refused

ROOT = Path(__file__).resolve().parents[3]
KIT = {
    "croupier_bot.py": ("plugins/croupier_bot.py", "text/x-python; charset=utf-8"),
    "croupier_bot.js": ("examples/javascript/croupier_bot.js", "text/javascript; charset=utf-8"),
}


@pytest.mark.parametrize("name", KIT)
def test_it_is_the_file_and_may_be_kept(name: str) -> None:
    """Without an account and without the database."""
    path, content_type = KIT[name]
    response = Client().get(f"/api/v1/kit/{name}")
    assert (response.status_code, response["Content-Type"]) == (200, content_type)
    assert response.content == (ROOT / path).read_bytes()
    assert response["Cache-Control"] == "public, max-age=3600"
    assert response["X-Content-Type-Options"] == "nosniff"
    again = Client().get(f"/api/v1/kit/{name}", HTTP_IF_NONE_MATCH=response["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", response["ETag"])
    assert Client().head(f"/api/v1/kit/{name}").status_code == 200


def test_nothing_else_is_there() -> None:
    for name in ("protocol.py", "..%2fprotocol.py", "croupier_bot.py/"):
        refused(Client().get(f"/api/v1/kit/{name}"), 404)
    refused(Client().post("/api/v1/kit/croupier_bot.py"), 404)
