"""Forms: each field once, and what a form says is told apart by all of it."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict
from rest_framework.exceptions import ValidationError

from tournaments.access.multipart import FileField, single, told


def form(name="a.py", data=b"1", **fields):
    return MultiValueDict({**fields, "program": [SimpleUploadedFile(name, data)]})


def test_a_field_stands_once():
    assert single(MultiValueDict({"a": ["1"], "b": ["2"]})) == {"a": "1", "b": "2"}
    with pytest.raises(ValidationError) as refused:
        single(MultiValueDict({"a": ["1"], "b": ["2", "2"]}))
    assert refused.value.detail == {"b": ["given 2 times; once is right"]}


def test_what_is_told_is_equal_for_equal_forms_alone():
    others = [form(), form("b.py"), form(data=b"2"), form(main=["x"]), form(main=["x", "x"]), form(main=["a.py"])]
    said = [json.dumps(told(other), sort_keys=True) for other in others]
    assert len(set(said)) == len(said)
    assert json.dumps(told(form()), sort_keys=True) == said[0]


def test_a_file_that_was_told_of_is_read_from_its_beginning():
    sent = form(data=b"abc")
    told(sent)
    assert sent["program"].read() == b"abc"


def test_a_file_is_a_file():
    field = FileField()
    sent = SimpleUploadedFile("a.py", b"")
    assert field.run_validation(sent) is sent
    with pytest.raises(ValidationError, match="not a file; with curl"):
        field.run_validation("text")
