"""What waits for a bot and what it has answered, in Redis.

A bot's hash ``pending`` is the truth, and tells for each game what waits for the bot there: a question (``hello``,
``act``) until it is answered or its time is over, a last word (``over``, a fatal ``error``) until it was received. The
list ``wake`` only wakes who waits for that; a wake-up that is lost costs a slice of waiting. Keys, for the bot 7:

    croupier:remote:{7}:pending        hash: game -> "number expires kind": the number orders the messages of the bot
                                       and is a cursor; times in microseconds; kind is hello, act or last
    croupier:remote:{7}:last           the greatest number so far
    croupier:remote:{7}:wake           list: at most one wake-up for who polls
    croupier:remote:{7}:seen           there for 60 seconds after a poll (``presence.py``)
    croupier:remote:{7}:game:NAME      hash: hello, message (what waits, or waited last), asked (its seq, 0 for hello),
                                       state (open, answered, late, over), answer, and said:SEQ, a digest of each answer
    croupier:remote:{7}:answered:NAME  list: a wake-up for the referee

Everything expires: a question a little after its time, a last word after two minutes, a game that nobody ends after
a day. A message is delivered at least once. An answer is taken once: what was taken is what the referee gets, and the
same answer again changes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any, Literal, cast

from plugins import protocol
from plugins.protocol import Message
from tournaments.remote import scripts
from tournaments.remote.connection import COMMAND_SECONDS, SLICE_SECONDS, client, loop_client, reaching

Outcome = Literal["taken", "same", "other", "outdated", "missing"]

PRESENCE_SECONDS = 60
LAST_WORD_SECONDS = 120
GAME_SECONDS = 86_400
SPARE_SECONDS = 10  # by which a question outlives its time: the referee ends it, and expiry only what has no referee
MOST_GAMES = 500  # in which a bot may be asked at once
ENOUGH_BYTES = 1 << 20  # of messages for one poll; a message that is longer goes alone

READY_SEQ = 0  # what a ``ready`` answers


class TooManyGames(Exception):
    """The bot is in as many games as it may be."""


class Lost(Exception):
    """Redis knows nothing of the game any more: it came back empty."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of an answer, and how its game stands: ``asked`` is the last question, ``open`` whether it waits."""

    outcome: Outcome
    asked: int | None
    open: bool


@dataclass(frozen=True, slots=True)
class Delivery:
    """Messages, as JSON, and the cursor after which the next ones come."""

    cursor: int
    messages: tuple[bytes, ...]


class Mailbox:
    """The mailbox of one bot. All methods may raise Unreachable."""

    def __init__(self, bot_id: int) -> None:
        prefix = f"croupier:remote:{{{bot_id}}}"
        self._pending = f"{prefix}:pending"
        self._last = f"{prefix}:last"
        self._wake = f"{prefix}:wake"
        self._seen = f"{prefix}:seen"
        self._games = f"{prefix}:game:"
        self._answers = f"{prefix}:answered:"

    # The referee's side.

    def greet(self, hello: Message, *, seconds: float) -> None:
        """Begin a game: its name is new. Raises TooManyGames."""
        if self._post("hello", hello["game"], hello, seq=READY_SEQ, seconds=seconds, keep=GAME_SECONDS) < 0:
            raise TooManyGames(f"the bot is asked in {MOST_GAMES} games already")

    def ask(self, act: Message, *, seconds: float) -> None:
        """Ask the question, which nobody waits for any more after so many seconds. Raises Lost."""
        if not self._post("act", act["game"], act, seq=act["seq"], seconds=seconds, keep=GAME_SECONDS):
            raise Lost

    def end(self, last: Message, *, seq: int) -> None:
        """Leave the last word of the game, in place of what waits there; what was answered stays known as long."""
        self._post("last", last["game"], last, seq=seq, seconds=LAST_WORD_SECONDS, keep=LAST_WORD_SECONDS)

    def wait_for_answer(self, game: str, *, seconds: float) -> None:
        """Wait until there may be an answer, for one slice at most. ``take`` tells."""
        with reaching():
            # Zero would be for ever.
            client().blpop([self._answers + game], timeout=max(0.01, min(seconds, SLICE_SECONDS)))

    def take(self, game: str, seq: int, *, withdraw: bool = False) -> bytes | None:
        """The answer to the question, if there is one. If not, a question withdrawn gets none any more. Raises Lost."""
        found = self._run(scripts.TAKE, [self._pending, self._games + game], [game, seq, int(withdraw)])
        if found[0] == b"lost":
            raise Lost
        return cast(bytes, found[1]) if found[0] == b"answer" else None

    def forget(self, game: str) -> None:
        """Leave nothing of the game."""
        with reaching(), client().pipeline() as steps:
            steps.hdel(self._pending, game)
            steps.delete(self._games + game, self._answers + game)
            steps.execute()

    # The bot's side.

    def answer(self, message: Message) -> Standing:
        """Record a ``ready`` or a ``move``; what it says beside game and seq is the referee's to judge."""
        return _standing(self._run(scripts.ANSWER, *self._answer(message)))

    async def answer_in_loop(self, message: Message) -> Standing:
        """The same, in an event loop."""
        with reaching():
            async with asyncio.timeout(COMMAND_SECONDS):
                return _standing(await loop_client().register_script(scripts.ANSWER)(*self._answer(message)))

    def pending(self, after: int | None = None) -> Delivery:
        """What waits now: with a cursor what came after it, else all. This is a poll, and counts as presence."""
        return _delivery(self._run(scripts.PENDING, *self._poll(after)))

    async def wait(self, after: int | None, seconds: float) -> Delivery:
        """What waits as soon as something does, or nothing after so many seconds."""
        redis, until = loop_client(), time.monotonic() + seconds
        with reaching():
            look = redis.register_script(scripts.PENDING)
            while True:
                async with asyncio.timeout(COMMAND_SECONDS):
                    found = _delivery(await look(*self._poll(after)))
                left = until - time.monotonic()
                if found.messages or left <= 0:
                    return found
                async with asyncio.timeout(COMMAND_SECONDS):
                    await redis.blpop([self._wake], timeout=max(0.01, min(left, SLICE_SECONDS)))

    def _answer(self, message: Message) -> tuple[list[str], list[Any]]:
        game, seq = message["game"], READY_SEQ if message["type"] == "ready" else message["seq"]
        data = protocol.line(message)[:-1]
        digest = hashlib.sha256(json.dumps(message, sort_keys=True).encode()).digest()[:16]
        keys = [self._pending, self._games + game, self._answers + game]
        return keys, [game, seq, data, digest, 1000 * int(SLICE_SECONDS + SPARE_SECONDS)]

    def _poll(self, after: int | None) -> tuple[list[str], list[Any]]:
        cursor = -1 if after is None else after
        return [self._pending, self._last, self._seen], [cursor, self._games, ENOUGH_BYTES, 1000 * PRESENCE_SECONDS]

    def _post(self, kind: str, game: str, message: Message, *, seq: int, seconds: float, keep: int) -> int:
        keys = [self._pending, self._last, self._wake, self._games + game, self._answers + game]
        lifetime = round(1000 * (max(0.0, seconds) + (0 if kind == "last" else SPARE_SECONDS)))
        data = protocol.line(message)[:-1]
        values = [game, data, seq, lifetime, 1000 * keep, kind, MOST_GAMES, 1000 * GAME_SECONDS]
        return int(self._run(scripts.POST, keys, values))

    def _run(self, script: str, keys: list[str], values: list[Any]) -> Any:
        with reaching():
            redis = client()
            return redis.register_script(script)(keys, values)


def _delivery(found: Any) -> Delivery:
    cursor, messages = found
    return Delivery(int(cursor), tuple(messages))


def _standing(found: Any) -> Standing:
    outcome, asked, state = found
    return Standing(outcome.decode(), int(asked) if asked else None, state == b"open")
