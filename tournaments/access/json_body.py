"""The kind of body the API takes, but where files are sent: a JSON object that every part behind it can hold."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from .errors import pointer

MAX_DEPTH = 32
MAX_INT = 2**63 - 1
MIN_INT = -(2**63)


class BodyTooLarge(APIException):
    """The body has more bytes than this server takes."""

    status_code = 413
    default_code = "body_too_large"


class StrictJSONParser(BaseParser):
    """JSON as RFC 8259 has it, and I-JSON (RFC 7493) narrows it: UTF-8, no key twice, no half surrogates, no NaN.

    Integers are of 64 bits, nesting is at most 32 deep, texts hold no NUL (PostgreSQL has none), the outermost value is
    an object, the body has at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes. Raises ParseError (400), BodyTooLarge (413).
    """

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read() if limit is None else stream.read(limit + 1)
        if limit is not None and len(body) > limit:
            raise BodyTooLarge(f"the body is larger than {limit} bytes")
        return parse_object(body)


def parse_object(body: bytes) -> dict[str, Any]:
    """The object in a body. Raises ParseError."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise ParseError(f"the body is not UTF-8: byte {body[exc.start]:#04x} at {exc.start}") from None
    if text.startswith("\ufeff"):
        raise ParseError("the body starts with a byte order mark; JSON has none")
    try:
        value = json.loads(
            text, parse_int=_int, parse_float=_float, parse_constant=_constant, object_pairs_hook=_unique
        )
    except RecursionError:
        raise ParseError(f"the body nests deeper than {MAX_DEPTH}") from None
    except json.JSONDecodeError as exc:
        raise ParseError(f"not JSON: {exc.msg}, line {exc.lineno} column {exc.colno}") from None
    if not isinstance(value, dict):
        raise ParseError(f"the body is {_kind(value)}, not an object")
    _check_tree(value)
    return value


def _check_tree(root: dict[str, Any]) -> None:
    open_nodes: list[tuple[tuple[str | int, ...], Any]] = [((), root)]
    while open_nodes:
        path, node = open_nodes.pop()
        if isinstance(node, str):
            _check_text(node, path, "the text")
        elif isinstance(node, dict | list):
            if len(path) >= MAX_DEPTH:
                raise ParseError(f"{pointer(path[:3])}...: nests deeper than {MAX_DEPTH}")
            if isinstance(node, dict):
                for key in node:
                    _check_text(key, path, "a key")
                open_nodes.extend(((*path, key), child) for key, child in node.items())
            else:
                open_nodes.extend(((*path, index), child) for index, child in enumerate(node))


def _check_text(text: str, path: tuple[str | int, ...], what: str) -> None:
    if "\0" in text:
        raise ParseError(f"{pointer(path)}: {what} holds a NUL character".removeprefix(": "))
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise ParseError(f"{pointer(path)}: {what} holds half a surrogate pair".removeprefix(": "))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ParseError(f"the key {json.dumps(key)[:60]} stands twice in one object")
        made[key] = value
    return made


def _int(digits: str) -> int:
    # The length first: int() of very many digits is slow, and refused by Python itself.
    number = int(digits) if len(digits) <= 20 else MAX_INT + 1
    if not MIN_INT <= number <= MAX_INT:
        raise ParseError(f"the integer {digits[:24]} is not in {MIN_INT}..{MAX_INT}")
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ParseError(f"the number {digits[:24]} is beyond a 64-bit float")
    return number


def _constant(name: str) -> NoReturn:
    raise ParseError(f"{name} is not JSON")


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a boolean"
    return {list: "an array", str: "a text", type(None): "null"}.get(type(value), "a number")
