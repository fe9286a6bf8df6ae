"""How far a long computation is: a bar that is redrawn on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

import shutil
import time
from typing import Self

from django.core.management.base import OutputWrapper

# Between two drawings on a terminal, and between two lines where there is none.
_REDRAWN_SECONDS = 0.1
_PLAIN_SECONDS = 10.0
_BAR = 24


class Progress:
    """Progress of counting things up to a total; a context manager that leaves the line at its end.

    Call it with the number done so far. `what` are the things, such as `boards`; `name` says what is done with them.
    """

    def __init__(self, stream: OutputWrapper, name: str, total: int, what: str = "boards") -> None:
        self._stream, self._name, self._total, self._what = stream, name, total, what
        self._terminal = stream.isatty()
        self._begun = self._shown = time.monotonic()
        self._drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._write("\r\x1b[K")

    def __call__(self, done: int) -> None:
        if not self._is_time():
            return
        line = describe(self._name, done, self._total, self._what, time.monotonic() - self._begun)
        room = min(_BAR, shutil.get_terminal_size().columns - len(line) - 2)
        self._draw(f"{bar(done, self._total, room)} {line}" if self._terminal and room > 2 else line)

    def say(self, text: str) -> None:
        """Show a text in place of the numbers, now and then as they are."""
        if self._is_time():
            self._draw(f"{self._name}: {text}")

    def _is_time(self) -> bool:
        now = time.monotonic()
        if now - self._shown < (_REDRAWN_SECONDS if self._terminal else _PLAIN_SECONDS):
            return False
        self._shown = now
        return True

    def _draw(self, line: str) -> None:
        if self._terminal:
            self._drawn = True
            self._write(f"\r{line[: shutil.get_terminal_size().columns - 1]}\x1b[K")
        else:
            self._write(line + "\n")

    def _write(self, text: str) -> None:
        self._stream.write(text, str, "")  # as it is: no colour of errors, no end of line
        self._stream.flush()


def describe(name: str, done: int, total: int, what: str, seconds: float) -> str:
    """`replaying: 45,000 of 100,000 boards, 21,300/s, 3 s left`; the total grows if more than that is done."""
    total = max(total, done)
    if not done or seconds <= 0:
        return f"{name}: {done:,} of {total:,} {what}"
    rate = done / seconds
    return f"{name}: {done:,} of {total:,} {what}, {rate:,.0f}/s, {duration((total - done) / rate)} left"


def bar(done: int, total: int, width: int) -> str:
    """`####....`, so many characters wide."""
    full = width * min(done, total) // total if total else width
    return "#" * full + "." * (width - full)


def duration(seconds: float) -> str:
    """`8 s`, `2 min 5 s`, `1 h 3 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
