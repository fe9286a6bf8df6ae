import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError

from tournaments.access.json_body import MAX_DEPTH, parse_object

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc~/"), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3), st.booleans())
def test_good_objects_come_out_as_they_went_in(value, escaped):
    assert parse_object(json.dumps(value, ensure_ascii=escaped).encode()) == value


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON: Expecting property name"),
        (b'{"a": 1} x', "Extra data, line 1 column 10"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": 01}', "not JSON"),
        (b'{"a": "\n"}', "not JSON: Invalid control character"),
        (b"[]", "an array, not an object"),
        (b"3", "a number, not an object"),
        (b"true", "a boolean, not an object"),
        (b'"x"', "a text, not an object"),
        (b"null", "null, not an object"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": Infinity}', "Infinity is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": 1e999}', "1e999 is beyond a 64-bit float"),
        (b'{"a": -1e999}', "-1e999 is beyond"),
        (b'{"a": 9223372036854775808}', "the integer 9223372036854775808 is not in"),
        (b'{"a": -9223372036854775809}', "the integer -9223372036854775809 is not in"),
        (b'{"a": ' + b"9" * 10000 + b"}", "the integer 999999999999999999999999 is not in"),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', 'the key "c" stands twice in one object'),
        (b'{"a": 1, "\\u0061": 2}', 'the key "a" stands twice'),
        (b'{"a": ["x", "\\u0000"]}', "/a/1: the text holds a NUL character"),
        (b'{"a": {"\\u0000": 1}}', "/a: a key holds a NUL character"),
        (b'{"\\u0000": 1}', "a key holds a NUL character"),
        (b'{"a": "\\ud800"}', "/a: the text holds half a surrogate pair"),
        (b'{"a": "\\udc00\\ud800"}', "/a: the text holds half a surrogate pair"),
        (b'{"\\udfff": 1}', "a key holds half a surrogate pair"),
        (b'{"a": "\xff"}', "not UTF-8: byte 0xff at 7"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
        (b'{"a":' * 100_000, "nests deeper than 32"),
        (b"[" * 100_000, "nests deeper than 32"),
        (b'{"a":' * 33 + b"1" + b"}" * 33, "nests deeper than 32"),
    ],
)
def test_it_rejects(body, said):
    with pytest.raises(ParseError) as refusal:
        parse_object(body)
    assert said in str(refusal.value.detail)
    assert len(str(refusal.value.detail)) < 200


def test_bounds_are_inside():
    value = {"a": [2**63 - 1, -(2**63), "\U0001f0a1"]}
    assert parse_object(json.dumps(value).encode()) == value
    deepest = b'{"a":' * MAX_DEPTH + b"1" + b"}" * MAX_DEPTH
    assert parse_object(deepest) == json.loads(deepest)


@pytest.mark.django_db
@pytest.mark.urls("tests.tournaments.access.probe")
class TestOverHTTP:
    def post(self, client, body, **extra):
        return client.generic("POST", "/api/v1/echo/", body, content_type="application/json", **extra)

    def test_a_good_body(self, anonymous):
        assert self.post(anonymous, b'{"name": "x"}').json() == {"name": "x"}

    def test_a_bad_body_is_a_problem(self, anonymous):
        response = self.post(anonymous, b'{"name": NaN}')
        assert (response.status_code, response.json()["detail"]) == (400, "NaN is not JSON")

    def test_no_body(self, anonymous):
        assert self.post(anonymous, b"").json()["errors"] == [
            {"pointer": "/name", "message": "This field is required."}
        ]

    def test_the_limit_is_exact(self, anonymous, settings):
        body = b'{"name": "x"}'
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = len(body)
        assert self.post(anonymous, body).status_code == 200
        assert self.post(anonymous, body + b" ").status_code == 413

    def test_a_length_that_lies_does_not_help(self, anonymous, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 20
        response = self.post(anonymous, b'{"name": "%s"}' % (b"x" * 50), CONTENT_LENGTH="20")
        assert response.status_code in {400, 413}
