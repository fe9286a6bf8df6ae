import pytest
from drf_spectacular.validation import validate_schema

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.access.probe")]


@pytest.fixture
def schema(anonymous):
    response = anonymous.get("/api/schema/?format=json", HTTP_ACCEPT="application/vnd.oai.openapi+json")
    assert response.status_code == 200
    return response.json()


def problems(schema, path, method):
    responses = schema["paths"][path][method]["responses"]
    found = {status for status, said in responses.items() if "application/problem+json" in said.get("content", {})}
    for status in found:
        reference = responses[status]["content"]["application/problem+json"]["schema"]
        assert reference == {"$ref": "#/components/schemas/Problem"}
    return found


def test_it_is_valid(schema):
    validate_schema(schema)


def test_a_problem_is_described(schema):
    problem = schema["components"]["schemas"]["Problem"]
    assert set(problem["required"]) == {"type", "title", "status", "code", "detail"}
    assert "errors" in problem["properties"]


def test_every_operation_lists_its_problems(schema):
    assert problems(schema, "/api/v1/tokens/", "get") == {"400", "401", "403", "406", "429", "503"}
    assert problems(schema, "/api/v1/tokens/", "post") == {
        *("400", "401", "403", "406", "409", "411", "413", "415", "429", "503")
    }
    assert problems(schema, "/api/v1/tokens/{id}/", "delete") >= {"401", "403", "404", "409"}
    assert problems(schema, "/api/v1/people/", "get") == {"400", "401", "406", "429", "503"}
    assert "422" in problems(schema, "/api/v1/people/", "post")
    assert "404" in problems(schema, "/api/v1/raise/{what}/", "get")


def test_the_idempotency_key_is_a_parameter_where_it_is_taken(schema):
    def names(path):
        return [parameter["name"] for parameter in schema["paths"][path]["post"].get("parameters", [])]

    assert "Idempotency-Key" in names("/api/v1/people/")
    assert "Idempotency-Key" not in names("/api/v1/tokens/")


def test_tokens_are_a_bearer_scheme(schema):
    scheme = schema["components"]["securitySchemes"]["token"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert {"token": []} in schema["paths"]["/api/v1/tokens/"]["get"]["security"]


def test_pages_are_described(schema):
    operation = schema["paths"]["/api/v1/tokens/"]["get"]
    assert {"limit", "cursor"} <= {parameter["name"] for parameter in operation["parameters"]}
    page = schema["components"]["schemas"]["PaginatedTokenList"]
    assert set(page["required"]) == {"next", "results"}


def test_the_secret_is_in_the_answer_that_makes_it_alone(schema):
    assert "token" in schema["components"]["schemas"]["MadeToken"]["properties"]
    assert "token" not in schema["components"]["schemas"]["Token"]["properties"]
    assert "digest" not in str(schema["components"]["schemas"])
