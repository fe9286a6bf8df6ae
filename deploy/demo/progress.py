"""How far events are: one line that is redrawn on a terminal, now and then a new line elsewhere."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from typing import TextIO

PLAIN_SECONDS = 2.0  # between lines where there is no terminal

Count = tuple[str, int, int]  # name, done, of how many


class Progress:
    """Progress of several events on a stream."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._terminal = stream.isatty()
        self._shown: list[Count] = []
        self._at = float("-inf")

    def show(self, counts: Sequence[Count]) -> None:
        """Show the counts, if they have changed; the last ones always."""
        over = all(done >= total for _, done, total in counts)
        now = time.monotonic()
        if list(counts) == self._shown or (not self._terminal and not over and now - self._at < PLAIN_SECONDS):
            return
        self._shown, self._at = list(counts), now
        if self._terminal:
            width = shutil.get_terminal_size().columns
            line = bars(counts, width - 1)
            self.stream.write(f"\r{line}\x1b[K")
        else:
            self.stream.write("  ".join(f"{name} {done}/{total}" for name, done, total in counts) + "\n")
        self.stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._terminal and self._shown:
            self.stream.write("\n")
            self.stream.flush()


def bars(counts: Sequence[Count], width: int) -> str:
    """One bar for each event, in a line of at most `width` characters; bars go before numbers, numbers before names."""
    numbers = [f"{name} {done}/{total}" for name, done, total in counts]
    room = (width - sum(len(text) + 3 for text in numbers)) // len(counts) if counts else 0
    size = min(room, 20)
    parts = []
    for text, (_, done, total) in zip(numbers, counts, strict=True):
        full = size * min(done, total) // total if size > 2 and total else 0
        parts.append(f"{'#' * full}{'.' * (size - full)} {text}" if size > 2 else text)
    return "  ".join(parts)[:width]
