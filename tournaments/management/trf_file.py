"""Tournament Report Files as commands read them: by name, or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from tournaments.trf.lines import MAX_BYTES
from tournaments.trf.read import read
from tournaments.trf.values import Report, TrfError


def read_file(name: str) -> Report:
    """The report of a file; `-` is standard input. Raises TrfError, also for a file that cannot be read."""
    return read(_content(name))


def _content(name: str) -> bytes:
    """The bytes of the file, one more than may be read at most. Raises TrfError."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as exc:  # ValueError: a zero byte in the name
        raise TrfError(f"cannot be read: {getattr(exc, 'strerror', None) or exc}") from None
