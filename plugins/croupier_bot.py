"""The kit for contestants: one file without dependencies, for Python 3.8 or later, that works when it is copied alone.

A bot is a function that chooses, and a program that runs it::

    from croupier_bot import run

    def choose(view):
        return view.random.randrange(len(view.legal))

    if __name__ == "__main__":
        run(choose)

The referee starts the program once for every game and speaks protocol 1 with it over stdin and stdout; ``run`` does the
speaking, asks ``choose`` for every move, and returns when the game is over. What ``choose`` prints goes to stderr.
"""

from __future__ import annotations

import json
import operator
import os
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["BadChoice", "ProtocolError", "View", "run"]

PROTOCOL = 1
NAME_CHARACTERS = 100
NOTE_CHARACTERS = 2000


class ProtocolError(Exception):
    """The referee said what protocol 1 does not allow."""


class BadChoice(Exception):
    """``choose`` returned what is neither an index into ``view.legal`` nor one of its actions."""


class _RefereeGone(Exception):
    """Nobody reads what this bot says any more: the game is over."""


class View:
    """What ``choose`` is shown for one move.

    observation:   what the seat knows, a JSON object; the game's rules page lists its keys.
    legal:         the legal actions, JSON objects, at least two.
    clock:         milliseconds left: ``move_ms`` for this move, ``bank_ms`` beyond it, ``game_ms`` for the whole game.
    game, seat:    the game's name; this bot's seat, from 0.
    seats:         the number of seats.
    engine:        the game's id, such as ``trash``, and
    rules_version: the version of its rules.
    options:       all options of the game.
    seed:          a string of this seat's own, different in every game.
    random:        a ``random.Random`` seeded with it, which goes on from one move to the next: a bot that draws from it
                   alone plays the same again.
    """

    def __init__(self, hello: dict[str, Any], act: dict[str, Any], source: random.Random) -> None:
        self.observation: Any = act["observation"]
        self.legal: list[Any] = list(act["legal"])
        self.clock: dict[str, int] = act["clock"]
        self.game: str = hello["game"]
        self.seat: int = hello["seat"]
        self.seats: int = hello["seats"]
        self.engine: str = hello["engine"]
        self.rules_version: int = hello["rules_version"]
        self.options: dict[str, Any] = hello["options"]
        self.seed: str = hello["seed"]
        self.random = source
        self._notes: list[str] = []

    def note(self, text: object) -> None:
        """Keep a remark with this move, for the bot's owner alone. Beyond 2,000 characters a move's notes are cut."""
        self._notes.append(str(text))


def run(choose: Callable[[View], Any], *, name: str | None = None, version: str = "") -> None:
    """Play one game over stdin and stdout: ask ``choose`` for every move, until the game is over or the input ends.

    ``choose`` takes a View and returns an index into ``view.legal`` or one of its actions. ``name`` and ``version`` are
    what the bot calls itself; the name is that of the program's file if it is not given.

    An exception of ``choose`` passes through. Raises BadChoice, and ProtocolError if the referee cannot be understood.
    """
    if sys.stdin.isatty():
        sys.stderr.write("This bot waits for a referee on stdin: a line of JSON for every message of protocol 1.\n")
    if name is None:
        name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    incoming, outgoing = _own_pipes()
    hello: dict[str, Any] | None = None
    source = random.Random()  # noqa: S311, a source of moves and not of secrets; seeded when the game begins
    try:
        for message in _messages(incoming):
            kind = message.get("type")
            if kind == "hello":
                hello = _checked_hello(message)
                source.seed(hello["seed"])
                ready = {"type": "ready", "game": hello["game"], "protocol": PROTOCOL}
                ready["name"], ready["version"] = _text(name, NAME_CHARACTERS), _text(version, NAME_CHARACTERS)
                _send(outgoing, ready)
            elif kind == "act":
                if hello is None:
                    raise ProtocolError("an act came before the hello")
                _send(outgoing, _answer(choose, hello, message, source))
            elif kind == "error":
                sys.stderr.write(f"the referee says: {message.get('code')}: {message.get('message')}\n")
            elif kind == "over":
                return
    except _RefereeGone:
        return
    finally:
        os.close(incoming)
        os.close(outgoing)


def _answer(
    choose: Callable[[View], Any], hello: dict[str, Any], act: dict[str, Any], source: random.Random
) -> dict[str, Any]:
    """The ``move`` that answers an ``act``."""
    try:
        view = View(hello, act, source)
        move: dict[str, Any] = {"type": "move", "game": act["game"], "seq": act["seq"]}
    except KeyError as error:
        raise ProtocolError(f"act: the field {error} is missing") from None
    # The referee counts by its own list, whatever the bot does to the one it was shown.
    move["action"] = _index(choose(view), act["legal"])
    if view._notes:
        move["note"] = _text("\n".join(view._notes), NOTE_CHARACTERS)
    return move


def _index(choice: Any, legal: list[Any]) -> int:
    """The index of what ``choose`` returned. Raises BadChoice."""
    count = len(legal)
    if isinstance(choice, dict):
        if choice in legal:
            return legal.index(choice)
        raise BadChoice(f"choose returned {choice!r}, which is not one of the {count} actions of view.legal")
    try:
        index = -1 if isinstance(choice, bool) else operator.index(choice)
    except TypeError:
        index = -1
    if 0 <= index < count:
        return index
    raise BadChoice(f"choose returned {choice!r}, not an index from 0 to {count - 1} or an action of view.legal")


def _checked_hello(hello: dict[str, Any]) -> dict[str, Any]:
    """Raises ProtocolError."""
    if hello.get("protocol") != PROTOCOL:
        raise ProtocolError(f"hello.protocol: {hello.get('protocol')!r} is not {PROTOCOL}")
    for field in ("game", "engine", "rules_version", "options", "seat", "seats", "seed"):
        if field not in hello:
            raise ProtocolError(f"hello: the field {field!r} is missing")
    return hello


def _text(text: str, most: int) -> str:
    """What protocol 1 takes: so many characters, none of them U+0000 or half a surrogate pair."""
    return text[:most].replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _own_pipes() -> tuple[int, int]:
    """Descriptors of the pipes from and to the referee, which nobody else can read from or write to any more.

    From now on descriptor 1 leads to stderr and descriptor 0 to nothing, so that neither ``print`` nor ``input``, nor a
    library or a child process, comes between this bot and its referee.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    sys.stdout = sys.stderr
    return incoming, outgoing


def _messages(incoming: int) -> Iterator[dict[str, Any]]:
    """The referee's messages; what is no JSON object is none. Raises ProtocolError for a line that is no JSON."""
    with open(incoming, "rb", closefd=False) as lines:
        for number, line in enumerate(lines, 1):
            try:
                message = json.loads(line)
            except ValueError as error:
                raise ProtocolError(f"line {number} of stdin is no JSON: {error}") from None
            if isinstance(message, dict):
                yield message


def _send(outgoing: int, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode() + b"\n"
    try:
        while data:
            data = data[os.write(outgoing, data) :]
    except BrokenPipeError:
        raise _RefereeGone from None
