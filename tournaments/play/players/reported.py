"""A player whose moves are noted for its owner: what each took, and what the bot said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plugins.contract import View
from tournaments.play.players.base import Player, Verdict

NOTES_CHARACTERS = 1 << 16  # of all notes of a game, kept for the owner


class Contender(Player, Protocol):
    """What a program and a remote bot tell of themselves besides being players: see ``ProgramPlayer``."""

    thought: float
    note: str
    last_request: bytes
    ending: str
    failure: str

    @property
    def printed(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Report:
    """What the owner may see of one seat of one game.

    times:        what each of its moves took, in ms.
    notes:        (number of the move, what the bot said of it), as far as there is room for them.
    printed:      its stderr, and lines on stdout that were no messages.
    last_request: the last ``act`` that it was sent; b"" if it was never asked.
    """

    version: int
    times: tuple[int, ...]
    notes: tuple[tuple[int, str], ...]
    printed: bytes
    last_request: bytes
    ending: str
    failure: str


class ReportedPlayer(Player):
    """Passes all on to ``contender``, and keeps what there is to report of it."""

    def __init__(self, version: int, contender: Contender) -> None:
        self._version = version
        self._contender = contender
        self._times: list[int] = []
        self._notes: list[tuple[int, str]] = []
        self._room = NOTES_CHARACTERS

    def start(self) -> None:
        self._contender.start()

    def ready(self) -> None:
        self._contender.ready()

    def act(self, view: View) -> int:
        move = self._contender.act(view)
        self._times.append(round(self._contender.thought * 1000))
        if (note := self._contender.note[: self._room]) != "":
            self._notes.append((len(self._times), note))
            self._room -= len(note)
        return move

    def over(self, ranks: Sequence[int], scores: Sequence[int], verdicts: Sequence[Verdict]) -> None:
        self._contender.over(ranks, scores, verdicts)

    def close(self) -> None:
        self._contender.close()

    def report(self) -> Report:
        """To be asked for once the game is over and the player closed."""
        told = self._contender
        return Report(
            version=self._version,
            times=tuple(self._times),
            notes=tuple(self._notes),
            printed=told.printed,
            last_request=told.last_request,
            ending=told.ending,
            failure=told.failure,
        )
