"""What was found a moment ago, for requests that come by the thousand: it holds for a while, in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

MOST = 10_000


class Brief(Generic[Value]):
    """Keeps what was found for a key for so many seconds. Any thread may use it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._kept: dict[Hashable, tuple[float, Value]] = {}
        _all.append(self)

    def get(self, key: Hashable, find: Callable[[], Value]) -> Value:
        """What is kept for the key, or else what `find` gives; what it raises is not kept."""
        now = time.monotonic()
        kept = self._kept.get(key)
        if kept is not None and kept[0] > now:
            return kept[1]
        value = find()
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[key] = (now + self._seconds, value)
        return value

    def clear(self) -> None:
        self._kept.clear()


_all: list[Brief[Any]] = []


def forget() -> None:
    """Forget everything: for tests, whose ids come again."""
    for one in _all:
        one.clear()
