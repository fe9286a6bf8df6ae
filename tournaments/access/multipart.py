"""A form with a file in it: the one other kind of body, where programs are uploaded."""

from __future__ import annotations

import hashlib
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from rest_framework import parsers, serializers


class FormParser(parsers.MultiPartParser):
    """`multipart/form-data`, as far as Django's settings let it grow; each name at most once is seen to by `single`."""


def single(form: MultiValueDict[str, Any]) -> dict[str, Any]:
    """The fields of a form by name. Raises ValidationError for one that stands there more than once.

    A browser's session is not parsed by `FormParser` but by Django, when it looks for the CSRF token.
    """
    wrong = {name: [f"given {len(values)} times; once is right"] for name, values in form.lists() if len(values) != 1}
    if wrong:
        raise serializers.ValidationError(wrong)
    return {name: values[0] for name, values in form.lists()}


def told(form: MultiValueDict[str, Any]) -> dict[str, list[Any]]:
    """What a form says, as JSON that is equal for equal forms: of a file its name and the SHA-256 of its bytes."""
    return {name: [_told(value) for value in values] for name, values in form.lists()}


class FileField(serializers.FileField):
    """A file of a form; an empty one too."""

    default_error_messages = {
        "required": "required: a file",
        "invalid": "not a file; with curl, -F program=@FILE sends one",
    }

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, UploadedFile):
            self.fail("invalid")
        return data


def _told(value: Any) -> Any:
    if not isinstance(value, UploadedFile):
        return value
    value.seek(0)
    hashed = hashlib.sha256(value.read()).hexdigest()
    value.seek(0)
    return {"filename": value.name, "sha256": hashed}
