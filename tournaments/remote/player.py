"""A remote bot as a player: it runs at home, and is spoken to in protocol 1 through its mailbox."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from plugins import protocol
from plugins.contract import IllegalAction, View
from plugins.protocol import BadMessage, ErrorCode, Limits, Message, Move, NoMessage, Ready
from tournaments.play.clock import Clock
from tournaments.play.players.base import Forfeit, HostFault, Player, Verdict
from tournaments.remote.connection import Unreachable
from tournaments.remote.mailbox import READY_SEQ, Lost, Mailbox, TooManyGames

STARTUP_MS = 30_000  # to be there and say ready; without, it is a no-show
HICCUP_SECONDS = 5.0  # for which Redis may be away
RETRY_SECONDS = 0.1
_CODES: dict[Verdict, ErrorCode] = {
    "timeout": "timeout", "no_show": "timeout", "illegal": "illegal_action", "protocol": "protocol"
}  # fmt: skip

T = TypeVar("T")


class _Late(Exception):
    """No answer came in time."""


class RemotePlayer(Player):
    """Plays one seat of one game with a bot that polls for its messages.

    ``hello`` is what it is told first (``protocol.hello``), ``limits`` its time; 30 seconds to say ready, whatever they
    say. To the name of the game a few characters are added, so that another attempt at it, or another seat of the
    same bot, is another game. The clock is the referee's and runs from the moment a question is there to be fetched
    until its answer has been posted and read: what the network takes is the bot's own time. An answer in time is one
    that is there when the time is over.

    A Redis that does not answer for five seconds, or has lost the game, is nobody's fault (HostFault), as is a clock
    that ran out while Redis was away for less.

    For the owner alone, as with ProgramPlayer, after each move: ``thought`` (seconds) and ``note``; after the game
    ``last_request`` and ``failure``; ``printed`` and ``ending`` are empty, for what it prints is at its own home.
    """

    printed = b""
    ending = ""

    def __init__(self, bot_id: int, hello: Message, limits: Limits, mailbox: Mailbox | None = None) -> None:
        self._mailbox = mailbox or Mailbox(bot_id)
        self._game = f"{hello['game']}.{secrets.token_hex(4)}"
        self._limits = replace(limits, startup_ms=STARTUP_MS)
        told = {**hello["limits"], "startup_ms": STARTUP_MS}
        self._hello: Message = {**hello, "game": self._game, "limits": told}
        self._clock = Clock(self._limits)
        self._ready_until = 0.0
        self._failed: Forfeit | None = None
        self._seq = READY_SEQ
        self._begun = False
        self._ended = False  # a last word has been left
        self._troubled = False  # Redis was away since the last question
        self.thought = 0.0
        self.note = ""
        self.last_request = b""
        self.failure = ""

    def start(self) -> None:
        self._begun = True
        self._ready_until = self._clock.startup()
        try:
            self._reach(lambda: self._mailbox.greet(self._hello, seconds=STARTUP_MS / 1000))
        except TooManyGames as error:
            raise HostFault(str(error)) from None

    def ready(self) -> None:
        try:
            said = self._understood(self._answer(READY_SEQ, self._ready_until))
            if not isinstance(said, Ready):  # by its seq it was meant to be one
                raise BadMessage('type: not "ready"')
        except _Late:
            if self._troubled:
                raise HostFault("Redis was away while a remote bot was to say ready") from None
            self._failed = self._forfeit("no_show", f"not ready after {STARTUP_MS} ms")
        except BadMessage as wrong:
            self._failed = self._forfeit("protocol", str(wrong))
        except Lost:
            raise HostFault("Redis has lost the game of a remote bot") from None

    def act(self, view: View) -> int:
        if self._failed is not None:
            raise self._failed
        try:
            return self._ask(view)
        except _Late:
            if self._troubled:
                raise HostFault("Redis was away while a remote bot's clock ran") from None
            raise self._forfeit("timeout", f"no move before its time was over, at act {self._seq}") from None
        except BadMessage as wrong:
            raise self._forfeit("protocol", str(wrong)) from None
        except IllegalAction as wrong:
            raise self._forfeit("illegal", str(wrong)) from None
        except Lost:
            raise HostFault("Redis has lost the game of a remote bot") from None

    def over(self, ranks: Sequence[int], scores: Sequence[int], verdicts: Sequence[Verdict]) -> None:
        if not self._ended:
            self._end(protocol.over(game=self._game, ranks=ranks, scores=scores, verdicts=verdicts))

    def close(self) -> None:
        if not self._begun or self._ended:  # a last word is kept for a while, and then goes by itself
            return
        try:
            self._mailbox.forget(self._game)
        except Unreachable:
            return  # it expires

    def _ask(self, view: View) -> int:
        self._seq += 1
        encode = view.engine.encode
        act = protocol.act(
            game=self._game,
            seq=self._seq,
            observation=view.observation,
            legal=[encode(action) for action in view.legal],
            clock=self._clock.left(),
        )
        self.last_request = protocol.line(act)
        self._troubled = False
        deadline = self._clock.begin()
        self._reach(lambda: self._mailbox.ask(act, seconds=deadline - time.monotonic()))
        data = self._answer(self._seq, deadline)
        self.thought = self._clock.end()
        said = self._understood(data)
        if not isinstance(said, Move):
            raise BadMessage('type: not "move"')
        self.note = said.note
        return protocol.choice(said.action, view.legal, view.engine)

    def _answer(self, seq: int, until: float) -> bytes:
        """The answer to the question, as soon as it is there. Raises _Late, Lost, HostFault."""
        while True:
            left = until - time.monotonic()
            if left > 0:
                self._reach(partial(self._mailbox.wait_for_answer, self._game, seconds=left))
            late = time.monotonic() >= until
            found = self._reach(partial(self._mailbox.take, self._game, seq, withdraw=late))
            if found is not None:
                return found
            if late:
                raise _Late

    def _understood(self, data: bytes) -> Ready | Move | None:
        try:
            return protocol.understand(data, self._game)
        except NoMessage as wrong:  # the API takes objects alone
            raise BadMessage(str(wrong)) from None

    def _reach(self, step: Callable[[], T]) -> T:
        """What the step gives, tried again while Redis is away for no longer than a hiccup. Raises HostFault."""
        since: float | None = None
        while True:
            try:
                return step()
            except Unreachable as error:
                now = time.monotonic()
                since, self._troubled = since or now, True
                if now - since >= HICCUP_SECONDS:
                    raise HostFault(f"remote bots cannot be reached: {error}") from None
                time.sleep(RETRY_SECONDS)

    def _forfeit(self, verdict: Verdict, message: str) -> Forfeit:
        """The bot has failed, and is told."""
        self.failure = message
        self._end(protocol.error(game=self._game, seq=self._seq, code=_CODES[verdict], message=message, fatal=True))
        return Forfeit(verdict, message)

    def _end(self, last: Message) -> None:
        """Leave the last word, if Redis takes it: the game is decided without."""
        try:
            self._mailbox.end(last, seq=self._seq)
        except Unreachable:
            return
        self._ended = True
