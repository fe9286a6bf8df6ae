"""The kit for contestants: one file without dependencies, for Python 3.8 or later, that works when it is copied alone.

A bot is a function that chooses, and a program that runs it::

    from croupier_bot import run

    def choose(view):
        return view.random.randrange(len(view.legal))

    if __name__ == "__main__":
        run(choose)

The referee starts the program once for every game and speaks protocol 1 with it over stdin and stdout; ``run`` does the
speaking, asks ``choose`` for every move, and returns when the game is over. What ``choose`` prints goes to stderr.

The same program plays from home, for a bot with a remote version, in as many games at once as it is asked to::

    CROUPIER_TOKEN=crp_... python my_bot.py --server https://cards.example.org --bot 17

Here it fetches messages from the server, and starts itself once for every game, as the referee would.
"""

from __future__ import annotations

import json
import operator
import os
import random
import sys
import time
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

    With ``--server URL --bot ID`` among the program's arguments it plays remotely instead, until Ctrl-C, and leaves the
    program by SystemExit. The token is in the environment, CROUPIER_TOKEN, or given by ``--token``. Other arguments are
    the program's own.

    An exception of ``choose`` passes through. Raises BadChoice, and ProtocolError if the referee cannot be understood.
    """
    if any(argument.partition("=")[0] == "--server" for argument in sys.argv[1:]):
        _play_remotely(sys.argv[1:])
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


WAIT_SECONDS = 25  # of a poll; the server answers sooner if there is something to say
ANSWER_SECONDS = WAIT_SECONDS + 20.0  # in which a server answers


class _Refused(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{message} ({status})")
        self.status = status


class _Server:
    """One bot's two addresses. What does not arrive is sent again: to answer a question twice does no harm."""

    def __init__(self, url: str, token: str, bot: int) -> None:
        import urllib.request

        class Stay(urllib.request.HTTPRedirectHandler):  # the token is for the server that was named
            def redirect_request(self, *_: Any) -> None:
                return None

        self._url = f"{url.rstrip('/')}/api/v1/bots/{bot}"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._open = urllib.request.build_opener(Stay).open  # proxies are those of the environment

    def ask(self, path: str, body: Any = None) -> Any:
        """What is answered in the end. Raises _Refused."""
        import http.client
        import urllib.request

        data = None if body is None else json.dumps(body).encode()
        pause, away = 0.25, False
        while True:
            pause = min(2 * pause, 30.0)
            try:
                request = urllib.request.Request(self._url + path, data=data, headers=self._headers)  # noqa: S310
                with self._open(request, timeout=ANSWER_SECONDS) as response:
                    found = json.loads(response.read())
                if away:
                    _say("the server answers again")
                return found
            except urllib.error.HTTPError as error:
                after = error.headers.get("Retry-After") or ""
                pause = min(float(after), 300.0) if after.isdigit() else pause
                with error:
                    trouble = _problem(error)
                if error.code < 500 and error.code not in (408, 429):
                    raise _Refused(error.code, trouble) from None
            except (OSError, http.client.HTTPException, ValueError) as error:
                trouble = f"{type(error).__name__}: {error}"
            if not away:
                _say(f"no answer from {self._url}, trying again: {trouble}")
            away = True
            time.sleep(pause)


class _Game:
    """A game played by this program, started anew for it, in a thread of its own. ``over``: it need not be kept."""

    def __init__(self, command: list[str], server: _Server, hello: Any) -> None:
        import subprocess
        import threading
        from queue import SimpleQueue

        env = {name: value for name, value in os.environ.items() if name != "CROUPIER_TOKEN"}
        # A session of its own: Ctrl-C is for the program that polls; when that ends, so does the input of this one.
        self.process: Any = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, start_new_session=True
        )
        self.inbox: Any = SimpleQueue()
        self.over = False
        self._server = server
        self._name = hello["game"]
        self._answers: dict[int, Any] = {}
        limits = hello["limits"]
        self._patience = limits["game_ms"] / 1000 * hello["seats"] + limits["startup_ms"] / 1000 + 60
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        import queue

        try:
            while not self.over:
                self._hear(self.inbox.get(timeout=self._patience))
        except queue.Empty:
            self.over = True
            _say(f"game {self._name}: nothing was heard of it for {self._patience:.0f} s")
        except (OSError, ValueError) as error:
            _say(f"game {self._name}: {error}")
        self._end()

    def _hear(self, message: Any) -> None:
        """Raises OSError and ValueError if the program does not answer."""
        kind, seq = message["type"], message.get("seq", 0)
        asks = kind in ("hello", "act")
        if not asks or seq not in self._answers:  # a question that comes again has the answer it had
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            if asks:
                self._answers[seq] = self._said()
        if asks:
            self._answer(self._answers[seq])
        elif kind == "over":
            _say(f"game {self._name} is over: ranks {message['ranks']}, {', '.join(message['verdicts'])}")
        self.over = self.over or kind == "over" or message.get("fatal") is True

    def _said(self) -> Any:
        """The next message of the program; what is none was printed before ``run``, and is shown. Raises as _hear."""
        for line in self.process.stdout:
            try:
                said = json.loads(line)
            except (ValueError, RecursionError):
                said = None
            if isinstance(said, dict):
                return said
            sys.stderr.write(line.decode("utf-8", "replace"))
        raise ValueError(f"the bot has ended with status {self.process.wait()}, and is not asked again")

    def _answer(self, answer: Any) -> None:
        try:
            self._server.ask("/moves/", {"messages": [answer]})
        except _Refused as refusal:
            _say(f"game {self._name}, answer {answer.get('seq', 0)}: {refusal}")
            self.over = refusal.status == 404

    def _end(self) -> None:
        """End the program: by the end of its input, or else after a second."""
        for seconds in (1, None):
            try:
                self.process.communicate(timeout=seconds)
                return
            except Exception:
                self.process.kill()


def _play_remotely(arguments: list[str]) -> None:
    """Never returns: raises SystemExit."""
    import argparse

    parser = argparse.ArgumentParser(description="Plays remotely for a bot with a remote version.")
    parser.add_argument("--server", required=True, metavar="URL", help="such as https://cards.example.org")
    parser.add_argument("--bot", required=True, type=int, metavar="ID", help="the bot's id")
    parser.add_argument("--token", default=os.environ.get("CROUPIER_TOKEN"), help="by default $CROUPIER_TOKEN")
    options, rest = parser.parse_known_args(arguments)
    if not options.token:
        parser.error("give a token of the bot's owner, with the scope `bots`, in the environment: CROUPIER_TOKEN")
    if not options.server.startswith(("http://", "https://")):
        parser.error(f"--server: {options.server!r} does not begin with http:// or https://")
    given = getattr(sys, "orig_argv", [sys.executable, *sys.argv])
    command = [sys.executable, *given[1 : len(given) - len(arguments)], *rest]
    games: dict[str, _Game] = {}
    try:
        _poll(_Server(options.server, options.token, options.bot), command, games)
    except _Refused as refusal:
        sys.exit(f"the server refuses: {refusal}")
    except KeyboardInterrupt:
        sys.exit("stopped")
    finally:
        for game in games.values():
            game.process.kill()


def _poll(server: _Server, command: list[str], games: dict[str, _Game]) -> None:
    """Fetch messages, and give each to its game. Raises _Refused."""
    after = 0
    _say("waiting for games; Ctrl-C ends this")
    while True:
        said = server.ask(f"/next/?wait={WAIT_SECONDS}&after={after}")
        after = said["after"]
        for name in [name for name, game in games.items() if game.over]:
            del games[name]
        for message in said["messages"]:
            name, kind = message["game"], message["type"]
            if name not in games and kind == "hello":
                _say(f"game {name}: {message['engine']}, seat {message['seat']} of {message['seats']}")
                games[name] = _Game(command, server, _checked_hello(message))
            if name in games:
                games[name].inbox.put(message)
            elif kind == "act":
                after = 0  # a game of an earlier run: all that waits once more, with its hello


def _problem(error: Any) -> str:
    """What a refusal says."""
    try:
        return str(json.loads(error.read(100_000))["detail"])
    except (OSError, ValueError, KeyError, TypeError):
        where = error.headers.get("Location")
        return f"{error.reason}, to {where}" if where else str(error.reason)


def _say(line: str) -> None:
    print(time.strftime("%H:%M:%S"), line, file=sys.stderr, flush=True)  # noqa: T201
