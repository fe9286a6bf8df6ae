"""The lines of a Tournament Report File and the fields in their columns, which count from 1 as in FIDE's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from plugins.wording import shown
from tournaments.trf.values import TrfError

MAX_BYTES = 8_000_000
FIRST_CELL = 92
CELL = 10


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, and its number in the file."""

    number: int
    text: str

    @property
    def tag(self) -> str:
        return self.text[:3]

    @property
    def rest(self) -> str:
        """What follows the tag and a blank."""
        return self.text[4:].rstrip()

    def error(self, message: str, column: int | None = None) -> TrfError:
        return TrfError(message, self.number, column)

    def field(self, first: int, last: int) -> str:
        """The text of the columns `first` to `last`, blanks around it stripped."""
        return self.text[first - 1 : last].strip()

    def number_at(self, first: int, last: int, what: str) -> int | None:
        """A whole number, None if the columns are blank."""
        text = self.field(first, last)
        return whole(self, text, first, what) if text else None

    def needed(self, first: int, last: int, what: str) -> int:
        """A whole number that must be there."""
        number = self.number_at(first, last, what)
        if number is None:
            raise self.error(f"{what} is missing in the columns {first} to {last}", first)
        return number

    def tenths_at(self, first: int, last: int, what: str) -> int | None:
        """A number such as 11.5, in tenths; None if the columns are blank."""
        text = self.field(first, last)
        return tenths(self, text, first, what) if text else None

    def numbers_from(self, first: int, width: int, what: str) -> tuple[int, ...]:
        """Whole numbers in fields of `width` columns with a blank between; blank fields say nothing."""
        starts = range(first, len(self.text) + 1, width + 1)
        for start in starts:
            if start > first and self.text[start - 2] != " ":
                raise self.error(f"{shown(self.text[start - 2])} where a blank parts two numbers", start - 1)
        found = (self.number_at(start, start + width - 1, what) for start in starts)
        return tuple(number for number in found if number is not None)


def whole(line: Line, text: str, column: int, what: str) -> int:
    """Raises TrfError for anything but a few digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise line.error(f"{what}: {shown(text)} is not a whole number", column)
    return int(text)


def tenths(line: Line, text: str, column: int, what: str) -> int:
    """Raises TrfError for anything but a number of at most one decimal."""
    found = re.fullmatch(r"(-?)([0-9]{0,3})(?:[.,]([0-9])0*)?", text)
    if found is None or not (found[2] or found[3]):
        raise line.error(f"{what}: {shown(text)} is not a number with one decimal such as 11.5", column)
    value = int(found[2] or 0) * 10 + int(found[3] or 0)
    return -value if found[1] else value


def lines_of(data: bytes | str) -> Iterator[Line]:
    """The lines that are not blank. Bytes are UTF-8, or Latin-1 if they are not that. Raises TrfError."""
    if len(data) > MAX_BYTES:
        raise TrfError(f"the file has more than {MAX_BYTES} bytes")
    text = data if isinstance(data, str) else _decoded(data)
    for number, content in enumerate(re.split("\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = Line(number, content.replace("\t", " ").rstrip())
        if not line.text:
            continue
        if not line.text.isprintable():
            column = next(place for place, mark in enumerate(line.text, 1) if not mark.isprintable())
            raise line.error(f"{shown(line.text[column - 1])} cannot be printed", column)
        if len(line.tag) < 3:
            raise line.error(f"{shown(line.text)} is no record; every line begins with three characters such as 001")
        if line.text[3:4].strip():
            raise line.error(f"{shown(line.text[3])} follows {line.tag}, not a blank", 4)
        yield line


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TrfError("the file is UTF-16; UTF-8 and Latin-1 can be read", 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
