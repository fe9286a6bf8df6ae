"""The clock of one bot in one game: time for each move, a bank for what goes beyond it, and a limit for all moves."""

from __future__ import annotations

import time
from collections.abc import Callable

from plugins.protocol import Limits


class Clock:
    """Runs from ``begin`` to ``end``, while this bot thinks; it stands while others do.

    Thinking beyond ``move_ms`` is taken from the bank. Out of time is who thinks for longer than ``move_ms`` and what
    is in the bank, or for longer than ``game_ms`` in all. ``now`` is a monotonic clock in seconds, the referee's own.
    """

    __slots__ = ("_bank", "_begun", "_game", "_move", "_now", "_startup")

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._startup = limits.startup_ms / 1000
        self._move = limits.move_ms / 1000
        self._bank = limits.bank_ms / 1000
        self._game = limits.game_ms / 1000
        self._begun = 0.0

    def startup(self) -> float:
        """When a bot that is started now must be ready, on ``now``; getting ready takes nothing of the rest."""
        return self._now() + self._startup

    def begin(self) -> float:
        """The bot's move begins. Returns when its time is over, on ``now``."""
        self._begun = self._now()
        return self._begun + min(self._move + self._bank, self._game)

    def end(self) -> float:
        """The move is made: what it took is taken off. Returns that, in seconds."""
        taken = self._now() - self._begun
        self._bank -= min(max(0.0, taken - self._move), self._bank)
        self._game -= min(taken, self._game)
        return taken

    def left(self) -> dict[str, int]:
        """What is left, in whole ms, as an ``act`` tells it."""
        return {
            "move_ms": round(min(self._move, self._game) * 1000),
            "bank_ms": int(self._bank * 1000),
            "game_ms": int(self._game * 1000),
        }
