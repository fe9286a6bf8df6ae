"""A Chance that keeps account of what is drawn from it, and otherwise gives the same."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from plugins.chance import Chance, Stream


class _WatchedStream(Stream):
    __slots__ = ("_label", "_log")

    def __init__(self, stream: Stream, label: str, log: list[str]) -> None:
        super().__init__(stream._prefix)
        self._label, self._log = label, log

    def below(self, n: int) -> int:
        self._log.append(self._label)
        return super().below(n)

    def shuffle(self, items: MutableSequence[Any]) -> None:
        self._log.append(self._label)
        super().shuffle(items)


class WatchedChance(Chance):
    """``log``: the label of a stream for every time that one was asked for or read."""

    __slots__ = ("log",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.log: list[str] = []

    def stream(self, label: str) -> Stream:
        """The stream, watched."""
        self.log.append(label)
        return _WatchedStream(super().stream(label), label, self.log)

    def derive(self, label: str) -> Chance:
        """The derived chance, watched in the same log."""
        self.log.append(label)
        derived = WatchedChance(super().derive(label)._seed)
        derived.log = self.log
        return derived
