"""What every kind of player is to the referee."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
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
    """Plays one seat of one game. Who needs no process inherits all but ``act``, which do nothing."""

    __slots__ = ()

    def start(self) -> None:
        """Begin to get ready, without waiting until it is done. Raises HostFault if it cannot begin."""
        return

    def ready(self) -> None:
        """Wait until it is ready to be asked, or its time to get ready is over. Raises HostFault alone.

        Whether the player has failed is said when it is asked.
        """
        return

    @abstractmethod
    def act(self, view: View) -> int:
        """An index into ``view.legal``. Raises Forfeit when the player fails, HostFault when the host does."""

    def over(self, ranks: Sequence[int], scores: Sequence[int], verdicts: Sequence[Verdict]) -> None:
        """Hear how the game ended, by seat. Raises nothing that the player does wrong now: the game is over."""
        return

    def close(self) -> None:
        """Leave nothing behind: called once after each game, also one that failed or did not begin."""
        return
