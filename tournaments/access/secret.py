"""The text of a token: made, recognised, digested. Pure.

`crp_` + 8 characters shown in lists + 32 secret characters + 6 of checksum, all of 0-9A-Za-z. The mark and the checksum
(CRC-32) let secret scanners and a mistyped token be told without a database. 32 characters of 62 are 190 random bits:
nobody guesses them, so one SHA-256 is digest enough; slow password hashes are for what people make up.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from dataclasses import dataclass

MARK = "crp_"
PREFIX_LENGTH = len(MARK) + 8
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
TOKEN = re.compile(r"crp_[0-9A-Za-z]{46}")


@dataclass(frozen=True, slots=True)
class Secret:
    """`text` is the whole token, shown once; `prefix` (12 characters) and `digest` (64 hex digits) are kept."""

    text: str

    @property
    def prefix(self) -> str:
        return self.text[:PREFIX_LENGTH]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def __repr__(self) -> str:
        return f"Secret({self.prefix}...)"


def checksum(text: str) -> str:
    """CRC-32 as six digits in base 62, most significant first."""
    number, digits = zlib.crc32(text.encode()), ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = ALPHABET[digit] + digits
    return digits


def new() -> Secret:
    """A secret that nobody has had before: 40 characters drawn by the operating system, and their checksum."""
    body = MARK + "".join(secrets.choice(ALPHABET) for _ in range(40))
    return Secret(body + checksum(body))


def parse(text: str) -> Secret | None:
    """The secret in what a client sent; None unless mark, length, alphabet and checksum are right."""
    if not TOKEN.fullmatch(text) or checksum(text[:-6]) != text[-6:]:
        return None
    return Secret(text)


def redact(text: str) -> str:
    """The text with the secret part of any token in it taken out."""
    return TOKEN.sub(lambda found: found[0][:PREFIX_LENGTH] + "...", text)
