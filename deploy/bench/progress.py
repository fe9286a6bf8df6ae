"""Where a measurement is, on a terminal."""

from __future__ import annotations

import sys


def progress(line: str) -> None:
    """Show where the measurement is, on a terminal; an empty line wipes it away."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
