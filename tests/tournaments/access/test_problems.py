import logging

import pytest
from rest_framework.exceptions import ValidationError

from tournaments.access.problems import flatten

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]


@pytest.mark.parametrize(
    ("what", "status", "code", "detail"),
    [
        ("invalid", 400, "invalid", "options.deck: 53 is not one of 54, 55"),
        ("not_allowed", 403, "not_allowed", "not yours"),
        ("missing", 404, "not_found", "no bot 7"),
        ("conflict", 409, "wrong_state", "the tournament is running"),
        ("http404", 404, "not_found", None),
        ("denied", 403, "not_allowed", None),
        ("parse", 400, "bad_request", "not JSON"),
        ("throttled", 429, "throttled", None),
        ("unauthenticated", 401, "not_authenticated", None),
        ("django_field", 400, "invalid", "name: too short"),
        ("django_plain", 400, "invalid", "wrong"),
        ("suspicious", 400, "bad_request", None),
        ("bad_request", 400, "bad_request", None),
        ("data", 400, "out_of_range", None),
        ("overflow", 400, "out_of_range", None),
        ("locked", 503, "busy", None),
        ("bug", 500, "internal_error", None),
        ("other_overflow", 500, "internal_error", None),
    ],
)
def test_every_exception_is_a_problem(anonymous, caplog, what, status, code, detail):
    caplog.set_level(logging.CRITICAL)
    response = anonymous.get(f"/api/v1/raise/{what}/")
    body = response.json()
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert (body["status"], body["code"], body["type"]) == (status, code, f"urn:problem-type:croupier:{code}")
    assert body["title"]
    assert body["detail"] == detail if detail else body["detail"]
    for secret in ("internals", "8f3a", "RuntimeError", "the name of a model", "locked"):
        assert secret not in response.content.decode()


def test_errors_point_into_the_body(anonymous):
    assert anonymous.get("/api/v1/raise/invalid/").json()["errors"] == [
        {"pointer": "/options/deck", "message": "options.deck: 53 is not one of 54, 55"}
    ]


def test_nested_serializer_errors_are_flattened(anonymous):
    body = {"name": "x" * 21, "options": {"start_size": 11}, "seats": [{"start_size": 1}, {"start_size": "a"}, 3]}
    response = anonymous.post("/api/v1/echo/", body)
    assert response.status_code == 400
    errors = {error["pointer"]: error["message"] for error in response.json()["errors"]}
    assert list(errors) == ["/name", "/options/start_size", "/seats/1/start_size", "/seats/2"]
    assert errors["/options/start_size"] == "Ensure this value is less than or equal to 10."
    assert "options.start_size: Ensure" in response.json()["detail"]
    assert response.json()["detail"].endswith("(and 1 more)")


def test_an_error_of_the_whole_points_to_the_whole(anonymous):
    response = anonymous.post("/api/v1/echo/", {"name": "whole"})
    assert response.json()["errors"] == [{"pointer": "", "message": "these do not go together"}]
    assert response.json()["detail"] == "these do not go together"


def test_names_are_escaped_in_pointers():
    errors = flatten(ValidationError({"a/b": {"~": ["no"]}}).detail)
    assert [error.where for error in errors] == ["/a~1b/~0"]


def test_on_reading_errors_are_of_parameters():
    errors = list(flatten(ValidationError({"engine": ["unknown"]}).detail, "parameter"))
    assert errors[0].as_json() == {"parameter": "engine", "message": "unknown"}


def test_throttled_says_when_to_come_back(anonymous):
    assert anonymous.get("/api/v1/raise/throttled/")["Retry-After"] == "3"


def test_not_authenticated_says_how(anonymous):
    assert anonymous.get("/api/v1/raise/unauthenticated/")["WWW-Authenticate"] == 'Bearer realm="croupier"'


def test_busy_says_when_to_come_back(anonymous, caplog):
    response = anonymous.get("/api/v1/raise/locked/")
    assert int(response["Retry-After"]) > 0
    assert "database is locked" in caplog.text


def test_a_bug_is_logged_with_its_trace(anonymous, caplog):
    anonymous.get("/api/v1/raise/bug/")
    assert "internals: 8f3a" in caplog.text


def test_wrong_method_names_the_right_ones(anonymous):
    response = anonymous.delete("/api/v1/echo/")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert "POST" in response["Allow"]


def test_wrong_media_type(anonymous):
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"):
        response = anonymous.generic("POST", "/api/v1/echo/", b"name=x", content_type=content_type)
        assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_unacceptable_media_type(anonymous):
    response = anonymous.get("/api/v1/people/", HTTP_ACCEPT="text/csv")
    assert (response.status_code, response.json()["code"]) == (406, "not_acceptable")
    assert response["Content-Type"] == "application/problem+json"


def test_problems_are_not_cached(anonymous):
    assert anonymous.get("/api/v1/raise/missing/")["Cache-Control"] == "no-store"


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999999999999", "1" * 400, "٣", "%F0%9F%82%A1"])
def test_ids_that_are_none(anonymous, number):
    response = anonymous.get(f"/api/v1/people/{number}/")
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
