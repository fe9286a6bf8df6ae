import pytest

from tournaments.access.errors import Conflict, FieldError, Invalid, Missing, NotAllowed, Refused, pointer


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("name", "/name"),
        ("options.deck", "/options/deck"),
        ("", ""),
        ("/already/one", "/already/one"),
        (("seats", 0, "a.b"), "/seats/0/a.b"),
        # RFC 6901, section 3: ~ is ~0, / is ~1.
        (("m~n", "a/b"), "/m~0n/a~1b"),
    ],
)
def test_pointers(path, expected):
    assert pointer(path) == expected


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        (Invalid, 400, "invalid"),
        (NotAllowed, 403, "not_allowed"),
        (Missing, 404, "not_found"),
        (Conflict, 409, "conflict"),
    ],
)
def test_each_kind_has_its_status_and_code(kind, status, code):
    refusal = kind("because")
    assert isinstance(refusal, Refused)
    assert (refusal.status, refusal.code, refusal.message, str(refusal)) == (status, code, "because", "because")
    assert kind("because", code="own").code == "own"


def test_invalid_names_its_field_first():
    other = FieldError("limit", "too large", "parameter")
    refusal = Invalid("name: empty", field="name", errors=[other])
    assert refusal.errors == (FieldError("/name", "name: empty"), other)
    assert [error.as_json() for error in refusal.errors] == [
        {"pointer": "/name", "message": "name: empty"},
        {"parameter": "limit", "message": "too large"},
    ]
