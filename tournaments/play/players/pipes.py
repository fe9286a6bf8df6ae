"""Lines to and from a process over pipes that never block, however the process behaves."""

from __future__ import annotations

import contextlib
import os
import select
import time
from math import ceil

from plugins.protocol import LINE_BYTES, BadMessage
from tournaments.play.players.process import Process

RECORD_BYTES = 1 << 16  # of what a bot prints, kept for its owner
UNREAD_BYTES = 1 << 20  # of stdout, read before anyone has asked for it
PRINTED_BYTES = 1 << 23  # of stderr, all in all
_CHUNK = 1 << 16


class Late(Exception):
    """The deadline is over and nothing more was there."""


class Closed(Exception):
    """The process has closed its stdin or stdout, or is gone."""


class Pipes:
    """The three streams of a process.

    Whether time is over is seen by the host's clock, and the host may be slow itself: once the deadline has passed it
    looks one last time, and what is there by then is in time.
    """

    def __init__(self, process: Process) -> None:
        self._streams = process.streams
        self._in, self._out, self._err = (stream.fileno() for stream in self._streams)
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)
        self._poll = select.poll()
        for number in (self._out, self._err):
            self._poll.register(number, select.POLLIN)
        self._unsent = bytearray()
        self._read = bytearray()
        self._searched = 0
        self._printed = 0
        self._ended: set[int] = set()
        self._looked = False
        self._record = bytearray()

    @property
    def record(self) -> bytes:
        """What the process has printed: stderr and what was given to ``keep``, cut at RECORD_BYTES."""
        return bytes(self._record)

    def keep(self, data: bytes) -> None:
        """Add to the record."""
        self._record += data[: RECORD_BYTES - len(self._record)]

    def send(self, data: bytes) -> None:
        """Write ``data``, or what the pipe takes of it; the rest is written while ``line`` waits."""
        self._looked = False
        self._unsent += data
        if len(self._unsent) == len(data):
            self._write()
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)

    def line(self, deadline: float) -> bytes:
        """The next line, without its newline, once all is written that was sent.

        ``deadline`` is on ``time.monotonic``. Raises Late, Closed, and BadMessage for a line or output too long.
        """
        while True:
            if not self._unsent:
                line = self._next()
                if line is not None:
                    return line
            if not self._ended.isdisjoint((self._in, self._out)):
                raise Closed
            left = deadline - time.monotonic()
            if left <= 0:
                if self._looked:
                    raise Late
                self._looked = True
                left = 0
            self._step(left)

    def waiting(self) -> list[bytes]:
        """The lines that are there already. Raises BadMessage for a line or output too long."""
        while self._step(0):
            pass
        lines = []
        while (line := self._next()) is not None:
            lines.append(line)
        return lines

    def finish(self, deadline: float) -> None:
        """Close stdin, and read what the process still prints until it ends, or the deadline. Raises nothing."""
        if self._unsent:
            self._poll.unregister(self._in)
            self._write()
        self._streams[0].close()
        self._ended.add(self._in)
        left = 1.0
        with contextlib.suppress(BadMessage):
            while left > 0 and len(self._ended) < 3:
                left = deadline - time.monotonic()
                self._step(max(0, left))

    def close(self) -> None:
        for stream in self._streams:
            stream.close()

    def _next(self) -> bytes | None:
        end = self._read.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._read)
            if len(self._read) > LINE_BYTES:
                raise BadMessage(f"a line of more than {LINE_BYTES} bytes")
            return None
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        self._searched = 0
        return line

    def _step(self, seconds: float) -> bool:
        """Wait at most so long until something can be read or written, and do that once; whether anything was."""
        events = self._poll.poll(ceil(seconds * 1000))
        for number, _ in events:
            if number == self._in:
                self._write()
                if not self._unsent:
                    self._poll.unregister(number)
                continue
            data = os.read(number, _CHUNK)
            if not data:
                self._ended.add(number)
                self._poll.unregister(number)
            elif number == self._out:
                self._read += data
                if len(self._read) > UNREAD_BYTES:
                    raise BadMessage(f"more than {UNREAD_BYTES} bytes on stdout that nobody has asked for")
            else:
                self.keep(data)
                self._printed += len(data)
                if self._printed > PRINTED_BYTES:
                    raise BadMessage(f"more than {PRINTED_BYTES} bytes on stderr")
        return bool(events)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._in, self._unsent)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._ended.add(self._in)
            self._unsent.clear()
