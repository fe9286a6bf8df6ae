"""/api/schema/, /api/docs/, /api/v1/ and what they say"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from tests.tournaments.api.conftest import refused

pytestmark = pytest.mark.django_db
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text()


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(request=None, public=True)


def operations(schema):
    return [
        (f"{method} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_it_is_valid(schema):
    validate_schema(schema)
    assert schema["openapi"].startswith("3.")


def test_every_operation_has_a_summary_and_problems(schema):
    for name, operation in operations(schema):
        assert operation.get("summary"), name
        problems = [code for code, said in operation["responses"].items() if code.startswith("4")]
        assert problems, name
        for code in problems:
            assert list(operation["responses"][code]["content"]) == ["application/problem+json"], name


def test_every_body_that_is_taken_is_closed(schema):
    for name, operation in operations(schema):
        if "requestBody" not in operation:
            continue
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        component = schema["components"]["schemas"][reference.split("/")[-1]]
        assert component["additionalProperties"] is False, name
        assert operation["requestBody"]["content"]["application/json"]["examples"], name


def test_numbers_in_addresses_are_numbers(schema):
    for name, operation in operations(schema):
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path" and parameter["name"] != "game" and "/engines/" not in name:
                assert parameter["schema"]["type"] == "integer", (name, parameter)


def test_what_creates_takes_a_key(schema):
    keyed = {
        name
        for name, operation in operations(schema)
        if any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
    }
    assert keyed == {
        "post /api/v1/bots/",
        "post /api/v1/bots/{bot_id}/versions/",
        "post /api/v1/bots/{bot_id}/versions/{number}/qualify/",
        "post /api/v1/trials/",
        "post /api/v1/tournaments/",
        "post /api/v1/tournaments/{id}/clone/",
        "post /api/v1/tournaments/{id}/enter/",
    }


def test_docs_name_every_address_and_every_field_that_is_asked_for(schema):
    for name, operation in operations(schema):
        path = name.split(" ", 1)[1]
        if not path.startswith(("/api/v1/tournaments/", "/api/v1/matches/", "/api/v1/trials/")):
            continue
        verb = path.rstrip("/").split("/")[-1]
        if not verb.startswith("{"):
            assert f"{verb}/`" in PAGE, name
        if "requestBody" in operation:
            reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            for field in schema["components"]["schemas"][reference.split("/")[-1]]["properties"]:
                assert f"`{field}`" in PAGE or f'"{field}"' in PAGE, (name, field)


def test_it_is_served(anonymous):
    response = anonymous.get("/api/schema/", HTTP_ACCEPT="application/json")
    assert response.status_code == 200
    assert json.loads(response.content)["info"]["title"] == "Croupier"


def test_the_root_lists_what_there_is(anonymous):
    root = anonymous.ask("")
    assert set(root) >= {"accounts", "tokens", "engines", "bots", "tournaments", "matches", "pools"}
    assert root["bots"] == "http://testserver/api/v1/bots/"


@pytest.mark.parametrize("path", ["/api/docs/", "/api/docs/redoc/"])
def test_the_docs_need_no_other_server(anonymous, path):
    response = anonymous.get(path, HTTP_ACCEPT="text/html")
    assert response.status_code == 200
    page = response.content.decode()
    assert "/static/drf_spectacular_sidecar/" in page
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page)
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "*" not in policy


def test_other_addresses_under_api_are_problems(anonymous):
    refused(anonymous.get("/api/v2/"), 404)
