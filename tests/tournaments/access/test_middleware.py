import logging

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]


def is_problem(response, status):
    return (
        response.status_code == status
        and response["Content-Type"] == "application/problem+json"
        and response.json()["status"] == status
    )


def test_unknown_addresses(anonymous):
    assert is_problem(anonymous.get("/api/nothing/"), 404)
    assert is_problem(anonymous.get("/api/v1/nothing/at/all"), 404)


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_what_is_sent_to_an_address_without_its_slash_is_not_redirected(anonymous, settings, method, debug):
    settings.DEBUG = debug
    response = getattr(anonymous, method)("/api/v1/people")
    assert is_problem(response, 404)
    assert response.json()["detail"] == "no such address; it needs its final slash: /api/v1/people/"


def test_who_reads_is_led_to_the_slash(anonymous):
    response = anonymous.get("/api/v1/people")
    assert (response.status_code, response["Location"]) == (301, "/api/v1/people/")


def test_unknown_addresses_with_debug(anonymous, settings):
    settings.DEBUG = True
    assert is_problem(anonymous.get("/api/nothing/"), 404)


def test_a_bug_outside_of_drf(anonymous, caplog):
    caplog.set_level(logging.CRITICAL)
    response = anonymous.get("/api/plain-bug/")
    assert is_problem(response, 500)
    assert "8f3a" not in response.content.decode()


def test_a_developer_sees_the_trace(anonymous, settings, caplog):
    caplog.set_level(logging.CRITICAL)
    settings.DEBUG = True
    assert "8f3a" in anonymous.get("/api/plain-bug/").content.decode()


def test_unknown_host(anonymous, settings):
    assert is_problem(anonymous.get("/api/v1/people", HTTP_HOST="evil.example"), 400)


@pytest.mark.parametrize("address", ["/api/v1/people/%00/", "/api/v1/people/?cursor=%00", "/api/v1/people/?a%00=1"])
def test_nul_in_the_address(anonymous, address):
    response = anonymous.generic("GET", address)
    assert is_problem(response, 400)
    assert "NUL" in response.json()["detail"]


def test_a_body_said_to_be_too_large_is_not_read(anonymous, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    response = anonymous.generic("POST", "/api/nothing/", b"x" * 101, content_type="application/json")
    assert is_problem(response, 413)
    assert response.json()["detail"] == "the body is 101 bytes; at most 100 are taken"


@pytest.mark.parametrize("length", ["9" * 30, "9" * 5000])
def test_absurd_lengths(anonymous, length):
    response = anonymous.generic("POST", "/api/v1/echo/", b"{}", content_type="application/json", CONTENT_LENGTH=length)
    assert is_problem(response, 413)


def test_a_body_of_unstated_length(anonymous):
    response = anonymous.generic(
        "POST", "/api/v1/echo/", b"{}", "application/json", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked"
    )
    assert is_problem(response, 411)


def test_a_session_needs_its_csrf_token(ada):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    response = client.post("/api/v1/tokens/", {"name": "x", "scopes": ["read"]}, content_type="application/json")
    assert is_problem(response, 403)
    assert "CSRF" in response.json()["detail"]
