"""A program as a player: a process of its own for each game, which is spoken to in protocol 1 over its pipes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from plugins import protocol
from plugins.contract import IllegalAction, View
from plugins.protocol import BadMessage, ErrorCode, Limits, Message, Move, NoMessage, Ready
from plugins.wording import described
from tournaments.play.clock import Clock
from tournaments.play.players.base import Forfeit, HostFault, Player, Verdict
from tournaments.play.players.pipes import Closed, Late, Pipes
from tournaments.play.players.process import Process

GRACE_SECONDS = 0.25  # to end by itself after its last message
STRAY_BYTES = 1 << 20  # of stdout lines that are neither ready nor move, all in all
STRAY_LINES = 10_000  # since each takes the referee's time, however short
_ENDED = "the program ended, or closed its stdin or stdout"
_CODES: dict[Verdict, ErrorCode] = {"timeout": "timeout", "illegal": "illegal_action", "protocol": "protocol"}


class ProgramPlayer(Player):
    """Plays one seat of one game with the process that ``launch`` starts.

    ``hello`` is what it is told first (``protocol.hello``), ``limits`` its time. ``launch``, which ``ready`` calls, may
    raise HostFault and OSError. For the owner alone, after each move: ``thought``, the seconds that it took, getting
    ready not counted, and ``note``. After the game: ``printed`` (its stderr and stdout lines that are no messages, at
    most 64 KiB), ``last_request`` (the last ``act``), ``ending`` (how the process ended by itself) and ``failure``:
    what it did wrong, also where that has cost nothing, since it was not asked again.
    """

    def __init__(self, launch: Callable[[], Process], hello: Message, limits: Limits) -> None:
        self._launch = launch
        self._hello = hello
        self._game: str = hello["game"]
        self._limits = limits
        self._clock = Clock(limits)
        self._process: Process | None = None
        self._pipes: Pipes
        self._failed: Forfeit | None = None
        self._seq = 0
        self._stray_bytes = 0
        self._stray_lines = 0
        self._last = 0.0
        self.thought = 0.0
        self.note = ""
        self.last_request = b""
        self.ending = ""
        self.failure = ""

    @property
    def printed(self) -> bytes:
        return self._pipes.record if hasattr(self, "_pipes") else b""

    def ready(self) -> None:
        """Start the program, and wait for it here: programs of one game may share a processor, and none is to take it
        from another that is getting ready.
        """
        try:
            self._process = self._launch()
        except OSError as error:
            raise HostFault(f"the program could not be started: {described(error)}") from error
        self._pipes = Pipes(self._process)
        until = self._clock.startup()
        self._pipes.send(protocol.line(self._hello))
        try:
            self._await_ready(until)
        except Late:
            self._failed = self._forfeit("timeout", f"not ready after {self._limits.startup_ms} ms")
        except Closed:
            if fault := self._process.fault():
                raise HostFault(f"no sandbox: {fault}") from None
            self._failed = self._forfeit("crash", _ENDED)
        except BadMessage as wrong:
            self._failed = self._forfeit("protocol", str(wrong))
        else:
            self._process.rest()

    def act(self, view: View) -> int:
        if self._failed is not None:
            raise self._failed
        try:
            for line in self._pipes.waiting():
                if isinstance(said := self._understood(line), Move):
                    raise BadMessage(f"seq: {said.seq} was answered before it was asked")
            return self._ask(view)
        except Late:
            raise self._forfeit("timeout", f"no move before its time was over, at act {self._seq}") from None
        except Closed:
            raise self._forfeit("crash", _ENDED) from None
        except BadMessage as wrong:
            raise self._forfeit("protocol", str(wrong)) from None
        except IllegalAction as wrong:
            raise self._forfeit("illegal", str(wrong)) from None

    def over(self, ranks: Sequence[int], scores: Sequence[int], verdicts: Sequence[Verdict]) -> None:
        if self._process is not None:
            if ending := self._process.ending(0):
                self.failure = f"the program ended: {ending}"
            self._process.wake()
            self._pipes.send(
                protocol.line(protocol.over(game=self._game, ranks=ranks, scores=scores, verdicts=verdicts))
            )
            self._last = time.monotonic() + GRACE_SECONDS

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        try:
            self._pipes.finish(self._last)
            self.ending = process.ending(max(0.0, self._last - time.monotonic()))
        finally:
            process.kill()
            self._pipes.close()

    def _await_ready(self, until: float) -> None:
        while (said := self._understood(self._pipes.line(until))) is None:
            pass
        if isinstance(said, Move):
            raise BadMessage(f"seq: {said.seq} was answered before it was asked")

    def _ask(self, view: View) -> int:
        self._seq += 1
        encode = view.engine.encode
        self.last_request = protocol.line(
            protocol.act(
                game=self._game,
                seq=self._seq,
                observation=view.observation,
                legal=[encode(action) for action in view.legal],
                clock=self._clock.left(),
            )
        )
        assert self._process is not None
        self._process.wake()
        deadline = self._clock.begin()
        self._pipes.send(self.last_request)
        while not isinstance(said := self._understood(self._pipes.line(deadline)), Move):
            pass
        self.thought, self.note = self._clock.end(), said.note
        self._process.rest()
        if said.seq != self._seq:
            raise BadMessage(f"seq: {said.seq} is not {self._seq}, that of the act to be answered")
        return protocol.choice(said.action, view.legal, view.engine)

    def _understood(self, line: bytes) -> Ready | Move | None:
        """What the line says; None for what is no message, which is put with what was printed, or of another type."""
        said = None
        try:
            said = protocol.understand(line, self._game)
        except NoMessage:
            self._pipes.keep(line + b"\n")
        if said is None:
            self._stray_lines += 1
            self._stray_bytes += len(line) + 1
            if self._stray_lines > STRAY_LINES or self._stray_bytes > STRAY_BYTES:
                raise BadMessage(
                    f"more than {STRAY_LINES} lines or {STRAY_BYTES} bytes on stdout that are neither ready nor move"
                )
        return said

    def _forfeit(self, verdict: Verdict, message: str) -> Forfeit:
        """The program has failed: it is told, and ends here, so that it burns nothing while others play on."""
        assert self._process is not None
        self._process.wake()
        if verdict in _CODES:
            refusal = protocol.error(game=self._game, seq=self._seq, code=_CODES[verdict], message=message, fatal=True)
            self._pipes.send(protocol.line(refusal))
        if verdict != "timeout":  # which has had all its time
            self._last = time.monotonic() + GRACE_SECONDS
        self.close()
        if verdict == "crash" and self.ending:
            message = f"the program ended: {self.ending}"
        self.failure = message
        return Forfeit(verdict, message)
