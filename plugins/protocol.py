"""Protocol 1, the messages between the referee and a bot: those of the referee are built here, those of a bot checked.

A message is a JSON object on a line of its own, in UTF-8 (``docs/bots.md`` shows a game of them). The referee sends
``hello``, ``act``, ``error`` and ``over``; a bot sends ``ready`` and ``move``. Either ignores fields and types that it
does not know. What a bot sends is anyone's bytes: whatever they are, the functions here return or raise what they say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from plugins.contract import JSON, Action, Engine, IllegalAction
from plugins.wording import shown

PROTOCOL = 1
LINE_BYTES = 1 << 16  # of a bot's line, its newline not counted; the referee's may be longer
NAME_CHARACTERS = 100
NOTE_CHARACTERS = 2000

Message = dict[str, JSON]
ErrorCode = Literal["timeout", "illegal_action", "protocol"]


class NoMessage(ValueError):
    """The line is no JSON object: something printed, not said to the referee. The message says why."""


class BadMessage(ValueError):
    """A JSON object that breaks the protocol. The message may be shown to the bot."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The time of a bot, in ms: to get ready, for a move before the bank is drawn on, in the bank, in a whole game."""

    startup_ms: int = 10_000
    move_ms: int = 1_000
    bank_ms: int = 30_000
    game_ms: int = 600_000


@dataclass(frozen=True, slots=True)
class Ready:
    """What a bot says of itself; "" where it says nothing."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Move:
    """The answer to the ``act`` numbered ``seq``: an index into its ``legal``, or an action as a JSON object."""

    seq: int
    action: int | Message
    note: str


def hello(
    *,
    game: str,
    engine: str,
    rules_version: int,
    options: Mapping[str, JSON],
    seat: int,
    seats: int,
    seed: str,
    limits: Limits,
) -> Message:
    """The first message. ``seed`` is the bot's own, for its random choices, and tells nothing of the deal."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game,
        "engine": engine,
        "rules_version": rules_version,
        "options": dict(options),
        "seat": seat,
        "seats": seats,
        "seed": seed,
        "limits": {
            "startup_ms": limits.startup_ms,
            "move_ms": limits.move_ms,
            "bank_ms": limits.bank_ms,
            "game_ms": limits.game_ms,
            "line_bytes": LINE_BYTES,
        },
    }


def act(*, game: str, seq: int, observation: JSON, legal: Sequence[JSON], clock: Mapping[str, int]) -> Message:
    """The question for a move. ``legal`` are actions as JSON, ``clock`` what is left (``Clock.left``)."""
    return {
        "type": "act",
        "game": game,
        "seq": seq,
        "observation": observation,
        "legal": list(legal),
        "clock": dict(clock),
    }


def error(*, game: str, seq: int, code: ErrorCode, message: str, fatal: bool) -> Message:
    """What was wrong with the answer to ``act`` number ``seq``, or with ``ready`` (0); a fatal one loses the game."""
    return {"type": "error", "game": game, "seq": seq, "code": code, "message": message, "fatal": fatal}


def over(*, game: str, ranks: Sequence[int], scores: Sequence[int], verdicts: Sequence[str]) -> Message:
    """The last message: how the game ended, by seat."""
    return {"type": "over", "game": game, "ranks": list(ranks), "scores": list(scores), "verdicts": list(verdicts)}


def line(message: Message) -> bytes:
    """The message as it is sent: compact JSON, ASCII, ended by a newline."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def read(data: bytes) -> Message:
    """The JSON object on a bot's line, given without its newline.

    Raises NoMessage for what is no JSON object (NaN and numbers too long to read included), BadMessage for a line that
    is too long, and for strings that are no text: with U+0000 or half a surrogate pair.
    """
    if len(data) > LINE_BYTES:
        raise BadMessage(f"a line of {len(data)} bytes; at most {LINE_BYTES} are allowed")
    try:
        message = json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as wrong:
        raise NoMessage(f"not UTF-8: {wrong.reason} at byte {wrong.start}") from None
    except json.JSONDecodeError as wrong:
        raise NoMessage(f"not JSON: {wrong.msg} at column {wrong.colno}") from None
    except RecursionError:
        raise NoMessage("not read: nested too deeply") from None
    except ValueError as wrong:  # a constant that JSON does not have, a number of thousands of digits
        raise NoMessage(f"not read: {wrong}") from None
    if type(message) is not dict:
        raise NoMessage(f"not a JSON object: {shown(message)}")
    if b"\\u" in data:
        _require_text(message)
    return message


def understand(data: bytes, game: str) -> Ready | Move | None:
    """What a bot says on a line of ``game``; None for a type that the protocol does not have.

    Raises NoMessage and BadMessage as ``read`` does, and BadMessage for a field that is missing or wrong.
    """
    message = read(data)
    kind = message.get("type")
    if type(kind) is not str:
        raise BadMessage(_wrong("type", message, '"ready" or "move"'))
    if kind not in ("ready", "move"):
        return None
    if message.get("game") != game:
        raise BadMessage(_wrong("game", message, shown(game)))
    if kind == "ready":
        if type(message.get("protocol")) is not int or message["protocol"] != PROTOCOL:
            raise BadMessage(_wrong("protocol", message, str(PROTOCOL)))
        return Ready(_text(message, "name", NAME_CHARACTERS), _text(message, "version", NAME_CHARACTERS))
    seq, action = message.get("seq"), message.get("action")
    if type(seq) is not int:
        raise BadMessage(_wrong("seq", message, "the seq of the act that is answered"))
    if type(action) is not int and type(action) is not dict:
        raise BadMessage(_wrong("action", message, "an index into legal or one of the objects there"))
    return Move(seq, action, _text(message, "note", NOTE_CHARACTERS, cut=True))


def choice(action: int | Message, legal: Sequence[Action], engine: Engine) -> int:
    """The index into ``legal`` that a move's ``action`` says. Raises IllegalAction."""
    if type(action) is int:
        if not 0 <= action < len(legal):
            raise IllegalAction(f"action: {shown(action)} is not an index into legal, 0 to {len(legal) - 1}")
        return action
    try:
        return legal.index(engine.decode(action))
    except RecursionError:
        raise IllegalAction("action: nested too deeply to be an action") from None
    except IllegalAction as wrong:
        raise IllegalAction(f"{wrong}; the legal ones here are {_listed(legal, engine)}") from None
    except ValueError:
        raise IllegalAction(f"action: {shown(action)} is not legal here, but {_listed(legal, engine)}") from None


def _listed(legal: Sequence[Action], engine: Engine) -> str:
    first = ", ".join(shown(engine.encode(action)) for action in legal[:5])
    return first if len(legal) <= 5 else f"{first} and {len(legal) - 5} more"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _require_text(message: Message) -> None:
    """Raise BadMessage unless every string of the message is text that can be stored and shown anywhere."""
    try:
        written = json.dumps(message, ensure_ascii=False)
        written.encode("utf-8")
    except UnicodeEncodeError:
        raise BadMessage("a string holds half a surrogate pair; a character beyond U+FFFF is a whole pair") from None
    except RecursionError:
        raise NoMessage("not read: nested too deeply") from None
    # json.dumps writes a backslash of the text as two: only what is left after those is an escape.
    if "\\u0000" in written.replace("\\\\", ""):
        raise BadMessage("a string holds the character U+0000, which cannot be stored")


def _text(message: Message, field: str, most: int, *, cut: bool = False) -> str:
    value = message.get(field)
    if value is None:
        return ""
    if type(value) is not str:
        raise BadMessage(_wrong(field, message, "a string"))
    if len(value) > most and not cut:
        raise BadMessage(f"{field}: {len(value)} characters are more than {most}")
    return value[:most]


def _wrong(field: str, message: Message, right: str) -> str:
    """``seq: 3.5 is not the seq of the act that is answered``."""
    found = shown(message[field]) if field in message else "nothing"
    return f"{field}: {found} is not {right}"
