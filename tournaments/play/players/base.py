"""What every kind of player is to the referee."""

from __future__ import annotations

from typing import Literal, Protocol

from plugins.contract import View

Verdict = Literal["played", "timeout", "illegal", "crash", "protocol", "no_show", "disqualified"]


class Forfeit(Exception):
    """The player has failed and loses its game; the fault is the player's alone."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict: Verdict = verdict


class HostFault(Exception):
    """Engine, worker or sandbox has failed: nobody's fault, the game is to be played again.

    The message is shown to staff and organiser while deals are secret, so it names no card.
    """


class Player(Protocol):
    """Plays one seat of one game."""

    def act(self, view: View) -> int:
        """An index into ``view.legal``. Raises Forfeit when the player fails, HostFault when the host does."""
