"""What no endpoint may fall over: bodies and addresses that nobody should send, at every operation of the schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from tests.tournaments import arena
from tests.tournaments.api.conftest import refused

pytestmark = pytest.mark.django_db

OPERATIONS = [
    (method, path)
    for path, operations in SchemaGenerator().get_schema(request=None, public=True)["paths"].items()
    for method in operations
    if path.startswith("/api/v1/")
]
READS = [path for method, path in OPERATIONS if method == "get"]
WRITES = [(method, path) for method, path in OPERATIONS if method != "get"]
NUMBERED = [(method, path) for method, path in OPERATIONS if "id}" in path and "/engines/" not in path]
LARGE = b'{"name": "' + b"x" * 10 * 2**20 + b'"}'


def filled(path: str, number: str = "1") -> str:
    """The address, with this in place of every number."""
    for name, value in {"{game}": "1.0", "{id}": number, "{number}": number}.items():
        path = path.replace(name, value)
    for name in ("bot_id", "tournament_id", "match_id", "trial_id", "pool_id", "version"):
        path = path.replace(f"{{{name}}}", number)
    assert "{" not in path
    return path if "/engines/1/" not in path else "/api/v1/engines/trash/"


@pytest.fixture
def everyone(sue, anonymous):
    """Who may do everything, and who may do nothing."""
    return (sue, anonymous)


def send(client: Any, method: str, path: str, body: bytes, kind: str = "application/json", **headers: str) -> Any:
    return client.generic(method.upper(), path, body, content_type=kind, **headers)


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_a_body_of_10_mb_is_too_large(everyone, method, path):
    for client in everyone:
        refused(
            send(client, method, filled(path), LARGE), 413, str(len(LARGE)), str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        )


UNSOUND = [
    (b"{", "not JSON"),
    (b"\xff", "not UTF-8"),
    (b'"text"', "a text, not an object"),
    (b"[]", "an array, not an object"),
    (b'{"name": "a\\u0000b"}', "NUL"),
    (b'{"name": "\\ud800"}', "surrogate"),
    (b'{"name": 1, "name": 2}', "twice"),
    (b'{"bot": 9223372036854775808}', "is not in"),
    (b'{"bot": NaN}', "NaN"),
    (b'{"options": ' + b'{"a":' * 40 + b"1" + b"}" * 41, "deeper"),
]
# The verbs take no body, and do not look at one.
BODILESS = tuple(
    f"/{verb}/" for verb in ("open", "start", "pause", "resume", "cancel", "release", "clone", "requeue", "qualify")
)


@pytest.mark.parametrize(("method", "path"), [pair for pair in WRITES if pair[0] != "delete"])
def test_a_body_that_is_no_sound_object(sue, method, path):
    for body, saying in UNSOUND:
        response = send(sue, method, filled(path), body)
        if path.endswith(BODILESS):
            refused(response, 404)
        else:
            refused(response, 400, saying)


@pytest.mark.parametrize(("method", "path"), [pair for pair in WRITES if pair[0] != "delete"])
def test_a_body_of_another_kind(sue, method, path):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        refused(send(sue, method, filled(path), b"name=x", kind), 404 if path.endswith(BODILESS) else 415)


@pytest.mark.parametrize(("method", "path"), NUMBERED)
def test_a_number_of_nothing(sue, method, path):
    bot = arena.bot("b", by=sue.actor).pk
    body = {
        "enter": {"bot": bot},
        "withdraw": {"bot": bot},
        "disqualify": {"bot": bot},
        "check_in": {"bot": bot},
        "request_bye": {"bot": bot, "round": 1},
        "cancel_bye": {"bot": bot, "round": 1},
        "extend": {"rounds": 1},
        "invite": {"usernames": ["sue"]},
        "uninvite": {"usernames": ["sue"]},
        "bar": {"bots": [bot, bot + 1]},
        "unbar": {"bots": [bot, bot + 1]},
        "correct": {"ranks": [0, 0], "reason": "so"},
        "unrate": {"reason": "so"},
        "versions": {"kind": "policy", "policy": "greedy"},
        "activate": {"version": 1},
        "rule": {"ranks": [0, 0]},
        "parameters": {"beta": 4.2, "reason": "so"},
        "rerate": {"reason": "so"},
        "same-owner": {"rated": True},
        "references": {"version": 1, "reason": "so"},
        "dismiss": {"reason": "so"},
    }.get(path.rstrip("/").split("/")[-1], {"name": "x"} if method == "patch" else {})
    query = {"export": "?as=csv", "head-to-head": "?bot=1&other=2"}.get(path.split("/")[-2] * ("/pools/" in path), "")
    for number in ("0", "999", str(2**31), str(2**63 - 1), str(2**63), "9" * 21, "9" * 5000):
        response = send(
            sue, method, filled(path, number) + query, b"" if method == "get" else json.dumps(body).encode()
        )
        problem = refused(response, 404)
        if "/pools/" not in path and "/tokens/" not in path:
            assert number[:20] in problem["detail"]


@pytest.mark.parametrize("path", READS)
def test_a_nul_in_the_query(anonymous, path):
    for query in ("x=%00", "limit=%00", "x=a\0b"):
        refused(anonymous.get(f"{filled(path)}?{query}"), 400, "NUL")


@pytest.mark.parametrize("path", ["bots/%00/", "bots/1%00/", "engines/tr%00sh/", "matches/1/games/1.0%00/"])
def test_a_nul_in_the_address(anonymous, path):
    refused(anonymous.get(f"/api/v1/{path}"), 400, "NUL")


@pytest.mark.parametrize("path", ["bots/x/", "bots/-1/", "bots/1.5/", "bots/١/", "nothing/", "bots/1/versions/a/"])
def test_an_address_that_is_none(anonymous, path):
    refused(anonymous.get(f"/api/v1/{path}"), 404)


@pytest.mark.parametrize("path", ["bots", "tournaments", "matches", "pools", "engines", "tokens"])
def test_lists_refuse_a_parameter_that_they_do_not_have(sue, path):
    for query, saying in [
        ("sort=name", "sort: not a parameter of this list"),
        ("limit=1&limit=2", "limit: "),
        ("=", ": not a"),
    ]:
        refused(sue.get(f"/api/v1/{path}/?{query}"), 400, saying)


@pytest.mark.parametrize("path", READS)
def test_a_parameter_of_nothing(sue, path):
    """A single row has no parameters to mistake."""
    response = sue.get(f"{filled(path)}?sort=name")
    assert response.status_code < 500
    if response.status_code >= 400:
        refused(response, response.status_code)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_a_wrong_token(anonymous, method, path):
    for header in ("Bearer x", "Bearer crp_" + "0" * 46, "Basic YTpi", "Bearer", "Bearer \xff"):
        refused(send(anonymous, method, filled(path), b"{}", HTTP_AUTHORIZATION=header), 401)


@pytest.mark.parametrize(("method", "path"), [pair for pair in WRITES if "accounts" not in pair[1]])
def test_nobody_changes_anything_without_an_account(anonymous, method, path):
    refused(send(anonymous, method, filled(path), b"{}"), 401)


def test_closed_registration(anonymous, settings):
    settings.CROUPIER_OPEN_REGISTRATION = False
    answer = anonymous.post("/api/v1/accounts/", {"username": "newcomer", "password": "long enough for it"})
    refused(answer, 403, "does not take registrations", code="registration_closed")


@pytest.mark.parametrize("key", ["", "a b", "x" * 201, "\x7f", "é"])
def test_a_key_that_is_none(ada, key):
    answer = ada.post("/api/v1/bots/", {"name": "a", "engine": "trash"}, HTTP_IDEMPOTENCY_KEY=key)
    refused(answer, 400, "Idempotency-Key", code="bad_idempotency_key")


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "x"])
def test_what_is_not_offered_is_not_acceptable(anonymous, accept):
    refused(anonymous.get("/api/v1/bots/", HTTP_ACCEPT=accept), 406)
